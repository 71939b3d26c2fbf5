/**
 * Runs a command-line tool of server/tools against the product that runs from this data folder:
 * `node scripts/tool.mjs explain Q...`. Variables that are set already win, so it also works on servers elsewhere.
 */
import { spawn } from 'node:child_process'
import { homeFolder, PROJECT } from './provision/paths.mjs'
import { readRunState } from './start/run-state.mjs'

const [name = '', ...args] = process.argv.slice(2)
const running = process.env.DATABASE_URL ? {} : readRunState(homeFolder())?.env
if (!running) {
  console.error(`Carillon does not run from ${homeFolder()}: start it, or set DATABASE_URL and REDIS_URL.`)
  process.exit(1)
}
const child = spawn(process.execPath, ['--import', 'tsx', `server/tools/${name}.ts`, ...args], {
  cwd: PROJECT,
  stdio: 'inherit',
  env: { ...running, LOG_LEVEL: 'warn', ...process.env },
})
child.once('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
