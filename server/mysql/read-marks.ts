/**
 * How far each member has read in each conversation. Within a turn a mark only ever rises, so late and repeated calls do no
 * harm; marking something unread begins a new turn, in which a late call of the one before does nothing.
 */
import type { ConversationId, MemberId, WorkspaceId } from '#server/domain/ids.ts'
import type { Db, Row } from './connect.ts'
import { DB_NOW_MS } from './now.ts'

/** @param mark.turn in which it was read; not given: in whichever it is. @returns the mark as it stands afterwards */
export async function raiseReadMark(
  db: Db,
  workspaceId: WorkspaceId,
  memberId: MemberId,
  { conversationId, seq, turn = null }: { conversationId: ConversationId; seq: number; turn?: number | null },
): Promise<number> {
  await db.query(
    `INSERT INTO read_mark (workspace_id, member_id, channel_id, read_seq, marked_ms, turn) VALUES (?, ?, ?, ?, ${DB_NOW_MS}, ?)
     ON DUPLICATE KEY UPDATE
       marked_ms = IF((? IS NULL OR turn = VALUES(turn)) AND VALUES(read_seq) > read_seq, VALUES(marked_ms), marked_ms),
       read_seq = IF(? IS NULL OR turn = VALUES(turn), GREATEST(read_seq, VALUES(read_seq)), read_seq)`,
    [workspaceId, memberId, conversationId, seq, turn ?? 0, turn, turn],
  )
  const marks = await loadReadMarks(db, workspaceId, memberId, [conversationId])
  return marks.get(conversationId) ?? 0
}

/** What stands above `seq` is unread again. */
export async function lowerReadMark(
  db: Db,
  workspaceId: WorkspaceId,
  memberId: MemberId,
  { conversationId, seq }: { conversationId: ConversationId; seq: number },
): Promise<void> {
  await db.query(
    `INSERT INTO read_mark (workspace_id, member_id, channel_id, read_seq, marked_ms, turn) VALUES (?, ?, ?, ?, ${DB_NOW_MS}, 1)
     ON DUPLICATE KEY UPDATE read_seq = LEAST(read_seq, VALUES(read_seq)), marked_ms = VALUES(marked_ms), turn = turn + 1`,
    [workspaceId, memberId, conversationId, seq],
  )
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
