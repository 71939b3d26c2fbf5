/**
 * Brings a backup into a database. What was due since the backup may have been sent by the lost system, so it is not sent
 * again by itself: it is marked, its authors are told, and an administrator sees the list (F30). Every conversation starts
 * anew at its readers, and nothing that Redis holds counts any more.
 */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { floorToSeconds } from '#server/domain/time/units.ts'
import type { Tx } from '#server/mysql/connect.ts'
import { loadDbNow } from '#server/mysql/now.ts'
import { decideThePast } from '#server/mysql/series.ts'
import {
  emptyTable,
  hasRows,
  insertCells,
  isKept,
  LAST_TABLE,
  listAppliedMigrations,
  listWholeTables,
  raiseEpochs,
  stayAwake,
  type Cells,
  type WholeTable,
} from '#server/mysql/whole-tables.ts'
import { withTransaction } from '#server/mysql/tx.ts'
import type { Resources } from '../resources.ts'
import { forgetLoads } from './after-failover.ts'
import { holdThePast, type Held } from './hold-the-past.ts'
import { BACKUP_FORMAT, type BackupEnd, type BackupHead, type BackupPart } from './write-backup.ts'

/** Says what is wrong with the backup or the database, and what to do. */
export class RestoreError extends Error {
  override readonly name = 'RestoreError'
}

export type RestoreOptions = {
  /** Delete what the database holds first. */
  replace: boolean
  /** `hold`: what is overdue becomes FAILED (expired_after_restore). `send`: it is sent when the workers start. */
  past: 'hold' | 'send'
}

/** Lines that are read over in a transaction, between two signs of life to a server that ends idle ones. */
const SKIPPED_PER_SIGN = 100

export type Restored = { head: BackupHead; rows: Record<string, number>; held: Held[] }

/**
 * The file is read three times: to see that it is whole, before anything is deleted; for everything but scheduled messages;
 * and for those, which are held in the transaction that brings them, so that no worker ever finds one of the past.
 * @throws RestoreError
 */
export async function restoreBackup(resources: Resources, file: string, options: RestoreOptions): Promise<Restored> {
  const { head, end } = await checkWhole(file)
  await withTransaction(resources.mysql, (tx) => prepare(tx, head, options))
  const rows: Record<string, number> = {}
  for await (const { table, cells } of partsOf(file, head)) {
    if (table.table === LAST_TABLE) continue
    rows[table.table] = (rows[table.table] ?? 0) + cells.length
    await withTransaction(resources.mysql, (tx) => insertCells(tx, table, cells))
  }
  const held = await withTransaction(resources.mysql, async (tx) => {
    rows[LAST_TABLE] = await insertScheduled(tx, file, head)
    await raiseEpochs(tx)
    if (options.past !== 'hold') return []
    await decideThePast(tx, floorToSeconds(await loadDbNow(tx)))
    return holdThePast(resources, tx)
  })
  await forgetLoads(resources.redis)
  const wrong = Object.keys(end.rows).find((table) => isKept(table) && (rows[table] ?? 0) !== end.rows[table])
  if (wrong) throw new RestoreError(`${wrong} has ${rows[wrong] ?? 0} rows now, and should have ${end.rows[wrong]}.`)
  return { head, rows, held }
}

/** @returns how many */
async function insertScheduled(tx: Tx, file: string, head: BackupHead): Promise<number> {
  let count = 0
  let skipped = 0
  for await (const { table, cells } of partsOf(file, head)) {
    if (table.table === LAST_TABLE) {
      await insertCells(tx, table, cells)
      count += cells.length
    } else if (++skipped % SKIPPED_PER_SIGN === 0) await stayAwake(tx)
  }
  return count
}

type Part = { table: WholeTable; cells: Cells[] }

/** One line at a time, so that a backup need not fit into memory. */
async function* partsOf(file: string, head: BackupHead): AsyncGenerator<Part> {
  for await (const value of valuesOf(file)) {
    if (!Array.isArray(value)) continue
    const [name, cells] = value
    if (!isKept(name)) continue
    const table = head.tables.find((one) => one.table === name)
    if (!table) throw new RestoreError(`${file} has rows of ${name}, which its first line does not name.`)
    yield { table, cells }
  }
}

async function checkWhole(file: string): Promise<{ head: BackupHead; end: BackupEnd }> {
  let head: BackupHead | undefined
  let end: BackupEnd | undefined
  try {
    for await (const value of valuesOf(file)) {
      if (Array.isArray(value)) continue
      if ('end' in value) end = value
      else head ??= value
    }
  } catch (error) {
    throw new RestoreError(`${file} cannot be read to its end: ${error instanceof Error ? error.message : error}`)
  }
  if (head?.format !== BACKUP_FORMAT) throw new RestoreError(`${file} is no backup of this version (${BACKUP_FORMAT}).`)
  if (!end) throw new RestoreError(`${file} was cut off: its last line is missing. Use an older backup.`)
  return { head, end }
}

async function* valuesOf(file: string): AsyncGenerator<BackupHead | BackupPart | BackupEnd> {
  const source = createReadStream(file)
  const unzipped = source.pipe(createGunzip())
  source.on('error', (error) => unzipped.destroy(error))
  for await (const line of createInterface({ input: unzipped, crlfDelay: Infinity })) {
    yield JSON.parse(line) as BackupHead | BackupPart | BackupEnd
  }
}

async function prepare(tx: Tx, head: BackupHead, { replace }: RestoreOptions): Promise<void> {
  const here = await listAppliedMigrations(tx)
  const missing = head.migrations.filter((name) => !here.includes(name))
  if (missing.length > 0)
    throw new RestoreError(`The backup is of a newer version (${missing.join(', ')}): update this checkout first.`)
  const tables = await listWholeTables(tx)
  for (const { table, columns } of head.tables.filter((one) => isKept(one.table))) {
    const known = tables.find((one) => one.table === table)?.columns ?? []
    const unknown = columns.filter((column) => !known.includes(column))
    if (unknown.length > 0)
      throw new RestoreError(`This database has no ${table}.${unknown.join(', ')}: the versions do not fit.`)
  }
  for (const { table } of tables) {
    if (!(await hasRows(tx, table))) continue
    if (!replace)
      throw new RestoreError(
        `The database is not empty (${table}). Name an empty one in DATABASE_URL, or pass --replace.`,
      )
    await emptyTable(tx, table)
  }
}
