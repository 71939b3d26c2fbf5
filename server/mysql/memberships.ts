/**
 * Who is in which conversation. A row stays after leaving, so that clients learn of it by catching up; every change
 * takes a number of the conversation under its lock (I5).
 */
import type { ConversationId, MemberId, WorkspaceId } from '#server/domain/ids.ts'
import type { Db, Row, Tx } from './connect.ts'
import { DB_NOW_MS } from './now.ts'
import { raiseReadMark } from './read-marks.ts'
import { renewStamps } from './reading-stamps.ts'

/** Read in the transaction that holds the conversation's lock, it cannot change before the commit. */
export async function isInConversation(
  db: Db,
  workspaceId: WorkspaceId,
  conversationId: ConversationId,
  memberId: MemberId,
): Promise<boolean> {
  const [rows] = await db.query<Row[]>(
    'SELECT 1 FROM channel_member WHERE workspace_id = ? AND channel_id = ? AND member_id = ? AND left_ms IS NULL',
    [workspaceId, conversationId, memberId],
  )
  return rows.length > 0
}

export async function listMemberIds(
  db: Db,
  workspaceId: WorkspaceId,
  conversationId: ConversationId,
): Promise<MemberId[]> {
  const [rows] = await db.query<Row[]>(
    'SELECT member_id FROM channel_member WHERE workspace_id = ? AND channel_id = ? AND left_ms IS NULL ORDER BY member_id',
    [workspaceId, conversationId],
  )
  return rows.map((row) => row.member_id)
}

/** Index: by_member. */
export async function listConversationIds(
  db: Db,
  workspaceId: WorkspaceId,
  memberId: MemberId,
): Promise<ConversationId[]> {
  const [rows] = await db.query<Row[]>(
    'SELECT channel_id FROM channel_member WHERE workspace_id = ? AND member_id = ? AND left_ms IS NULL ORDER BY channel_id',
    [workspaceId, memberId],
  )
  return rows.map((row) => row.channel_id)
}

/** Whether somebody else than `memberId` is in it. */
export async function hasOtherMember(
  db: Db,
  workspaceId: WorkspaceId,
  conversationId: ConversationId,
  memberId: MemberId,
): Promise<boolean> {
  const [rows] = await db.query<Row[]>(
    `SELECT 1 FROM channel_member WHERE workspace_id = ? AND channel_id = ? AND member_id <> ? AND left_ms IS NULL LIMIT 1`,
    [workspaceId, conversationId, memberId],
  )
  return rows.length > 0
}

/**
 * The caller holds the conversation's lock and has taken `changedSeq` from it. What was there before a member joined is
 * not unread to them.
 */
export async function setMembership(
  tx: Tx,
  workspaceId: WorkspaceId,
  conversationId: ConversationId,
  membership: { memberId: MemberId; active: boolean; changedSeq: number },
): Promise<void> {
  const { memberId, active, changedSeq } = membership
  await tx.query(
    `INSERT INTO channel_member (workspace_id, channel_id, member_id, joined_ms, left_ms, changed_seq)
     VALUES (?, ?, ?, ${DB_NOW_MS}, IF(?, NULL, ${DB_NOW_MS}), ?)
     ON DUPLICATE KEY UPDATE joined_ms = IF(VALUES(left_ms) IS NULL, VALUES(joined_ms), joined_ms),
       left_ms = VALUES(left_ms), changed_seq = VALUES(changed_seq)`,
    [workspaceId, conversationId, memberId, active, changedSeq],
  )
  await renewStamps(tx, workspaceId, [memberId])
  if (active) await raiseReadMark(tx, workspaceId, memberId, { conversationId, seq: changedSeq })
}
