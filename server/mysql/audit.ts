/** The append-only audit trail and the notices to authors, written in the transaction of the change they tell (C8). */
import type { MemberId, MessageId, RowId, SeriesId, WorkspaceId } from '#server/domain/ids.ts'
import { assert } from '#server/domain/assert.ts'
import type { SeriesEventKind } from '#server/domain/recurrence/series.ts'
import type { EpochMillis } from '#server/domain/time/units.ts'
import type { Db, Row, Tx } from './connect.ts'

/** What happened to one message, or to a series, whose own id then stands in `scheduledId`. */
type TrailEvent<Of extends MessageId | SeriesId> = {
  workspaceId: WorkspaceId
  scheduledId: Of
  id: RowId
  kind: Of extends SeriesId ? SeriesEventKind : AuditKind
  /** null: the system */
  actorId: MemberId | null
  client: string
  at_ms: EpochMillis
  detail: Record<string, unknown>
}
type AuditKind =
  | 'created'
  | 'edited'
  | 'rescheduled'
  | 'canceled'
  | 'send_now'
  | 'sent'
  | 'failed'
  | 'retried'
  | 'held'
  | 'handed_over'
  | 'rules_changed'
  | 'admin_read'
export type AuditEvent = TrailEvent<MessageId>
export type SeriesEvent = TrailEvent<SeriesId>

export async function addAuditEvents(tx: Tx, events: readonly (AuditEvent | SeriesEvent)[]): Promise<void> {
  if (events.length === 0) return
  await tx.query(
    'INSERT INTO scheduled_message_event (workspace_id, scheduled_id, id, kind, actor_id, client, at_ms, detail) VALUES ?',
    [
      events.map((event) => [
        event.workspaceId,
        event.scheduledId,
        event.id,
        event.kind,
        event.actorId,
        event.client,
        event.at_ms,
        JSON.stringify(event.detail),
      ]),
    ],
  )
}

export async function hasAuditEvent(
  db: Db,
  workspaceId: WorkspaceId,
  scheduledId: MessageId | SeriesId,
  id: RowId,
): Promise<boolean> {
  const [rows] = await db.query<Row[]>(
    'SELECT 1 FROM scheduled_message_event WHERE workspace_id = ? AND scheduled_id = ? AND id = ?', // PRIMARY
    [workspaceId, scheduledId, id],
  )
  return rows.length > 0
}

export type StoredEvent<Of extends MessageId | SeriesId> = Omit<
  TrailEvent<Of>,
  'workspaceId' | 'scheduledId' | 'detail'
> & {
  /** null: retention blanked it */
  detail: Record<string, unknown> | null
}

/** Oldest first. */
export async function listAuditEvents<Of extends MessageId | SeriesId>(
  db: Db,
  workspaceId: WorkspaceId,
  scheduledId: Of,
): Promise<StoredEvent<Of>[]> {
  const [rows] = await db.query<Row[]>(
    `SELECT id, kind, actor_id, client, at_ms, detail FROM scheduled_message_event
     WHERE workspace_id = ? AND scheduled_id = ? ORDER BY at_ms, id LIMIT 1000`, // PRIMARY
    [workspaceId, scheduledId],
  )
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    actorId: row.actor_id,
    client: row.client,
    at_ms: Number(row.at_ms) as EpochMillis,
    detail: row.detail === null ? null : (JSON.parse(row.detail) as Record<string, unknown>),
  }))
}

/** Of a message, and of a series, whose id then stands in `scheduledId`. */
export type NoticeKind =
  | 'scheduled_failed'
  | 'scheduled_late'
  | 'admin_canceled'
  | 'admin_moved'
  | 'handed_over'
  | 'rules_changed'
  | SeriesNoticeKind
export type SeriesNoticeKind =
  | 'series_paused'
  | 'series_ownerless'
  | 'series_missed'
  | 'series_handed_over'
  | 'series_admin_paused'
  | 'series_admin_resumed'
  | 'series_admin_ended'

export type NewNotice = {
  workspaceId: WorkspaceId
  memberId: MemberId
  id: RowId
  kind: NoticeKind
  scheduledId: MessageId | SeriesId
  createdMs: EpochMillis
  detail: Record<string, unknown>
}

export async function addNotices(tx: Tx, notices: readonly NewNotice[]): Promise<void> {
  if (notices.length === 0) return
  await tx.query('INSERT INTO notice (workspace_id, member_id, id, kind, scheduled_id, detail, created_ms) VALUES ?', [
    notices.map((notice) => [
      notice.workspaceId,
      notice.memberId,
      notice.id,
      notice.kind,
      notice.scheduledId,
      JSON.stringify(notice.detail),
      notice.createdMs,
    ]),
  ])
}

export type StoredNotice = Omit<NewNotice, 'workspaceId' | 'memberId'>

/** What the member has not seen yet, newest first. */
export async function listUnseenNotices(db: Db, workspaceId: WorkspaceId, memberId: MemberId): Promise<StoredNotice[]> {
  const [rows] = await db.query<Row[]>(
    `SELECT id, kind, scheduled_id, detail, created_ms FROM notice
     WHERE workspace_id = ? AND member_id = ? AND seen_ms IS NULL ORDER BY id DESC LIMIT 200`, // PRIMARY
    [workspaceId, memberId],
  )
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    scheduledId: row.scheduled_id,
    createdMs: Number(row.created_ms) as EpochMillis,
    detail: JSON.parse(row.detail) as Record<string, unknown>,
  }))
}

export async function markNoticesSeen(
  db: Db,
  workspaceId: WorkspaceId,
  memberId: MemberId,
  ids: readonly RowId[],
  now: EpochMillis,
): Promise<void> {
  assert(ids.length <= 500, `notices at once: ${ids.length}`)
  if (ids.length === 0) return
  await db.query(
    'UPDATE notice SET seen_ms = ? WHERE workspace_id = ? AND member_id = ? AND id IN (?) AND seen_ms IS NULL',
    [now, workspaceId, memberId, ids],
  )
}

/** Of a series that stands still: done with once it goes on or is over. */
const ASKING = ['series_ownerless', 'series_paused', 'series_admin_paused'] as const satisfies SeriesNoticeKind[]

/** What these members were asked about the series is settled: by whom does not matter. Key: PRIMARY. */
export async function settleSeriesNotices(
  tx: Tx,
  workspaceId: WorkspaceId,
  memberIds: readonly MemberId[],
  seriesId: SeriesId,
  now: EpochMillis,
): Promise<void> {
  if (memberIds.length === 0) return
  await tx.query(
    `UPDATE notice SET seen_ms = ? WHERE workspace_id = ? AND member_id IN (?) AND scheduled_id = ? AND kind IN (?)
       AND seen_ms IS NULL`,
    [now, workspaceId, memberIds, seriesId, ASKING],
  )
}
