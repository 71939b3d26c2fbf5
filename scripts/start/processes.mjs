/** The processes of the product, and the environment they get. In development workers run from source, else from dist. */
import path from 'node:path'
import { workerNames, WORKER_OUTPUT } from '../build/workers.mjs'
import { PROJECT } from '../provision/paths.mjs'

/**
 * @typedef {object} ProcessPlan
 * @property {string} name
 * @property {'front' | 'worker'} group workers stop before the front (web, gateway)
 * @property {string[]} args of node
 */

/**
 * @param {import('./settings.mjs').Settings} settings
 * @returns {ProcessPlan[]}
 */
export function processPlans(settings) {
  const dev = settings.mode === 'dev'
  const workers = workerNames().map((name) => ({
    name,
    group: name === 'gateway' ? /** @type {const} */ ('front') : /** @type {const} */ ('worker'),
    args: dev
      ? ['--import', 'tsx', `workers/${name}/main.ts`]
      : ['--enable-source-maps', `${WORKER_OUTPUT}/${name}/main.js`],
  }))
  const next = path.join(PROJECT, 'node_modules', 'next', 'dist', 'bin', 'next')
  const web = [next, dev ? 'dev' : 'start', '--hostname', settings.host, '--port', String(settings.port)]
  return [{ name: 'web', group: 'front', args: web }, ...workers]
}

/**
 * @param {import('./settings.mjs').Settings} settings
 * @param {{ databaseUrl: string, redisUrl: string }} servers
 * @returns {Record<string, string>}
 */
export function productEnv(settings, servers) {
  return {
    NODE_ENV: settings.mode === 'dev' ? 'development' : 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    LOG_LEVEL: process.env.LOG_LEVEL || 'info',
    DATABASE_URL: servers.databaseUrl,
    REDIS_URL: servers.redisUrl,
    APP_URL: settings.appUrl,
    GATEWAY_URL: settings.gatewayUrl,
    HOST: settings.host,
    GATEWAY_PORT: String(settings.gatewayPort),
    AUTH_SECRET: settings.secrets.auth,
    TICKET_SECRET: settings.secrets.ticket,
    FILES_FOLDER: process.env.FILES_FOLDER || path.join(settings.home, 'files'),
  }
}
