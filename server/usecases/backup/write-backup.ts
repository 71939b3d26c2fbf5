/**
 * A backup: one moment of the whole database as gzipped JSON lines, the same from MySQL and MariaDB. First line: what it is;
 * then `[table, rows]`; the last line counts them, so a backup that was cut off is refused.
 */
import { createWriteStream, renameSync } from 'node:fs'
import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { EpochMillis } from '#server/domain/time/units.ts'
import { loadDbNow } from '#server/mysql/now.ts'
import {
  inSnapshot,
  listAppliedMigrations,
  listWholeTables,
  streamRows,
  type Cells,
  type WholeTable,
} from '#server/mysql/whole-tables.ts'
import type { Tx } from '#server/mysql/connect.ts'
import type { Resources } from '../resources.ts'

export const BACKUP_FORMAT = 'carillon-backup-1'
export type BackupHead = { format: string; takenMs: EpochMillis; migrations: string[]; tables: WholeTable[] }
export type BackupPart = [table: string, rows: Cells[]]
export type BackupEnd = { end: true; rows: Record<string, number> }

const ROWS_PER_LINE = 200

/** @param file appears only when it is whole; readable by its owner alone */
export async function writeBackup(
  { mysql }: Pick<Resources, 'mysql'>,
  file: string,
): Promise<{ head: BackupHead; end: BackupEnd }> {
  const partial = `${file}.partial`
  const told = await inSnapshot(mysql, async (tx) => {
    const head: BackupHead = {
      format: BACKUP_FORMAT,
      takenMs: await loadDbNow(tx),
      migrations: await listAppliedMigrations(tx),
      tables: await listWholeTables(tx),
    }
    const end: BackupEnd = { end: true, rows: {} }
    const out = createWriteStream(partial, { mode: 0o600, flags: 'w' })
    await once(out, 'open')
    await pipeline(Readable.from(linesOf(tx, head, end)), createGzip(), out)
    return { head, end }
  })
  renameSync(partial, file)
  return told
}

async function* linesOf(tx: Tx, head: BackupHead, end: BackupEnd): AsyncGenerator<string> {
  const line = (value: BackupHead | BackupPart | BackupEnd) => `${JSON.stringify(value)}\n`
  yield line(head)
  for (const table of head.tables) {
    let rows: Cells[] = []
    let count = 0
    for await (const row of streamRows(tx, table)) {
      count++
      if (rows.push(row) === ROWS_PER_LINE) {
        yield line([table.table, rows])
        rows = []
      }
    }
    if (rows.length > 0) yield line([table.table, rows])
    end.rows[table.table] = count
  }
  yield line(end)
}
