/**
 * The workers' scans over all workspaces of a shard. Index: due (lane, wake_at_ms, workspace_id, id), which holds only
 * what is not final at its head: every scan reads from the oldest end and stops early.
 */
import { assert } from '#server/domain/assert.ts'
import { LANES, type Lane } from '#server/domain/partition/lane-of.ts'
import type { WorkspaceId } from '#server/domain/ids.ts'
import type { DueRef } from '#server/domain/partition/redis-keys.ts'
import type { EpochMillis } from '#server/domain/time/units.ts'
import type { Db, Row, Tx } from './connect.ts'
import { DB_NOW_MS } from './now.ts'

export type DueRow = DueRef & { wakeAt_ms: EpochMillis }

function toDueRow(row: Row): DueRow {
  return { workspaceId: row.workspace_id, id: row.id, wakeAt_ms: Number(row.wake_at_ms) as EpochMillis }
}

/** Rows of a lane that woke at least `overdue_ms` ago, oldest first. */
export async function listOverdue(db: Db, lane: Lane, overdue_ms: number, limit: number): Promise<DueRow[]> {
  checkLimit(limit)
  const [rows] = await db.query<Row[]>(
    `SELECT workspace_id, id, wake_at_ms FROM scheduled_message WHERE lane = ? AND wake_at_ms <= ${DB_NOW_MS} - ?
     ORDER BY lane, wake_at_ms, workspace_id, id LIMIT ${limit}`,
    [lane, overdue_ms],
  )
  return rows.map(toDueRow)
}

/**
 * Rows of a lane whose second has passed, whatever they wait for. A restore's scan, from the oldest end of `due`: whoever
 * waits for a back-off or a lease was due before that, so nothing beyond the longest of them needs to be looked at.
 */
export async function listPastDue(db: Db, lane: Lane, now: EpochMillis, limit: number): Promise<DueRow[]> {
  checkLimit(limit)
  const [rows] = await db.query<Row[]>(
    `SELECT workspace_id, id, wake_at_ms FROM scheduled_message WHERE lane = ? AND wake_at_ms <= ? AND send_at * 1000 <= ?
     ORDER BY lane, wake_at_ms, workspace_id, id LIMIT ${limit}`,
    [lane, now + LONGEST_WAIT_MS, now],
  )
  return rows.map(toDueRow)
}

/**
 * Rows that wake at one of these instants and are of anybody but this workspace: a few seeks into `due`, however many rows
 * that workspace has there. Oldest first.
 */
export async function listDueOfOthers(
  db: Db,
  wakes_ms: readonly number[],
  workspaceId: WorkspaceId,
  limit: number,
): Promise<DueRow[]> {
  checkLimit(limit)
  const [rows] = await db.query<Row[]>(
    `SELECT workspace_id, id, wake_at_ms FROM scheduled_message
     WHERE lane IN (?) AND wake_at_ms IN (?) AND (workspace_id < ? OR workspace_id > ?)
     ORDER BY wake_at_ms, workspace_id, id LIMIT ${limit}`,
    [LANES, wakes_ms, workspaceId, workspaceId],
  )
  return rows.map(toDueRow)
}

/** Longer than any back-off or lease. */
const LONGEST_WAIT_MS = 3_600_000

export type ScanPosition = DueRow | null

/** A page of a lane's pending rows that wake before `until_ms`, behind `after`. */
export async function listPending(
  db: Db,
  lane: Lane,
  after: ScanPosition,
  until_ms: EpochMillis,
  limit: number,
): Promise<DueRow[]> {
  checkLimit(limit)
  // The expanded form of a row comparison: the short form would scan the whole index.
  const behind = after
    ? `AND wake_at_ms >= ? AND (wake_at_ms > ? OR (wake_at_ms = ? AND (workspace_id > ? OR (workspace_id = ? AND id > ?))))`
    : ''
  const position = after
    ? [after.wakeAt_ms, after.wakeAt_ms, after.wakeAt_ms, after.workspaceId, after.workspaceId, after.id]
    : []
  const [rows] = await db.query<Row[]>(
    `SELECT workspace_id, id, wake_at_ms FROM scheduled_message WHERE lane = ? AND wake_at_ms < ? ${behind}
     ORDER BY lane, wake_at_ms, workspace_id, id LIMIT ${limit}`,
    [lane, until_ms, ...position],
  )
  return rows.map(toDueRow)
}

export type OtherRulesRow = DueRow & { zoneRules: string }

/**
 * A page of a lane's pending rows that were reckoned with another edition of the zone rules, behind `after`. Reads every
 * pending row of the lane behind it until the page is full, so it is for jobs that nobody waits for.
 */
export async function listByOtherRules(
  db: Db,
  lane: Lane,
  edition: string,
  after: ScanPosition,
  limit: number,
): Promise<OtherRulesRow[]> {
  checkLimit(limit)
  const behind = after
    ? `AND wake_at_ms >= ? AND (wake_at_ms > ? OR (wake_at_ms = ? AND (workspace_id > ? OR (workspace_id = ? AND id > ?))))`
    : 'AND wake_at_ms > 0'
  const position = after
    ? [after.wakeAt_ms, after.wakeAt_ms, after.wakeAt_ms, after.workspaceId, after.workspaceId, after.id]
    : []
  const [rows] = await db.query<Row[]>(
    `SELECT workspace_id, id, wake_at_ms, zone_rules FROM scheduled_message FORCE INDEX (due)
     WHERE lane = ? ${behind} AND zone_rules <> ? ORDER BY lane, wake_at_ms, workspace_id, id LIMIT ${limit}`,
    [lane, ...position, edition],
  )
  return rows.map((row) => ({ ...toDueRow(row), zoneRules: row.zone_rules }))
}

/** MySQL and MariaDB answer a busy NOWAIT differently. */
const BUSY_ERRNO = new Set([1205, 3572])

/** Takes the lane until the transaction ends. @returns false if another dispatcher has it */
export async function tryLockLane(tx: Tx, lane: Lane): Promise<boolean> {
  try {
    await tx.query('SELECT lane FROM dispatch_lane WHERE lane = ? FOR UPDATE NOWAIT', [lane])
    return true
  } catch (error) {
    if (BUSY_ERRNO.has((error as { errno?: number }).errno ?? 0)) return false
    throw error
  }
}

/** The first key of each lane: without the lane, MIN would read the whole index. */
const FIRST_WAKES = LANES.map(
  (lane) => `SELECT MIN(wake_at_ms) AS wake_at_ms FROM scheduled_message WHERE lane = ${lane} AND wake_at_ms > 0`,
).join(' UNION ALL ')

/** How long the oldest due row has waited, in ms; 0 where nothing is overdue. */
export async function readOldestDueAge(db: Db): Promise<number> {
  const [rows] = await db.query<Row[]>(
    `SELECT GREATEST(0, CAST(${DB_NOW_MS} AS SIGNED) - CAST(MIN(wake_at_ms) AS SIGNED)) AS age_ms FROM (${FIRST_WAKES}) AS first_wakes`,
  )
  return Number(rows[0]?.age_ms ?? 0)
}

/** Counting a lane stops here: a backlog of a day must not make the question slow. */
const COUNTED_PER_LANE = 1_000

export type DueCounts = {
  overdue: number
  /** Overdue ones not included. */
  nextMinute: number
  nextHour: number
  /** Some lane has more than were counted. */
  atLeast: boolean
}

/** How much is due, and how much soon. Three short ranges of each lane (3 ms where all are full). */
export async function countDue(db: Db): Promise<DueCounts> {
  const [clock] = await db.query<Row[]>(`SELECT ${DB_NOW_MS} AS now_ms`)
  const now_ms = Number(clock[0]?.now_ms)
  const ranges = [
    [1, now_ms],
    [now_ms + 1, now_ms + 60_000],
    [now_ms + 1, now_ms + 3_600_000],
  ] as const
  const counts = LANES.flatMap((lane) =>
    ranges.map(
      ([from_ms, to_ms], range) =>
        `SELECT ${range} AS due_range, COUNT(*) AS row_count FROM (SELECT 1 FROM scheduled_message
         WHERE lane = ${lane} AND wake_at_ms BETWEEN ${from_ms} AND ${to_ms} LIMIT ${COUNTED_PER_LANE}) AS counted`,
    ),
  )
  const [rows] = await db.query<Row[]>(counts.join(' UNION ALL '))
  const sum = (range: number) =>
    rows.filter((row) => Number(row.due_range) === range).reduce((total, row) => total + Number(row.row_count), 0)
  return {
    overdue: sum(0),
    nextMinute: sum(1),
    nextHour: sum(2),
    atLeast: rows.some((row) => Number(row.row_count) === COUNTED_PER_LANE),
  }
}

function checkLimit(limit: number): void {
  assert(Number.isInteger(limit) && limit > 0 && limit <= 5000, `limit ${limit}`)
}
