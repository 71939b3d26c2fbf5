/** The database and Redis of this start: given by address, or private ones with their data in the data folder. */
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startDatabase } from '../provision/database.mjs'
import { startRedis } from '../provision/redis.mjs'

/** @typedef {import('../provision/server-process.mjs').ServerHandle} ServerHandle */

/** Name of the database on the private server. */
const DATABASE = 'carillon'
/** A server that dies is started again after this long, in ms. */
const RESTART_MS = 500

/**
 * @param {import('./settings.mjs').Settings} settings
 * @param {(line: string) => void} print
 */
export async function openServers(settings, print) {
  const { home, secrets } = settings
  const [database, redis] = await Promise.all([
    settings.databaseUrl ? null : startDatabase({ dir: path.join(home, 'mysql'), password: secrets.database }),
    settings.redisUrl ? null : startRedis({ dir: path.join(home, 'redis'), password: secrets.redis }),
  ])
  const own = [database, redis].filter((server) => server !== null)
  let closing = false
  const restart = async (/** @type {ServerHandle} */ server, /** @type {string} */ name) => {
    await sleep(RESTART_MS)
    while (!closing && !server.running) {
      await server.restart().catch((error) => print(`${name}: ${error.message}`))
    }
  }
  const keepUp = (/** @type {ServerHandle} */ server, /** @type {string} */ name) => {
    server.onUnexpectedExit(() => {
      print(`${name} ended unexpectedly (${server.log}), starting it again`)
      void restart(server, name)
    })
  }
  if (database) keepUp(database, 'database')
  if (redis) keepUp(redis, 'redis')

  return {
    databaseUrl: database ? `${database.url}${DATABASE}` : settings.databaseUrl,
    redisUrl: redis ? redis.url : settings.redisUrl,
    privateDatabase: database !== null,
    close: async () => {
      closing = true
      await Promise.all(own.map((server) => server.stop()))
    },
  }
}
