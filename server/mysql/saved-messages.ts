/** Messages that a member keeps at hand, for themselves alone. */
import { assert } from '#server/domain/assert.ts'
import type { MemberId, MessageId, WorkspaceId } from '#server/domain/ids.ts'
import type { ConversationKind } from '#server/domain/conversation/posting.ts'
import type { Db, Row } from './connect.ts'
import { MESSAGE_COLUMNS, toMessageRow, type MessageRow } from './messages.ts'
import { DB_NOW_MS } from './now.ts'

/** Kept twice, it is kept since the first time. */
export async function keepSaved(db: Db, workspaceId: WorkspaceId, memberId: MemberId, id: MessageId): Promise<void> {
  await db.query(
    `INSERT INTO saved_message (workspace_id, member_id, message_id, saved_ms) VALUES (?, ?, ?, ${DB_NOW_MS})
     ON DUPLICATE KEY UPDATE saved_ms = saved_ms`,
    [workspaceId, memberId, id],
  )
}

export async function dropSaved(db: Db, workspaceId: WorkspaceId, memberId: MemberId, id: MessageId): Promise<void> {
  await db.query('DELETE FROM saved_message WHERE workspace_id = ? AND member_id = ? AND message_id = ?', [
    workspaceId,
    memberId,
    id,
  ])
}

export async function countSaved(db: Db, workspaceId: WorkspaceId, memberId: MemberId): Promise<number> {
  const [rows] = await db.query<Row[]>(
    'SELECT COUNT(*) AS n FROM saved_message WHERE workspace_id = ? AND member_id = ?',
    [workspaceId, memberId],
  )
  return Number(rows[0]?.n ?? 0)
}

export type SavedMessage = { message: MessageRow; place: { kind: ConversationKind; name: string }; savedMs: number }

/** Last kept first, of what the member may read now and what still stands. Indexes: by_time, exactly_once, PRIMARY twice. */
export async function listSaved(
  db: Db,
  workspaceId: WorkspaceId,
  memberId: MemberId,
  limit: number,
): Promise<SavedMessage[]> {
  assert(Number.isInteger(limit) && limit > 0, `limit ${limit}`)
  const columns = MESSAGE_COLUMNS.split(/,\s*/).map((column) => `m.${column}`)
  const [rows] = await db.query<Row[]>(
    `SELECT ${columns.join(', ')}, c.kind AS place_kind, c.name AS place_name, s.saved_ms FROM saved_message s
     JOIN message m ON m.workspace_id = s.workspace_id AND m.id = s.message_id AND m.deleted_ms IS NULL
     JOIN channel c ON c.workspace_id = m.workspace_id AND c.id = m.channel_id
     LEFT JOIN channel_member cm ON cm.workspace_id = m.workspace_id AND cm.channel_id = m.channel_id
       AND cm.member_id = s.member_id AND cm.left_ms IS NULL
     WHERE s.workspace_id = ? AND s.member_id = ? AND (c.kind = 'public' OR cm.member_id IS NOT NULL)
     ORDER BY s.saved_ms DESC, s.message_id DESC LIMIT ${limit}`,
    [workspaceId, memberId],
  )
  return rows.map((row) => ({
    message: toMessageRow(row),
    place: { kind: row.place_kind, name: row.place_name },
    savedMs: Number(row.saved_ms),
  }))
}
