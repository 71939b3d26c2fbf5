/**
 * Applies prisma/migrations to a database: `node scripts/migrate.mjs [DATABASE_URL]`.
 *
 * Keeps `_prisma_migrations` the way `prisma migrate deploy` does (table, lock name, sha256 of each file, order by name,
 * stop at a failed one), so either tool may follow the other. It exists because Prisma's schema engine is a download that
 * not every machine can make. Creates the database when it is missing. Safe to run from several machines at once.
 *
 * MySQL commits DDL statement by statement: a migration that fails midway stays half applied and is reported as failed
 * until someone has repaired it and set `rolled_back_at` (to run it again) or `finished_at` (to keep it).
 */
import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import mysql from 'mysql2/promise'
import { PROJECT } from './provision/paths.mjs'

const MIGRATIONS = path.join(PROJECT, 'prisma', 'migrations')
/** Another machine may be applying a long migration. */
const LOCK_WAIT_S = 60

/**
 * @param {string} databaseUrl `mysql://user:password@host:port/database`
 * @param {{ folder?: string }} options
 * @returns {Promise<{ applied: string[], fresh: boolean }>} `fresh`: the database had never been migrated
 */
export async function migrate(databaseUrl, { folder = MIGRATIONS } = {}) {
  const db = await connectCreating(databaseUrl)
  try {
    await lock(db)
    const fresh = await createTable(db)
    const done = await finishedMigrations(db)
    /** @type {string[]} */
    const applied = []
    for (const migration of readMigrations(folder)) {
      const before = done.get(migration.name)
      if (before === undefined) {
        await apply(db, migration)
        applied.push(migration.name)
      } else if (before !== migration.checksum) {
        console.warn(
          `Migration ${migration.name} was changed after it was applied: put back its old text, add a new one.`,
        )
      }
    }
    return { applied, fresh }
  } finally {
    await db.end() // closing the connection gives the lock back
  }
}

/**
 * @param {string} folder
 * @returns {Array<{ name: string, sql: string, checksum: string }>}
 */
export function readMigrations(folder = MIGRATIONS) {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
  return names.sort().map((name) => {
    const bytes = readFileSync(path.join(folder, name, 'migration.sql'))
    return { name, sql: bytes.toString('utf8'), checksum: createHash('sha256').update(bytes).digest('hex') }
  })
}

/**
 * Connects to the database of the address, creating it first when it is missing.
 * @param {string} databaseUrl
 */
export async function connectCreating(databaseUrl) {
  const name = decodeURIComponent(new URL(databaseUrl).pathname.slice(1))
  if (!/^[\w-]{1,64}$/.test(name))
    throw new Error(`DATABASE_URL must end in a database name such as /carillon, not "/${name}"`)
  const connect = (/** @type {string} */ uri) =>
    mysql.createConnection({ uri, multipleStatements: true, timezone: 'Z' })
  try {
    return await connect(databaseUrl)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ER_BAD_DB_ERROR')) throw error
  }
  const server = new URL(databaseUrl)
  server.pathname = '/'
  const admin = await connect(server.href)
  await admin.query(`CREATE DATABASE IF NOT EXISTS \`${name}\` CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`)
  await admin.end()
  return connect(databaseUrl)
}

/** @param {mysql.Connection} db */
async function lock(db) {
  const rows = await select(db, `SELECT GET_LOCK('prisma_migrate', ${LOCK_WAIT_S}) AS got`)
  if (Number(rows[0]?.got) !== 1)
    throw new Error(`another migration run has held the lock for ${LOCK_WAIT_S} s: try again when it is done`)
}

/** @param {mysql.Connection} db */
async function createTable(db) {
  const found = await select(
    db,
    `SELECT 1 FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = '_prisma_migrations'`,
  )
  if (found.length > 0) return false
  await db.query(`CREATE TABLE _prisma_migrations (
    id                  VARCHAR(36)      NOT NULL PRIMARY KEY,
    checksum            VARCHAR(64)      NOT NULL,
    finished_at         DATETIME(3),
    migration_name      VARCHAR(255)     NOT NULL,
    logs                TEXT,
    rolled_back_at      DATETIME(3),
    started_at          DATETIME(3)      NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    applied_steps_count INTEGER UNSIGNED NOT NULL DEFAULT 0
  ) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`)
  return true
}

/**
 * Name to checksum of what is applied. Throws when one failed earlier.
 * @param {mysql.Connection} db
 */
async function finishedMigrations(db) {
  const rows = await select(db, 'SELECT * FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at')
  const failed = rows.find((row) => row.finished_at === null)
  if (failed) {
    const how = 'repair it, then set rolled_back_at (to run it again) or finished_at (to keep it) in _prisma_migrations'
    throw new Error(`migration ${failed.migration_name} failed earlier: ${failed.logs ?? 'it was interrupted'}\n${how}`)
  }
  return new Map(rows.map((row) => [String(row.migration_name), String(row.checksum)]))
}

/**
 * @param {mysql.Connection} db
 * @param {{ name: string, sql: string, checksum: string }} migration
 */
async function apply(db, { name, sql, checksum }) {
  const id = randomUUID()
  await db.query(
    'INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at) VALUES (?, ?, ?, UTC_TIMESTAMP(3))',
    [id, checksum, name],
  )
  try {
    await db.query(sql)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    await db.query('UPDATE _prisma_migrations SET logs = ? WHERE id = ?', [message, id])
    throw new Error(`migration ${name} failed: ${message}`, { cause: error })
  }
  await db.query('UPDATE _prisma_migrations SET finished_at = UTC_TIMESTAMP(3), applied_steps_count = 1 WHERE id = ?', [
    id,
  ])
}

/**
 * @param {mysql.Connection} db
 * @param {string} sql
 * @returns {Promise<Array<Record<string, unknown>>>}
 */
async function select(db, sql) {
  const [rows] = await db.query(sql)
  return /** @type {Array<Record<string, unknown>>} */ (rows)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const url = process.argv[2] ?? process.env.DATABASE_URL
  if (!url) throw new Error('give the database: node scripts/migrate.mjs mysql://user:password@host:port/database')
  const { applied } = await migrate(url)
  console.log(applied.length ? `Applied ${applied.join(', ')}` : 'No migration was pending.')
}
