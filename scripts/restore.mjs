/**
 * `npm run restore`: makes the database ready (starting the private servers of the data folder where no DATABASE_URL is
 * given, applying migrations), then runs server/tools/restore.ts with the same arguments. Carillon itself must not run.
 */
import { spawn } from 'node:child_process'
import { migrate } from './migrate.mjs'
import { generatePrismaClient } from './prisma-generate.mjs'
import { homeFolder, PROJECT } from './provision/paths.mjs'
import { productEnv } from './start/processes.mjs'
import { claimHome, releaseHome } from './start/run-state.mjs'
import { openServers } from './start/servers.mjs'
import { loadEnvironment, readSettings } from './start/settings.mjs'

if (process.argv.includes('--after-failover')) {
  // Changes what runs, so it needs nothing started or claimed.
  process.argv.splice(2, 0, 'restore')
  await import('./tool.mjs')
} else {
  await restore()
}

async function restore() {
  loadEnvironment()
  const home = homeFolder()
  await claimHome(home)
  const settings = await readSettings({ dev: false })
  await generatePrismaClient()
  const servers = await openServers(settings, console.log)
  try {
    await migrate(servers.databaseUrl)
    process.exitCode = await runTool(settings, servers)
  } finally {
    await servers.close()
    releaseHome(home)
  }
}

/**
 * @param {import('./start/settings.mjs').Settings} settings
 * @param {{ databaseUrl: string, redisUrl: string }} servers
 * @returns {Promise<number>}
 */
function runTool(settings, servers) {
  const tool = spawn(process.execPath, ['--import', 'tsx', 'server/tools/restore.ts', ...process.argv.slice(2)], {
    cwd: PROJECT,
    stdio: 'inherit',
    env: { ...productEnv(settings, servers), ...process.env, LOG_LEVEL: 'warn' },
  })
  return new Promise((resolve) => tool.once('exit', (code) => resolve(code ?? 1)))
}
