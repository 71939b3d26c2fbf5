/**
 * The rows of scheduled messages: reading them and every transition, each a compare-and-set whose affected rows are
 * the answer (C2). What a sender does to many rows at once stands in `send-rows.ts`.
 */
import type { ConversationId, MemberId, MessageId, SeriesId, WorkspaceId } from '#server/domain/ids.ts'
import type { Guards } from '#server/domain/scheduled-message/guards.ts'
import type { FailReason, LateCause, Status } from '#server/domain/scheduled-message/state.ts'
import { assert } from '#server/domain/assert.ts'
import type { EpochMillis, EpochSeconds, Seconds, ZoneId } from '#server/domain/time/units.ts'
import type { Promised } from '#server/domain/time/send-time.ts'
import type { Lane } from '#server/domain/partition/lane-of.ts'
import type { Db, Row, Tx } from './connect.ts'
import { DB_NOW_MS } from './now.ts'

export type ScheduledRow = Guards & {
  workspaceId: WorkspaceId
  id: MessageId
  authorId: MemberId
  conversationId: ConversationId
  threadRootId: MessageId | null
  /** Of a reply: it stands in the channel too. */
  alsoInChannel: boolean
  text: string
  payload: string | null
  sendAt: EpochSeconds
  zone: ZoneId
  wallClock: string
  zoneRules: string
  promised: Promised
  notAfter: EpochSeconds | null
  freeze_s: Seconds
  status: Status
  version: number
  fence: number
  wakeAt_ms: EpochMillis | null
  leaseOwner: string | null
  attempts: number
  failReason: FailReason | null
  sentSeq: number | null
  sentAt_ms: EpochMillis | null
  lateCause: LateCause | null
  createHash: string
  lane: Lane
  createdMs: EpochMillis
  changedMs: EpochMillis
  seriesId: SeriesId | null
  /** The day of its series' rule; null for one of no series, and once the series has withdrawn it. */
  seriesDay: string | null
}
/** With the database's clock at the moment of reading. */
export type ReadScheduled = { row: ScheduledRow; now: EpochMillis }

/** What a sender needs to know of a row: half of it, at nine o'clock of everybody's. */
export type DueRow = Guards &
  Pick<
    ScheduledRow,
    | 'workspaceId'
    | 'id'
    | 'authorId'
    | 'conversationId'
    | 'threadRootId'
    | 'alsoInChannel'
    | 'text'
    | 'payload'
    | 'sendAt'
    | 'notAfter'
    | 'status'
    | 'fence'
    | 'wakeAt_ms'
    | 'attempts'
    | 'seriesId'
    | 'seriesDay'
  >

export const DUE_COLUMNS = `workspace_id, id, author_id, channel_id, thread_root_id, also_in_channel, text, payload, send_at, not_after,
  quiet_after_seq, hold_if_archived, skip_if_away, status, fence, wake_at_ms, attempts, series_id,
  series_day`
export const SCHEDULED_COLUMNS = `${DUE_COLUMNS}, zone, wall_clock, zone_rules, promised, freeze_s, version, lease_owner,
  fail_reason, sent_seq, sent_at_ms, late_cause, create_hash, lane, created_ms, changed_ms`

export function toDueRow(row: Row): DueRow {
  return {
    workspaceId: row.workspace_id,
    id: row.id,
    authorId: row.author_id,
    conversationId: row.channel_id,
    threadRootId: row.thread_root_id,
    alsoInChannel: row.also_in_channel === 1,
    text: row.text,
    payload: row.payload,
    sendAt: Number(row.send_at) as EpochSeconds,
    notAfter: numberOrNull<EpochSeconds>(row.not_after),
    quietAfterSeq: numberOrNull<number>(row.quiet_after_seq),
    holdIfArchived: row.hold_if_archived === 1,
    skipIfAway: row.skip_if_away === 1,
    status: row.status,
    fence: row.fence,
    wakeAt_ms: numberOrNull<EpochMillis>(row.wake_at_ms),
    attempts: row.attempts,
    seriesId: row.series_id,
    seriesDay: row.series_day,
  }
}

export function toScheduledRow(row: Row): ScheduledRow {
  return {
    ...toDueRow(row),
    zone: row.zone,
    wallClock: row.wall_clock,
    zoneRules: row.zone_rules,
    promised: row.promised,
    freeze_s: row.freeze_s,
    version: row.version,
    leaseOwner: row.lease_owner,
    failReason: row.fail_reason,
    sentSeq: numberOrNull<number>(row.sent_seq),
    sentAt_ms: row.sent_at_ms === '0' ? null : (Number(row.sent_at_ms) as EpochMillis),
    lateCause: row.late_cause,
    createHash: row.create_hash,
    lane: row.lane,
    createdMs: Number(row.created_ms) as EpochMillis,
    changedMs: Number(row.changed_ms) as EpochMillis,
  }
}

function numberOrNull<T extends number>(value: string | number | null): T | null {
  return value === null ? null : (Number(value) as T)
}

export async function readScheduled(db: Db, workspaceId: WorkspaceId, id: MessageId): Promise<ReadScheduled | null> {
  return readOne(db, workspaceId, id, '')
}

/** Held until commit: whoever holds it decides what becomes of the message (C2, I3). */
export async function lockScheduled(tx: Tx, workspaceId: WorkspaceId, id: MessageId): Promise<ReadScheduled | null> {
  return readOne(tx, workspaceId, id, 'FOR UPDATE')
}

async function readOne(
  db: Db,
  workspaceId: WorkspaceId,
  id: MessageId,
  lock: '' | 'FOR UPDATE',
): Promise<ReadScheduled | null> {
  const [rows] = await db.query<Row[]>(
    `SELECT ${SCHEDULED_COLUMNS}, ${DB_NOW_MS} AS now_ms FROM scheduled_message WHERE workspace_id = ? AND id = ? ${lock}`,
    [workspaceId, id],
  )
  const row = rows[0]
  return row ? { row: toScheduledRow(row), now: Number(row.now_ms) as EpochMillis } : null
}

export type ScheduledTokenRef = { workspaceId: WorkspaceId; authorId: MemberId; clientToken: string }

/** @returns what was accepted under these client tokens before, by `<author>:<token>` */
export async function readScheduledByToken(
  db: Db,
  refs: readonly ScheduledTokenRef[],
): Promise<Map<string, ReadScheduled>> {
  if (refs.length === 0) return new Map()
  const [rows] = await db.query<Row[]>(
    `SELECT ${SCHEDULED_COLUMNS}, client_token, ${DB_NOW_MS} AS now_ms FROM scheduled_message FORCE INDEX (one_per_token)
     WHERE (workspace_id, author_id, client_token) IN (?)`,
    [refs.map((ref) => [BigInt(ref.workspaceId), BigInt(ref.authorId), ref.clientToken])], // written out: exact-keys.ts
  )
  return new Map(
    rows.map((row) => [
      `${row.author_id}:${row.client_token}`,
      { row: toScheduledRow(row), now: Number(row.now_ms) as EpochMillis },
    ]),
  )
}

export type NewScheduled = Pick<
  ScheduledRow,
  | 'workspaceId'
  | 'id'
  | 'authorId'
  | 'conversationId'
  | 'threadRootId'
  | 'alsoInChannel'
  | 'text'
  | 'payload'
  | 'sendAt'
  | 'zone'
  | 'wallClock'
  | 'zoneRules'
  | 'promised'
  | 'notAfter'
  | keyof Guards
  | 'freeze_s'
  | 'createHash'
  | 'lane'
> & { clientToken: string } & Partial<Pick<ScheduledRow, 'seriesId' | 'seriesDay'>>

/** T1. @throws duplicate key `one_per_token` where this client token was used before */
export async function insertScheduled(tx: Tx, rows: readonly NewScheduled[], now: EpochMillis): Promise<void> {
  await tx.query(
    `INSERT INTO scheduled_message (workspace_id, id, author_id, channel_id, thread_root_id, text, payload, send_at, zone,
       wall_clock, zone_rules, promised, not_after, quiet_after_seq, hold_if_archived, skip_if_away, freeze_s, status,
       version, fence, wake_at_ms, attempts, client_token, create_hash, lane, created_ms, changed_ms, series_id, series_day,
       also_in_channel) VALUES ?`,
    [
      rows.map((row) => [
        row.workspaceId,
        row.id,
        row.authorId,
        row.conversationId,
        row.threadRootId,
        row.text,
        row.payload,
        row.sendAt,
        row.zone,
        row.wallClock,
        row.zoneRules,
        row.promised,
        row.notAfter,
        row.quietAfterSeq,
        row.holdIfArchived,
        row.skipIfAway,
        row.freeze_s,
        'SCHEDULED',
        1,
        0,
        row.sendAt * 1000,
        0,
        row.clientToken,
        row.createHash,
        row.lane,
        now,
        now,
        row.seriesId ?? null,
        row.seriesDay ?? null,
        row.alsoInChannel,
      ]),
    ],
  )
}

export type ScheduledContent = Pick<
  ScheduledRow,
  'text' | 'payload' | 'sendAt' | 'zone' | 'wallClock' | 'zoneRules' | 'promised' | 'notAfter' | keyof Guards
>

/**
 * T8, T9, T10, T12 and T14: new content or time; the row waits for its second anew, and any sleeping holder of a lease is
 * fenced out (I3, I8).
 */
export async function rescheduleRow(
  tx: Tx,
  held: ScheduledRow,
  content: ScheduledContent,
  now: EpochMillis,
): Promise<void> {
  await changeOne(
    tx,
    held,
    `text = ?, payload = ?, send_at = ?, zone = ?, wall_clock = ?, zone_rules = ?, promised = ?, not_after = ?,
     quiet_after_seq = ?, hold_if_archived = ?, skip_if_away = ?, wake_at_ms = ?, status = 'SCHEDULED',
     fail_reason = NULL, lease_owner = NULL, attempts = 0, version = version + 1,
     fence = fence + 1, changed_ms = ?`,
    [
      content.text,
      content.payload,
      content.sendAt,
      content.zone,
      content.wallClock,
      content.zoneRules,
      content.promised,
      content.notAfter,
      content.quietAfterSeq,
      content.holdIfArchived,
      content.skipIfAway,
      content.sendAt * 1000,
      now,
    ],
  )
}

/** T7. */
export async function cancelRow(tx: Tx, held: ScheduledRow, now: EpochMillis): Promise<void> {
  await changeOne(
    tx,
    held,
    `status = 'CANCELED', wake_at_ms = NULL, lease_owner = NULL, version = version + 1, fence = fence + 1, changed_ms = ?`,
    [now],
  )
}

/**
 * T13: another author. A row that waits goes on waiting for its second, one that failed stays so; any sleeping holder of
 * a lease is fenced out, and the new author's own client tokens cannot meet the old one's.
 */
export async function handOverRow(tx: Tx, held: ScheduledRow, authorId: MemberId, now: EpochMillis): Promise<void> {
  const waits = held.status !== 'FAILED'
  await changeOne(
    tx,
    held,
    `author_id = ?, client_token = ?, status = ?, wake_at_ms = ?, lease_owner = NULL, version = version + 1,
     fence = fence + 1, changed_ms = ?`,
    [authorId, `handed:${held.id}`, waits ? 'SCHEDULED' : 'FAILED', waits ? held.sendAt * 1000 : null, now],
  )
}

/** T6: back to SCHEDULED after a failed try. @param attempts what stays counted */
export async function backOffRow(
  tx: Tx,
  held: ScheduledRow,
  pause_ms: number,
  now: EpochMillis,
  attempts = held.attempts,
): Promise<void> {
  await changeOne(
    tx,
    held,
    `status = 'SCHEDULED', lease_owner = NULL, wake_at_ms = ?, attempts = ?, fence = fence + 1`,
    [now + pause_ms, attempts],
  )
}

/** The caller holds the row's lock and passes what it read under it, so exactly one row must change. */
async function changeOne(tx: Tx, held: ScheduledRow, assignments: string, values: unknown[]): Promise<void> {
  const [result] = await tx.query(
    `UPDATE scheduled_message SET ${assignments} WHERE workspace_id = ? AND id = ? AND status = ? AND fence = ?`,
    [...values, held.workspaceId, held.id, held.status, held.fence],
  )
  assert('affectedRows' in result && result.affectedRows === 1, `I8: row ${held.id} changed under its own lock`)
}
