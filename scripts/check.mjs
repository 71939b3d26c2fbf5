/** `npm run check`: types, lint, format, layers, dead code, schema and unit tests. Under half a minute. */
import { installPackages } from './start/packages.mjs'
import { runStages } from './test/run-stages.mjs'
import { CHECKS, UNIT } from './test/stages.mjs'

await installPackages()
process.exitCode = (await runStages([...CHECKS, UNIT], process.env)) ? 0 : 1
