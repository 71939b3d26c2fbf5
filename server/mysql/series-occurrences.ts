/** Which day of its series each message is for (T4). */
import type { MessageId, SeriesId, WorkspaceId } from '#server/domain/ids.ts'
import type { EpochSeconds, ZoneId } from '#server/domain/time/units.ts'
import type { Db, Row, Tx } from './connect.ts'
import { BY_KEY, exactKeys, USE_PRIMARY } from './exact-keys.ts'
import type { SeriesRef } from './series.ts'

export type OccurrenceKey = { workspaceId: WorkspaceId; seriesId: SeriesId; day: string; scheduledId: MessageId }

/** @throws duplicate PRIMARY where the day has its message already: a series has one a day, whatever runs twice */
export async function insertOccurrences(tx: Tx, keys: readonly OccurrenceKey[]): Promise<void> {
  if (keys.length === 0) return
  await tx.query('INSERT INTO series_occurrence (workspace_id, series_id, day, scheduled_id) VALUES ?', [
    keys.map(({ workspaceId, seriesId, day, scheduledId }) => [workspaceId, seriesId, day, scheduledId]),
  ])
}

/** Days from `from` on that have their message, whatever became of it. */
export async function listTakenDays(db: Db, { workspaceId, id }: SeriesRef, from: string): Promise<Set<string>> {
  const [rows] = await db.query<Row[]>(
    'SELECT day FROM series_occurrence WHERE workspace_id = ? AND series_id = ? AND day >= ? LIMIT 5000', // PRIMARY
    [workspaceId, id, from],
  )
  return new Set(rows.map((row) => row.day as string))
}

export type WaitingOccurrence = { id: MessageId; day: string; sendAt: EpochSeconds; wallClock: string; zone: ZoneId }

/**
 * Messages of these series that are not sent yet, soonest first. Keys: PRIMARY of both.
 * @param from the earliest day to look at; nobody can schedule further ahead than a year
 */
export async function listWaiting(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly SeriesId[],
  from: string,
): Promise<Map<SeriesId, WaitingOccurrence[]>> {
  const waiting = new Map<SeriesId, WaitingOccurrence[]>()
  if (ids.length === 0) return waiting
  const [rows] = await db.query<Row[]>(
    `SELECT o.series_id, o.day, s.id, s.send_at, s.wall_clock, s.zone FROM series_occurrence o ${USE_PRIMARY}
       JOIN scheduled_message s ${USE_PRIMARY} ON s.workspace_id = o.workspace_id AND s.id = o.scheduled_id
     WHERE o.workspace_id = ? AND o.series_id IN (?) AND o.day >= ? AND s.wake_at_ms IS NOT NULL
     ORDER BY s.send_at, s.id LIMIT 5000`,
    [workspaceId, ids, from],
  )
  for (const row of rows) {
    const { id, day, zone, wall_clock: wallClock } = row
    const known = waiting.get(row.series_id) ?? []
    known.push({ id, day, zone, wallClock, sendAt: Number(row.send_at) as EpochSeconds })
    waiting.set(row.series_id, known)
  }
  return waiting
}

/** They keep the series they came from; their days are free for others. Their rows are locked by the caller. */
export async function releaseOccurrences(
  tx: Tx,
  { workspaceId, id }: SeriesRef,
  released: readonly { day: string; scheduledId: MessageId }[],
): Promise<void> {
  if (released.length === 0) return
  await tx.query('DELETE FROM series_occurrence WHERE workspace_id = ? AND series_id = ? AND day IN (?)', [
    workspaceId,
    id,
    released.map(({ day }) => day),
  ])
  const keys = exactKeys(released.map(({ scheduledId }) => [workspaceId, scheduledId]))
  await tx.query(
    `UPDATE scheduled_message s ${BY_KEY} SET s.series_day = NULL WHERE (s.workspace_id, s.id) IN (?) AND s.series_id = ?`,
    [keys, id],
  )
}
