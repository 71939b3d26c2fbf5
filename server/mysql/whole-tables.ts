/** Every row of every table, for backup and restore. The only SQL that belongs to no aggregate: it never looks inside a row. */
import type { Readable } from 'node:stream'
import { assert } from '#server/domain/assert.ts'
import type { Mysql, Row, Tx } from './connect.ts'

/**
 * Signs of life, figures for plots, and what a hydrator did to a Redis that may be gone: worthless elsewhere. Lanes come with
 * the migrations, and what is searched is made of the messages again.
 */
const NOT_KEPT = new Set([
  ...['worker_heartbeat', 'lateness_minute', 'failure_minute'],
  ...['hydration_bucket', 'dispatch_lane', '_prisma_migrations', 'search_document', 'search_cursor'],
])

/** False of a table that an older version wrote to its backups: it is read over. */
export const isKept = (table: string): boolean => !NOT_KEPT.has(table)

export type WholeTable = { table: string; columns: string[] }
/** As the driver gives it: integers beyond 53 bits and dates are text. */
export type Cells = (string | number | null)[]

/** Scheduled messages come last: what a restore does about them happens in one transaction with their rows. */
export const LAST_TABLE = 'scheduled_message'

export async function listWholeTables(tx: Tx): Promise<WholeTable[]> {
  const [rows] = await tx.query<Row[]>(
    `SELECT TABLE_NAME AS table_name, COLUMN_NAME AS column_name FROM INFORMATION_SCHEMA.COLUMNS
     WHERE TABLE_SCHEMA = DATABASE() ORDER BY TABLE_NAME, ORDINAL_POSITION`,
  )
  const tables = new Map<string, string[]>()
  for (const row of rows) {
    if (isKept(row.table_name)) tables.set(row.table_name, [...(tables.get(row.table_name) ?? []), row.column_name])
  }
  return [...tables]
    .map(([table, columns]) => ({ table, columns }))
    .toSorted((a, b) => Number(a.table === LAST_TABLE) - Number(b.table === LAST_TABLE))
}

export async function listAppliedMigrations(tx: Tx): Promise<string[]> {
  const [rows] = await tx.query<Row[]>(
    'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name',
  )
  return rows.map((row) => row.migration_name)
}

/** All reads inside see the database as it was at one moment, while everyone else goes on writing. */
export async function inSnapshot<T>(mysql: Mysql, work: (tx: Tx) => Promise<T>): Promise<T> {
  const tx = await mysql.read.getConnection()
  try {
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
    await tx.query('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY')
    return await work(tx)
  } finally {
    await tx.query('ROLLBACK').then(
      () => tx.release(),
      () => tx.destroy(),
    )
  }
}

/** Row by row, so that a table need not fit into memory. */
export function streamRows(tx: Tx, { table, columns }: WholeTable): AsyncIterable<Cells> {
  const sql = `SELECT ${columns.map(quoted).join(', ')} FROM ${quoted(table)}`
  // The promise interface of the driver has no streams; the connection beneath it has.
  const beneath = (tx as unknown as { connection: { query(q: object): { stream(): Readable } } }).connection
  return beneath.query({ sql, rowsAsArray: true }).stream()
}

export async function insertCells(tx: Tx, { table, columns }: WholeTable, rows: readonly Cells[]): Promise<void> {
  if (rows.length > 0)
    await tx.query(`INSERT INTO ${quoted(table)} (${columns.map(quoted).join(', ')}) VALUES ?`, [rows])
}

/** The server rolls back who says nothing for seconds. */
export async function stayAwake(tx: Tx): Promise<void> {
  await tx.query('DO 0')
}

export async function hasRows(tx: Tx, table: string): Promise<boolean> {
  const [rows] = await tx.query<Row[]>(`SELECT 1 FROM ${quoted(table)} LIMIT 1`)
  return rows.length > 0
}

export async function emptyTable(tx: Tx, table: string): Promise<void> {
  await tx.query(`DELETE FROM ${quoted(table)}`)
}

/**
 * Every conversation starts anew at every client: what it shows may have been lost. Above anything ever told, because no
 * conversation has started anew more than once a second since 1970.
 */
export async function raiseEpochs(tx: Tx): Promise<void> {
  await tx.query('UPDATE channel SET epoch = GREATEST(epoch + 1, UNIX_TIMESTAMP())')
}

function quoted(name: string): string {
  assert(/^\w+$/.test(name), `not a name of ours: ${name}`)
  return `\`${name}\``
}
