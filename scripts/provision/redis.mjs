/**
 * A private Redis server on loopback with its data in one folder. It never evicts, and by default appends every write to
 * its file once a second. Settings go into a file only its owner can read, because a password on a command line is public.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { dockerRun, removeContainer } from './docker.mjs'
import { redisAnswers } from './ports.mjs'
import { redisProgram } from './programs.mjs'
import { startServer } from './server-process.mjs'

/**
 * @param {object} options
 * @param {string} options.dir created when missing; holds data, log and state
 * @param {number} [options.port] default: any free one
 * @param {boolean} [options.appendonly] default true; false comes back empty after a restart
 * @param {string} [options.password]
 * @returns {Promise<import('./server-process.mjs').ServerHandle>}
 */
export async function startRedis({ dir, port, appendonly = true, password = '' }) {
  const program = await redisProgram()
  const data = path.join(dir, 'data')
  const config = path.join(program.kind === 'docker' ? data : dir, 'redis.conf')
  mkdirSync(data, { recursive: true })
  const settings = [
    `appendonly ${appendonly ? 'yes' : 'no'}`,
    'appendfsync everysec',
    'save ""',
    'maxmemory-policy noeviction',
    ...(password ? [`requirepass ${password}`] : []),
  ]
  writeFileSync(config, `${settings.join('\n')}\n`, { mode: 0o600 })
  const common = {
    name: 'redis',
    dir,
    command: program.command,
    answers: redisAnswers,
    url: (/** @type {number} */ at) =>
      `redis://${password ? `default:${encodeURIComponent(password)}@` : ''}127.0.0.1:${at}`,
    ...(port ? { port } : {}),
  }

  if (program.kind === 'docker') {
    const forceStop = () => removeContainer('redis', data)
    await forceStop()
    const server = ['redis-server', '/data/redis.conf', '--protected-mode', 'no']
    return startServer({
      ...common,
      forceStop,
      args: (at) => dockerRun({ flavor: 'redis', port: at, data, args: server }),
    })
  }
  return startServer({
    ...common,
    ...(program.argv0 ? { argv0: program.argv0 } : {}),
    env: { ...process.env, ...program.env },
    args: (at) => [config, '--port', String(at), '--bind', '127.0.0.1', '--dir', data],
  })
}
