/** Every process says every few seconds that it lives, when it last succeeded, and its figures (S8). */
import type { EpochMillis } from '#server/domain/time/units.ts'
import type { Db, Row } from './connect.ts'
import { DB_NOW_MS } from './now.ts'

export const WORKERS = ['gateway', 'hydrator', 'dispatcher', 'sweeper', 'relay', 'jobs'] as const
export type WorkerName = (typeof WORKERS)[number]

export type Heartbeat = {
  worker: WorkerName
  instance: string
  startedMs: EpochMillis
  beatMs: EpochMillis
  successMs: EpochMillis | null
  detail: Record<string, unknown>
}

/** @param success whether a pass has succeeded since the last beat */
export async function beat(
  db: Db,
  worker: WorkerName,
  instance: string,
  success: boolean,
  detail: Record<string, unknown>,
): Promise<void> {
  await db.query(
    `INSERT INTO worker_heartbeat (worker, instance, started_ms, beat_ms, success_ms, detail)
     VALUES (?, ?, ${DB_NOW_MS}, ${DB_NOW_MS}, ${success ? DB_NOW_MS : 'NULL'}, ?)
     ON DUPLICATE KEY UPDATE beat_ms = VALUES(beat_ms), success_ms = COALESCE(VALUES(success_ms), success_ms),
       detail = VALUES(detail)`,
    [worker, instance, JSON.stringify(detail)],
  )
}

/** A process that drained says so by leaving: its silence afterwards is no alarm. */
export async function removeHeartbeat(db: Db, worker: WorkerName, instance: string): Promise<void> {
  await db.query('DELETE FROM worker_heartbeat WHERE worker = ? AND instance = ?', [worker, instance])
}

/** All, with the database's clock; silent ones of the last day included. */
export async function listHeartbeats(db: Db): Promise<{ now: EpochMillis; beats: Heartbeat[] }> {
  const [clock] = await db.query<Row[]>(`SELECT ${DB_NOW_MS} AS now_ms`)
  const [rows] = await db.query<Row[]>(
    'SELECT worker, instance, started_ms, beat_ms, success_ms, detail FROM worker_heartbeat ORDER BY worker, instance LIMIT 1000',
  )
  return {
    now: Number(clock[0]?.now_ms) as EpochMillis,
    beats: rows.map((row) => ({
      worker: row.worker,
      instance: row.instance,
      startedMs: Number(row.started_ms) as EpochMillis,
      beatMs: Number(row.beat_ms) as EpochMillis,
      successMs: row.success_ms === null ? null : (Number(row.success_ms) as EpochMillis),
      detail: JSON.parse(row.detail) as Record<string, unknown>,
    })),
  }
}

/** Those silent for longer than `silent_ms`: processes that never said goodbye. */
export async function removeSilentHeartbeats(db: Db, silent_ms: number): Promise<void> {
  await db.query(`DELETE FROM worker_heartbeat WHERE beat_ms < ${DB_NOW_MS} - ?`, [silent_ms])
}
