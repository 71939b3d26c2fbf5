/**
 * `npm start` and `npm run dev` (--dev): from a fresh clone to a running product, and nothing twice.
 *
 * Packages, build, database and Redis (given by DATABASE_URL and REDIS_URL, or private ones), migrations, demo, then web,
 * gateway and workers under one supervisor. NODE_ENV=production needs real servers and secrets and seeds nothing.
 * CARILLON_HOME is the data folder (default .carillon), PORT, GATEWAY_PORT and HOST say where to listen.
 */
import { buildAll } from './build.mjs'
import { generatePrismaClient } from './prisma-generate.mjs'
import { homeFolder } from './provision/paths.mjs'
import { seedDemo } from './start/demo.mjs'
import { requireNode } from './start/node-version.mjs'
import { installPackages } from './start/packages.mjs'
import { createPrinter, printWelcome } from './start/print.mjs'
import { productEnv } from './start/processes.mjs'
import { startProduct } from './start/product.mjs'
import { claimHome, releaseHome } from './start/run-state.mjs'
import { openServers } from './start/servers.mjs'
import { loadEnvironment, readSettings } from './start/settings.mjs'
import { createShutdown } from './start/shutdown.mjs'

requireNode()
const shutdown = createShutdown()
try {
  await start()
} catch (error) {
  if (!shutdown.stopping) console.error(`\n${error instanceof Error ? error.message : error}`)
  await shutdown.close()
  process.exit(1)
}

async function start() {
  const began = Date.now()
  const printer = createPrinter()
  loadEnvironment()
  const home = homeFolder()
  await claimHome(home) // before ports are chosen: what a crashed start left running holds them
  shutdown.use(() => releaseHome(home))
  const settings = await readSettings({ dev: process.argv.includes('--dev') })

  await installPackages()
  await (settings.mode === 'dev' ? generatePrismaClient() : buildAll())

  const servers = await openServers(settings, printer('start'))
  shutdown.use(servers.close)
  // mysql2 may have been installed a moment ago, so it is not imported before.
  const { migrate } = await import('./migrate.mjs')
  const { applied, fresh } = await migrate(servers.databaseUrl)
  if (applied.length > 0) console.log(`Applied ${applied.length} migration${applied.length > 1 ? 's' : ''}`)
  const env = productEnv(settings, servers)
  if (settings.mode !== 'production') await seedDemo(settings, servers, { ...process.env, ...env }, fresh)

  if (shutdown.stopping) return
  const product = startProduct(settings, env, shutdown, printer)
  await product.ready()
  printWelcome(settings, Date.now() - began)
}
