/** What waits in a whole workspace, for its administrators: everything about a message but its text. */
import type { ConversationId, MemberId, MessageId, WorkspaceId } from '#server/domain/ids.ts'
import type { ConversationKind } from '#server/domain/conversation/posting.ts'
import type { FailReason, Status } from '#server/domain/scheduled-message/state.ts'
import type { EpochMillis, EpochSeconds, Seconds, ZoneId } from '#server/domain/time/units.ts'
import type { Db, Row } from './connect.ts'
import { DB_NOW_MS } from './now.ts'

export type PendingFacts = {
  id: MessageId
  authorId: MemberId
  conversation: { id: ConversationId; kind: ConversationKind; name: string }
  /** Whether the one who asks is in that conversation. */
  isMember: boolean
  sendAt: EpochSeconds
  zone: ZoneId
  status: Status
  version: number
  failReason: FailReason | null
  freeze_s: Seconds
  wakeAt_ms: EpochMillis | null
}

export type PendingQuery = {
  /** Whoever asks: rights in private conversations are theirs. */
  readerId: MemberId
  authorId?: MemberId
  after?: { sendAt: number; id: MessageId }
  limit: number
}

/** What authors left behind when they were shut out: it can be handed over though it failed. */
const LEFT_REASONS: FailReason[] = ['author_deactivated', 'author_left_workspace']

/**
 * Pending ones of everybody, and those that failed because their author is gone; soonest first.
 * Goes from member to member by `by_author`, since no index lists a workspace by time: one for administrators alone would
 * be paid by every accepted message.
 */
export async function listPendingOfWorkspace(
  db: Db,
  workspaceId: WorkspaceId,
  query: PendingQuery,
): Promise<{ rows: PendingFacts[]; now: EpochMillis }> {
  const where = [`(s.status IN ('SCHEDULED', 'DISPATCHING') OR (s.status = 'FAILED' AND s.fail_reason IN (?)))`]
  const values: unknown[] = [LEFT_REASONS]
  if (query.authorId) {
    where.push('a.id = ?')
    values.push(query.authorId)
  }
  if (query.after) {
    where.push('(s.send_at > ? OR (s.send_at = ? AND s.id > ?))')
    values.push(query.after.sendAt, query.after.sendAt, query.after.id)
  }
  const [rows] = await db.query<Row[]>(
    `SELECT s.id, s.author_id, s.channel_id, s.send_at, s.zone, s.status, s.version, s.fail_reason, s.freeze_s, s.wake_at_ms,
       c.kind, c.name, m.member_id AS inside
     FROM member a
     STRAIGHT_JOIN scheduled_message s FORCE INDEX (by_author) ON s.workspace_id = a.workspace_id AND s.author_id = a.id
     JOIN channel c ON c.workspace_id = s.workspace_id AND c.id = s.channel_id
     LEFT JOIN channel_member m ON m.workspace_id = s.workspace_id AND m.channel_id = s.channel_id AND m.member_id = ?
       AND m.left_ms IS NULL
     WHERE a.workspace_id = ? AND ${where.join(' AND ')}
     ORDER BY s.send_at, s.id LIMIT ?`,
    [query.readerId, workspaceId, ...values, query.limit],
  )
  const [[clock]] = await db.query<Row[]>(`SELECT ${DB_NOW_MS} AS now_ms`)
  return { rows: rows.map(toFacts), now: Number(clock?.now_ms) as EpochMillis }
}

function toFacts(row: Row): PendingFacts {
  return {
    id: row.id,
    authorId: row.author_id,
    conversation: { id: row.channel_id, kind: row.kind, name: row.name },
    isMember: row.inside !== null,
    sendAt: Number(row.send_at) as EpochSeconds,
    zone: row.zone,
    status: row.status,
    version: row.version,
    failReason: row.fail_reason,
    freeze_s: row.freeze_s,
    wakeAt_ms: row.wake_at_ms === null ? null : (Number(row.wake_at_ms) as EpochMillis),
  }
}
