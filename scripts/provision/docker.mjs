/**
 * The same private servers in containers, for machines that have Docker and nothing else. Data stays in the data folder,
 * owned by the user who started it. The `docker run` client is the process we hold: it passes SIGTERM on to the server.
 */
import { createHash } from 'node:crypto'
import { findProgram, tryRun } from './command.mjs'

const IMAGES = { mariadb: 'mariadb:11.4', redis: 'redis:7.4' }
const PORTS = { mariadb: 3306, redis: 6379 }
const MOUNTS = { mariadb: '/var/lib/mysql', redis: '/data' }

/** True when this user may run containers. */
export async function dockerWorks() {
  return findProgram(['docker']) !== null && (await tryRun('docker', ['info'])).code === 0
}

/**
 * `docker run` arguments for a server that listens on a loopback port and keeps its files in `data`.
 * @param {{ flavor: 'mariadb' | 'redis', port: number, data: string, env?: string[], args: string[] }} options
 */
export function dockerRun({ flavor, port, data, env = [], args }) {
  const user = process.getuid && process.getgid ? ['--user', `${process.getuid()}:${process.getgid()}`] : []
  const published = `127.0.0.1:${port}:${PORTS[flavor]}`
  const variables = env.flatMap((one) => ['-e', one])
  const volume = `${data}:${MOUNTS[flavor]}`
  const name = containerName(flavor, data)
  return ['run', '--rm', '--name', name, ...user, '-p', published, '-v', volume, ...variables, IMAGES[flavor], ...args]
}

/**
 * Ends the container of this data folder, also one that an earlier, crashed run left behind.
 * @param {'mariadb' | 'redis'} flavor
 * @param {string} data
 */
export async function removeContainer(flavor, data) {
  await tryRun('docker', ['rm', '-f', containerName(flavor, data)])
}

function containerName(/** @type {string} */ flavor, /** @type {string} */ data) {
  return `carillon-${flavor}-${createHash('sha256').update(data).digest('hex').slice(0, 10)}`
}
