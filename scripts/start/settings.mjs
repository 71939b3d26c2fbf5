/**
 * What this start is: a demo with everything private, development with reload, or production with real servers and secrets.
 * Only production is chosen by NODE_ENV; it generates nothing, seeds nothing and names every variable that is missing.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { homeFolder, PROJECT } from '../provision/paths.mjs'
import { freePortFrom, isFree } from '../provision/ports.mjs'
import { demoSecrets } from './secrets.mjs'

/**
 * @typedef {object} Settings
 * @property {'demo' | 'dev' | 'production'} mode
 * @property {string} home data folder
 * @property {string} host
 * @property {number} port
 * @property {number} gatewayPort
 * @property {string} appUrl
 * @property {string} gatewayUrl
 * @property {string} databaseUrl empty: start a private server
 * @property {string} redisUrl empty: start a private server
 * @property {import('./secrets.mjs').Secrets} secrets
 */

const LOCAL = '127.0.0.1'
const SECRET_LENGTH = 32

/** Reads `.env` if there is one. What is set already wins. */
export function loadEnvironment() {
  const file = path.join(PROJECT, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}

/**
 * @param {{ dev: boolean }} options
 * @returns {Promise<Settings>}
 */
export async function readSettings({ dev }) {
  const env = process.env
  const production = env.NODE_ENV === 'production' && !dev
  if (production) refuseUnlessComplete(env)

  const home = homeFolder()
  const host = env.HOST || LOCAL
  const port = await choosePort('PORT', 3000, host, 0)
  const gatewayPort = await choosePort('GATEWAY_PORT', port === 3001 ? 3002 : 3001, host, port)
  const appUrl = withoutSlash(env.APP_URL || `http://${LOCAL}:${port}`)
  const gatewayUrl = withoutSlash(
    env.GATEWAY_URL || (production ? appUrl : `http://${new URL(appUrl).hostname}:${gatewayPort}`),
  )
  return {
    mode: production ? 'production' : dev ? 'dev' : 'demo',
    home,
    host,
    port,
    gatewayPort,
    appUrl,
    gatewayUrl,
    databaseUrl: env.DATABASE_URL ?? '',
    redisUrl: env.REDIS_URL ?? '',
    secrets: production
      ? { auth: String(env.AUTH_SECRET), ticket: String(env.TICKET_SECRET), database: '', redis: '' }
      : demoSecrets(home, env),
  }
}

/** @param {Record<string, string | undefined>} env */
function refuseUnlessComplete(env) {
  const problems = [
    ...['AUTH_SECRET', 'TICKET_SECRET']
      .filter((name) => !isRealSecret(env[name]))
      .map((name) => `${name}: at least ${SECRET_LENGTH} random characters, from: openssl rand -base64 33`),
    ...['APP_URL', 'DATABASE_URL', 'REDIS_URL'].filter((name) => !env[name]).map((name) => `${name}: is missing`),
  ]
  if (problems.length === 0) return
  throw new Error(
    [
      'NODE_ENV=production needs real servers and secrets, and these are missing (.env.example explains each):',
      ...problems.map((problem) => `  ${problem}`),
      'Without NODE_ENV=production, npm start runs a private demo that needs none of them.',
    ].join('\n'),
  )
}

/** The words of `.env.example` are no secret. */
function isRealSecret(/** @type {string | undefined} */ value) {
  return value !== undefined && value.length >= SECRET_LENGTH && !/change.?me|example|placeholder/i.test(value)
}

/**
 * A port that was asked for must be free; otherwise the first free one from `standard` will do.
 * @param {string} name of the variable
 * @param {number} standard
 * @param {string} host
 * @param {number} taken
 */
async function choosePort(name, standard, host, taken) {
  const given = process.env[name]
  if (!given) {
    const port = await freePortFrom(standard, host)
    return port === taken ? freePortFrom(port + 1, host) : port
  }
  const port = Number(given)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`${name}=${given} is not a port: give a number from 1 to 65535`)
  if (!(await isFree(port, host)))
    throw new Error(`${name}=${port} is in use: stop the program that listens there, or set another ${name}`)
  return port
}

const withoutSlash = (/** @type {string} */ url) => url.replace(/\/+$/, '')
