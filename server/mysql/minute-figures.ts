/**
 * What was sent and what failed, per minute, in counts that processes add to (S8). Of the whole shard: holds no id of a
 * workspace, a person or a message. Written beside the send, never inside its transaction.
 */
import type { LatenessCount } from '#server/domain/operations/lateness.ts'
import type { FailReason } from '#server/domain/scheduled-message/state.ts'
import type { Db, Row } from './connect.ts'
import { DB_NOW_MS } from './now.ts'

export type MinuteLateness = LatenessCount & { minute_s: number }
export type MinuteFailures = { minute_s: number; reason: FailReason; messages: number }

/** In key order, so that processes which add to the same minute wait for each other and never in a circle. */
export async function addLateness(db: Db, counts: readonly MinuteLateness[]): Promise<void> {
  if (counts.length === 0) return
  const sorted = counts.toSorted((a, b) => a.minute_s - b.minute_s || a.bound_ms - b.bound_ms)
  await db.query(
    `INSERT INTO lateness_minute (minute_s, bound_ms, messages, worst_ms) VALUES ?
     ON DUPLICATE KEY UPDATE messages = messages + VALUES(messages), worst_ms = GREATEST(worst_ms, VALUES(worst_ms))`,
    [sorted.map((count) => [count.minute_s, count.bound_ms, count.messages, count.worst_ms])],
  )
}

export async function addFailures(db: Db, failures: readonly MinuteFailures[]): Promise<void> {
  if (failures.length === 0) return
  const sorted = failures.toSorted((a, b) => a.minute_s - b.minute_s || (a.reason < b.reason ? -1 : 1))
  await db.query(
    `INSERT INTO failure_minute (minute_s, reason, messages) VALUES ?
     ON DUPLICATE KEY UPDATE messages = messages + VALUES(messages)`,
    [sorted.map((failure) => [failure.minute_s, failure.reason, failure.messages])],
  )
}

/** Of the last `span_s`, added up in steps that start at multiples of `step_s`. Key: PRIMARY (minute_s, bound_ms). */
export async function readLateness(
  db: Db,
  { span_s, step_s }: { span_s: number; step_s: number },
): Promise<{ now_s: number; steps: (LatenessCount & { at_s: number })[] }> {
  const [clock] = await db.query<Row[]>(`SELECT ${DB_NOW_MS} AS now_ms`)
  const now_s = Math.floor(Number(clock[0]?.now_ms) / 1000)
  const from_s = Math.floor((now_s - span_s) / step_s) * step_s
  const [rows] = await db.query<Row[]>(
    `SELECT minute_s - minute_s % ? AS at_s, bound_ms, SUM(messages) AS message_sum, MAX(worst_ms) AS worst_ms
     FROM lateness_minute WHERE minute_s >= ? GROUP BY at_s, bound_ms ORDER BY at_s, bound_ms`,
    [step_s, from_s],
  )
  return {
    now_s,
    steps: rows.map((row) => ({
      at_s: Number(row.at_s),
      bound_ms: Number(row.bound_ms),
      messages: Number(row.message_sum),
      worst_ms: Number(row.worst_ms),
    })),
  }
}

/** Most frequent first. Key: PRIMARY (minute_s, reason). */
export async function readFailures(db: Db, span_s: number): Promise<{ reason: FailReason; messages: number }[]> {
  const [rows] = await db.query<Row[]>(
    `SELECT reason, SUM(messages) AS message_sum FROM failure_minute
     WHERE minute_s >= FLOOR(${DB_NOW_MS} / 1000) - ? GROUP BY reason ORDER BY message_sum DESC, reason`,
    [span_s],
  )
  return rows.map((row) => ({ reason: row.reason as FailReason, messages: Number(row.message_sum) }))
}

/** Retention: both tables end `kept_s` ago. */
export async function removeOldFigures(db: Db, kept_s: number): Promise<void> {
  await db.query(`DELETE FROM lateness_minute WHERE minute_s < FLOOR(${DB_NOW_MS} / 1000) - ?`, [kept_s])
  await db.query(`DELETE FROM failure_minute WHERE minute_s < FLOOR(${DB_NOW_MS} / 1000) - ?`, [kept_s])
}
