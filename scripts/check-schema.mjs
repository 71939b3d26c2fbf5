/**
 * Proves that prisma/schema.prisma and prisma/migrations describe the same tables, and that every key of a workspace's
 * table starts with workspace_id, so that the tables can be sharded by it.
 *
 * Both are applied to scratch databases and what the server then says of itself is compared. Migrations may add collations
 * and CHECKs. Uses TEST_DATABASE_URL when set, otherwise a private server in a temporary folder (about 1.5 s).
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connectCreating, readMigrations } from './migrate.mjs'
import { startDatabase } from './provision/database.mjs'
import { PROJECT } from './provision/paths.mjs'
import { schemaDdl } from './schema/ddl.mjs'
import { tableFacts, uniqueKeys } from './schema/facts.mjs'

/** Tables that belong to no single workspace. Everything else is a workspace's own and sharded by it. */
const GLOBAL_TABLES = [
  ...[/^auth_/, /^account_workspace$/, /^hydration_bucket$/, /^dispatch_lane$/, /^worker_heartbeat$/],
  ...[/^lateness_minute$/, /^failure_minute$/],
]

const problems = await withServer(checkSchema)
for (const problem of problems) console.error(problem)
if (problems.length > 0) {
  console.error(`\n${problems.length} differences. Change schema.prisma, or add a migration, until both say the same.`)
  process.exitCode = 1
}

/** @param {string} serverUrl */
async function checkSchema(serverUrl) {
  const statements = schemaDdl(path.join(PROJECT, 'prisma', 'schema.prisma'))
  const migrated = await factsOf(
    serverUrl,
    'carillon_check_migrated',
    readMigrations().map((migration) => migration.sql),
  )
  const declared = await factsOf(serverUrl, 'carillon_check_declared', statements)
  const missing = without(declared.facts, migrated.facts).map((fact) => `only in schema.prisma: ${fact}`)
  const extra = without(migrated.facts, declared.facts).map((fact) => `only in migrations:    ${fact}`)
  const unsharded = migrated.keys
    .filter((key) => key.first !== 'workspace_id' && !GLOBAL_TABLES.some((global) => global.test(key.table)))
    .map((key) => `key ${key.key} of ${key.table} starts with ${key.first}, not workspace_id`)
  if (migrated.facts.length === 0) return ['prisma/migrations creates no tables']
  console.log(`${migrated.facts.length} facts compared, ${migrated.keys.length} keys checked`)
  return [...missing, ...extra, ...unsharded]
}

/**
 * @param {string} serverUrl
 * @param {string} name of the scratch database, dropped before and after
 * @param {string[]} scripts
 */
async function factsOf(serverUrl, name, scripts) {
  const url = new URL(serverUrl)
  url.pathname = `/${name}_${process.pid}`
  const db = await connectCreating(url.href)
  try {
    for (const script of scripts) await db.query(script)
    return { facts: await tableFacts(db), keys: await uniqueKeys(db) }
  } finally {
    await db.query(`DROP DATABASE \`${name}_${process.pid}\``)
    await db.end()
  }
}

/**
 * @template T
 * @param {(serverUrl: string) => Promise<T>} use
 */
async function withServer(use) {
  if (process.env.TEST_DATABASE_URL) return use(process.env.TEST_DATABASE_URL)
  const dir = mkdtempSync(path.join(tmpdir(), 'carillon-schema-'))
  const server = await startDatabase({ dir, bufferPoolMb: 64 })
  try {
    return await use(server.url)
  } finally {
    await server.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

/**
 * @param {string[]} all
 * @param {string[]} others
 */
function without(all, others) {
  const known = new Set(others)
  return all.filter((fact) => !known.has(fact))
}
