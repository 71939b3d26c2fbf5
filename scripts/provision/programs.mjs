/**
 * Which database and Redis programs to run, wherever they come from.
 *
 * Order: programs on this machine (also those unpacked here earlier), Docker, Debian's packages. The two servers are looked
 * for separately, so a machine that has only one of them gets just the other. `CARILLON_PROVISION` narrows the ways, as in
 * `CARILLON_PROVISION=docker` or `machine,unpack`.
 */
import path from 'node:path'
import { findProgram, tryRun } from './command.mjs'
import { installAsRoot, unpackAsUser, unpackedTree } from './debian.mjs'
import { dockerWorks } from './docker.mjs'

/**
 * @typedef {object} Program
 * @property {'local' | 'docker'} kind
 * @property {'mariadb' | 'mysql' | 'redis'} flavor
 * @property {string} command
 * @property {string} [argv0]
 * @property {string[]} args needed before all others, such as --basedir
 * @property {string} [installer] mariadb-install-db
 * @property {Record<string, string>} env
 */

const DATABASE_NAMES = ['mariadbd', 'mysqld']
const INSTALLER_NAMES = ['mariadb-install-db', 'mysql_install_db']
/** Debian ships the Redis program once, as redis-check-rdb; it serves when it is called redis-server. */
const REDIS_NAMES = ['redis-server', 'valkey-server', 'redis-check-rdb']

const NEEDED = `Carillon needs a database server (MariaDB 10.6+ or MySQL 8.0+) and Redis 7+, and found no way to get`
const ADVICE = `Do one of these and start again:
  - macOS: brew install mariadb redis
  - Debian, Ubuntu: apt-get install mariadb-server-core mariadb-client-core redis-server
  - Fedora: dnf install mariadb-server valkey
  - install Docker and let this user run it
  - set DATABASE_URL and REDIS_URL to servers you already have`

/** @returns {Promise<Program>} */
export function databaseProgram() {
  return firstThatWorks('a database server', findDatabase, 'mariadb')
}

/** @returns {Promise<Program>} */
export function redisProgram() {
  return firstThatWorks('Redis', findRedis, 'redis')
}

/**
 * @param {string} what
 * @param {() => Promise<Program | null>} find
 * @param {'mariadb' | 'redis'} flavor
 */
async function firstThatWorks(what, find, flavor) {
  const reasons = []
  const ways = (process.env.CARILLON_PROVISION ?? 'machine,docker,apt,unpack').split(',')
  for (const way of ways) {
    try {
      if (way === 'docker' && (await dockerWorks())) return dockerProgram(flavor)
      if (way === 'apt') await installAsRoot(flavor)
      if (way === 'unpack') await unpackAsUser(flavor)
      const found = way === 'docker' ? null : await find()
      if (found) return found
    } catch (error) {
      reasons.push(`  (${way}: ${error instanceof Error ? error.message.split('\n')[0] : error})`)
    }
  }
  throw new Error([`${NEEDED} ${what}.`, ...reasons, ADVICE].join('\n'))
}

/** @param {'mariadb' | 'redis'} flavor @returns {Program} */
function dockerProgram(flavor) {
  return { kind: 'docker', flavor, command: 'docker', args: [], env: {} }
}

async function findDatabase() {
  if (process.env.CARILLON_MYSQLD) return inUnpackedRoot(process.env.CARILLON_MYSQLD)
  const onMachine = unlessOnlyUnpacked(() => findProgram(DATABASE_NAMES))
  if (onMachine) return describeDatabase(onMachine, findProgram(INSTALLER_NAMES), [], {})
  const tree = unpackedTree('mariadb')
  const command = tree && findProgram(DATABASE_NAMES, tree.folders)
  if (!tree || !command) return null
  const share = path.join(tree.root, 'usr/share/mysql')
  const args = [
    `--basedir=${tree.root}/usr`,
    `--lc-messages-dir=${share}`,
    `--plugin-dir=${tree.root}/usr/lib/mysql/plugin`,
  ]
  return describeDatabase(command, findProgram(INSTALLER_NAMES, tree.folders), args, tree.env)
}

/**
 * @param {string} command
 * @param {string | null} installer
 * @param {string[]} args
 * @param {Record<string, string>} env
 * @returns {Promise<Program | null>}
 */
async function describeDatabase(command, installer, args, env) {
  const { output } = await tryRun(command, ['--no-defaults', '--version'], { env: { ...process.env, ...env } })
  const version = /Ver (\d+)\.(\d+)/.exec(output)
  if (!version) throw new Error(`${command} --version failed: ${output.trim()}`)
  const flavor = /mariadb/i.test(output) ? 'mariadb' : 'mysql'
  const number = Number(version[1]) * 100 + Number(version[2])
  if (number < (flavor === 'mariadb' ? 1006 : 800)) throw new Error(`${command} is too old: ${version[0]}`)
  if (flavor === 'mariadb' && !installer) throw new Error(`${command} is there, but mariadb-install-db is not`)
  return { kind: 'local', flavor, command, args, env, ...(installer ? { installer } : {}) }
}

/** The MySQL of `scripts/provision/mysql-server.mjs`: FOLDER/bin/mysqld beside FOLDER/root. */
function inUnpackedRoot(/** @type {string} */ command) {
  const usr = path.join(path.dirname(path.dirname(command)), 'root', 'usr')
  const share = `${usr}/share/mysql`
  const args = [`--basedir=${usr}`, `--lc-messages-dir=${share}`, `--character-sets-dir=${share}/charsets`]
  return describeDatabase(command, null, [...args, `--plugin-dir=${usr}/lib/mysql/plugin`], {})
}

/** @returns {Promise<Program | null>} */
async function findRedis() {
  const tree = unpackedTree('redis')
  const onMachine = unlessOnlyUnpacked(() => findProgram(REDIS_NAMES))
  const command = onMachine ?? (tree && findProgram(REDIS_NAMES, tree.folders))
  if (!command) return null
  const env = onMachine || !tree ? {} : tree.env
  const argv0 = path.basename(command) === 'redis-check-rdb' ? 'redis-server' : undefined
  const { output } = await tryRun(command, ['--version'], {
    env: { ...process.env, ...env },
    ...(argv0 ? { argv0 } : {}),
  })
  const major = Number(/v=(\d+)\./.exec(output)?.[1] ?? Number.NaN)
  if (!(major >= 7)) throw new Error(`${command} is not Redis 7 or newer: ${output.trim().slice(0, 80)}`)
  return { kind: 'local', flavor: 'redis', command, args: [], env, ...(argv0 ? { argv0 } : {}) }
}

/** With `CARILLON_PROVISION=unpack` the machine's own programs are passed over, which is how that way is tried out. */
function unlessOnlyUnpacked(/** @type {() => string | null} */ find) {
  return process.env.CARILLON_PROVISION === 'unpack' ? null : find()
}
