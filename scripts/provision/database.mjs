/**
 * A private MariaDB or MySQL server on loopback with its data in one folder.
 *
 * Session defaults are those the product expects: utf8mb4, zone +00:00, READ COMMITTED, flushed at every commit.
 * With a password, root can only be reached with it; without one the server is for tests only.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { run } from './command.mjs'
import { dockerRun, removeContainer } from './docker.mjs'
import { databaseAnswers } from './ports.mjs'
import { databaseProgram } from './programs.mjs'
import { startServer } from './server-process.mjs'

const SESSION_ARGS = [
  '--character-set-server=utf8mb4',
  '--collation-server=utf8mb4_unicode_ci',
  '--default-time-zone=+00:00',
  '--transaction-isolation=READ-COMMITTED',
  '--innodb-flush-log-at-trx-commit=1',
]

/**
 * @param {object} options
 * @param {string} options.dir created when missing; holds data, log and state
 * @param {number} [options.port] default: any free one
 * @param {string} [options.password] of root
 * @param {number} [options.bufferPoolMb]
 * @param {number} [options.maxConnections]
 * @param {import('./programs.mjs').Program} [options.program] default: what `databaseProgram` finds
 * @returns {Promise<import('./server-process.mjs').ServerHandle>}
 */
export async function startDatabase({ dir, port, password = '', bufferPoolMb = 256, maxConnections = 400, program }) {
  const server = program ?? (await databaseProgram())
  const data = path.join(dir, 'data')
  mkdirSync(dir, { recursive: true })
  checkFlavor(dir, server.flavor)
  const initFile = path.join(dir, 'init.sql')
  const size = [`--innodb-buffer-pool-size=${bufferPoolMb}M`, `--max-connections=${maxConnections}`]
  const common = {
    name: server.flavor,
    dir,
    command: server.command,
    answers: databaseAnswers,
    ...(port ? { port } : {}),
  }
  const url = (/** @type {number} */ at) =>
    `mysql://root${password ? `:${encodeURIComponent(password)}` : ''}@127.0.0.1:${at}/`

  if (server.kind === 'docker') {
    mkdirSync(data, { recursive: true })
    const env = password ? [`MARIADB_ROOT_PASSWORD=${password}`] : ['MARIADB_ALLOW_EMPTY_ROOT_PASSWORD=1']
    const forceStop = () => removeContainer('mariadb', data)
    await forceStop()
    const args = (/** @type {number} */ at) =>
      dockerRun({ flavor: 'mariadb', port: at, data, env, args: [...SESSION_ARGS, ...size] })
    return startServer({ ...common, url, args, forceStop })
  }
  await initialise(server, data)
  writeFileSync(initFile, accounts(password), { mode: 0o600 })
  // A server that starts removes what it takes for leftovers from its temporary folder: others' tables, were it shared.
  const temporary = path.join(dir, 'tmp')
  mkdirSync(temporary, { recursive: true })
  const own = [
    '--no-defaults',
    ...server.args,
    ...asRoot(),
    `--datadir=${data}`,
    `--tmpdir=${temporary}`,
    `--init-file=${initFile}`,
    ...SESSION_ARGS,
    ...size,
  ]
  const args = (/** @type {number} */ at) => [...own, ...flavorArgs(server, dir), ...listen(at, dir)]
  return startServer({ ...common, url, args, env: { ...process.env, ...server.env } })
}

/**
 * Made in a folder of its own and renamed, so a half-made data folder is never taken for a whole one.
 * @param {import('./programs.mjs').Program} server
 * @param {string} data
 */
async function initialise(server, data) {
  if (existsSync(path.join(data, 'mysql')) || existsSync(path.join(data, 'mysql.ibd'))) return
  const fresh = `${data}.new`
  rmSync(fresh, { recursive: true, force: true })
  const base = [
    '--no-defaults',
    ...server.args.filter((arg) => server.flavor === 'mysql' || arg.startsWith('--basedir=')),
    ...asRoot(),
  ]
  // As below: installers of two servers at once would remove each other's temporary tables.
  const temporary = `${data}.tmp`
  mkdirSync(temporary, { recursive: true })
  const env = { ...process.env, ...server.env, TMPDIR: temporary }
  if (server.flavor === 'mysql') {
    const files = path.join(path.dirname(data), 'files')
    mkdirSync(files, { recursive: true })
    await run(server.command, [...base, `--datadir=${fresh}`, `--secure-file-priv=${files}`, '--initialize-insecure'], {
      env,
    })
  } else {
    const how = ['--auth-root-authentication-method=normal', '--skip-test-db', '--skip-name-resolve', '--force']
    await run(String(server.installer), [...base, `--datadir=${fresh}`, ...how], { env })
  }
  rmSync(temporary, { recursive: true, force: true })
  renameSync(fresh, data)
}

/** Run by the server before it accepts anyone. TCP arrives as 127.0.0.1 because names are not resolved. */
function accounts(/** @type {string} */ password) {
  const secret = `'${password.replaceAll(/[^A-Za-z0-9_-]/g, '')}'`
  if (secret.length - 2 !== password.length)
    throw new Error('a database password may hold only letters, digits, _ and -')
  const where = ["'root'@'127.0.0.1'", "'root'@'localhost'"]
  return [
    ...where.map((who) => `CREATE USER IF NOT EXISTS ${who};`),
    ...where.map((who) => `ALTER USER ${who} IDENTIFIED BY ${secret};`),
    ...where.map((who) => `GRANT ALL PRIVILEGES ON *.* TO ${who} WITH GRANT OPTION;`),
  ].join('\n')
}

/**
 * @param {import('./programs.mjs').Program} server
 * @param {string} dir
 */
function flavorArgs(server, dir) {
  if (server.flavor === 'mariadb') return []
  return [
    '--mysqlx=0',
    '--disable-log-bin',
    '--performance-schema=OFF',
    `--secure-file-priv=${path.join(dir, 'files')}`,
  ]
}

/**
 * The socket lies in the temporary folder because its path may not exceed 107 bytes.
 * @param {number} port
 * @param {string} dir
 */
function listen(port, dir) {
  const id = createHash('sha256').update(dir).digest('hex').slice(0, 10)
  const socket = path.join(tmpdir(), `carillon-${id}.sock`)
  return [
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    `--socket=${socket}`,
    `--pid-file=${path.join(dir, 'server.pid')}`,
    '--skip-name-resolve',
  ]
}

/** Data files of the two are not interchangeable, and the wrong server would damage them. */
function checkFlavor(/** @type {string} */ dir, /** @type {string} */ flavor) {
  const file = path.join(dir, 'flavor')
  const before = existsSync(file) ? readFileSync(file, 'utf8').trim() : flavor
  if (before !== flavor) {
    throw new Error(
      `the data in ${dir} belongs to ${before}, but only ${flavor} was found: install ${before}, or set CARILLON_HOME to another folder`,
    )
  }
  writeFileSync(file, `${flavor}\n`)
}

function asRoot() {
  return process.getuid?.() === 0 ? ['--user=root'] : []
}
