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

/**
 * What is decided of the days from one on, and of the last day before it. PRIMARY, twice.
 * @param from such as `2026-12-15`
 */
export async function listOccurrencesAround(
  db: Db,
  { workspaceId, id }: SeriesRef,
  from: string,
): Promise<Pick<OccurrenceKey, 'day' | 'scheduledId'>[]> {
  const [rows] = await db.query<Row[]>(
    `(SELECT day, scheduled_id FROM series_occurrence WHERE workspace_id = ? AND series_id = ? AND day < ?
        ORDER BY day DESC LIMIT 1)
     UNION ALL
     (SELECT day, scheduled_id FROM series_occurrence WHERE workspace_id = ? AND series_id = ? AND day >= ? LIMIT 5000)`,
    [workspaceId, id, from, workspaceId, id, from],
  )
  return rows.map((row) => ({ day: row.day as string, scheduledId: row.scheduled_id as MessageId }))
}

export type WaitingOccurrence = { id: MessageId; day: string; sendAt: EpochSeconds; wallClock: string; zone: ZoneId }

/**
 * Messages of these series that are not sent yet, soonest first. Keys: PRIMARY of both. A series that goes on where another
 * was split knows days of that one; their messages are not its own.
 * @param from the earliest day to look at
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
     WHERE o.workspace_id = ? AND o.series_id IN (?) AND o.day >= ? AND s.series_id = o.series_id
       AND s.wake_at_ms IS NOT NULL
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

/** Questions in one statement. */
const TOGETHER = 100
/** Over the days of a series after one, to the first that is due later and was or may yet be sent. Keys: PRIMARY of both. */
const DUE_SINCE = `(SELECT ? AS id FROM series_occurrence o ${USE_PRIMARY}
    STRAIGHT_JOIN scheduled_message l ${USE_PRIMARY} ON l.workspace_id = o.workspace_id AND l.id = o.scheduled_id
  WHERE o.workspace_id = ? AND o.series_id = ? AND o.day > ? AND l.send_at > ? AND l.send_at <= ?
    AND l.status IN ('SCHEDULED', 'DISPATCHING', 'SENT') LIMIT 1)`

type MissedOccurrence = {
  workspaceId: WorkspaceId
  id: MessageId
  seriesId: SeriesId
  seriesDay: string
  sendAt: EpochSeconds
}

/** Which of these have a later one of their series that is due by `now` as well, or has gone out already. */
export async function readOvertaken(
  tx: Tx,
  missed: readonly MissedOccurrence[],
  now: EpochSeconds,
): Promise<Set<MessageId>> {
  const overtaken = new Set<MessageId>()
  for (let at = 0; at < missed.length; at += TOGETHER) {
    const part = missed.slice(at, at + TOGETHER)
    const [rows] = await tx.query<Row[]>(
      part.map(() => DUE_SINCE).join(' UNION ALL '),
      part.flatMap((one) => [one.id, one.workspaceId, one.seriesId, one.seriesDay, one.sendAt, now]),
    )
    for (const row of rows) overtaken.add(row.id)
  }
  return overtaken
}

/**
 * Another message for a day that has one already: its message was cancelled and is scheduled again.
 * @returns false where the day's message is not `instead` (any more)
 */
export async function takeOccurrence(
  tx: Tx,
  { workspaceId, seriesId, day, scheduledId }: OccurrenceKey,
  instead: MessageId,
): Promise<boolean> {
  const [result] = await tx.query(
    'UPDATE series_occurrence SET scheduled_id = ? WHERE workspace_id = ? AND series_id = ? AND day = ? AND scheduled_id = ?', // PRIMARY
    [scheduledId, workspaceId, seriesId, day, instead],
  )
  return 'affectedRows' in result && result.affectedRows === 1
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
