/** How far each member has read in each conversation. A mark only ever rises, so late and repeated calls do no harm. */
import type { ConversationId, MemberId, WorkspaceId } from '#server/domain/ids.ts'
import type { Db, Row } from './connect.ts'
import { DB_NOW_MS } from './now.ts'

/** @returns the mark as it stands afterwards */
export async function raiseReadMark(
  db: Db,
  workspaceId: WorkspaceId,
  memberId: MemberId,
  mark: { conversationId: ConversationId; seq: number },
): Promise<number> {
  await db.query(
    `INSERT INTO read_mark (workspace_id, member_id, channel_id, read_seq, marked_ms) VALUES (?, ?, ?, ?, ${DB_NOW_MS})
     ON DUPLICATE KEY UPDATE marked_ms = IF(VALUES(read_seq) > read_seq, VALUES(marked_ms), marked_ms),
       read_seq = GREATEST(read_seq, VALUES(read_seq))`,
    [workspaceId, memberId, mark.conversationId, mark.seq],
  )
  const marks = await loadReadMarks(db, workspaceId, memberId, [mark.conversationId])
  return marks.get(mark.conversationId) ?? 0
}

/** @returns by conversation; one never read is absent */
export async function loadReadMarks(
  db: Db,
  workspaceId: WorkspaceId,
  memberId: MemberId,
  conversationIds: readonly ConversationId[],
): Promise<Map<ConversationId, number>> {
  if (conversationIds.length === 0) return new Map()
  const [rows] = await db.query<Row[]>(
    'SELECT channel_id, read_seq FROM read_mark WHERE workspace_id = ? AND member_id = ? AND channel_id IN (?)',
    [workspaceId, memberId, conversationIds],
  )
  return new Map(rows.map((row) => [row.channel_id as ConversationId, Number(row.read_seq)]))
}
