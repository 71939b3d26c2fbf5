/**
 * The only "now" that a claim, a send or the audit trail compares or stores: epoch milliseconds by the database's
 * clock, read once per statement (I2). Follows `SET timestamp`, which is how tests move it.
 */
import { epochMillis, type EpochMillis } from '#server/domain/time/units.ts'
import type { Db, Row } from './connect.ts'

export const DB_NOW_MS = 'CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS UNSIGNED)'

export async function loadDbNow(db: Db): Promise<EpochMillis> {
  const [rows] = await db.query<Row[]>(`SELECT ${DB_NOW_MS} AS now_ms`)
  return epochMillis(Number(rows[0]?.now_ms))
}
