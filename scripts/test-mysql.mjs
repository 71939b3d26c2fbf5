/** `npm run test:mysql`: the integration tests on a real MySQL server instead of MariaDB. Passes where none can be had. */
import { mysqlStages } from './test/mysql-stage.mjs'
import { prepare } from './test/prepare.mjs'
import { runStages } from './test/run-stages.mjs'

const stages = await mysqlStages()
if (stages.length > 0) {
  const env = await prepare({ browser: false })
  process.exitCode = (await runStages(stages, { ...process.env, ...env })) ? 0 : 1
}
