/**
 * `npm test`: everything, on a fresh clone too. Types, lint, format, layers, dead code, schema, unit, integration on private
 * servers, build, browser. The last line is `N passed, N failed`; a failing stage does not stop the rest.
 *
 * `-- --only=unit,types` runs just those stages. `-- --mysql` (always in CI) adds the integration tests on a real MySQL.
 */
import { mysqlStages } from './test/mysql-stage.mjs'
import { prepare } from './test/prepare.mjs'
import { runStages } from './test/run-stages.mjs'
import { BROWSER, BUILD, CHECKS, INTEGRATION, UNIT } from './test/stages.mjs'

const only = process.argv
  .find((arg) => arg.startsWith('--only='))
  ?.slice('--only='.length)
  .split(',')
const withMysql = process.env.CI === 'true' || process.argv.includes('--mysql')
const stages = [...CHECKS, UNIT, INTEGRATION, ...(withMysql ? await mysqlStages() : []), BUILD, BROWSER]
const chosen = only ? stages.filter((stage) => only.includes(stage.name)) : stages
if (chosen.length === 0)
  throw new Error(`no such stage: ${only}. There are: ${stages.map((stage) => stage.name).join(', ')}`)

const env = await prepare({ browser: chosen.includes(BROWSER) })
process.exitCode = (await runStages(chosen, { ...process.env, ...env })) ? 0 : 1
