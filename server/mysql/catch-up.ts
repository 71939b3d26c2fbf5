/** What changed in a conversation after a number: the last state of every changed row, in the order of the changes. */
import { assert } from '#server/domain/assert.ts'
import type { ConversationId, MemberId, WorkspaceId } from '#server/domain/ids.ts'
import type { ConversationKind, Posting } from '#server/domain/conversation/posting.ts'
import type { EpochMillis } from '#server/domain/time/units.ts'
import type { Db, Row } from './connect.ts'
import { MESSAGE_COLUMNS, toMessageRow, type MessageRow } from './messages.ts'

export type HeadRow = { conversationId: ConversationId; epoch: number; lastSeq: number; lastMessageSeq: number }
export type ChangeRow =
  | { type: 'message'; changedSeq: number; message: MessageRow }
  | { type: 'membership'; changedSeq: number; memberId: MemberId; active: boolean }
  | { type: 'conversation'; changedSeq: number; conversation: ConversationRow }
export type ConversationRow = {
  id: ConversationId
  kind: ConversationKind
  name: string
  topic: string
  posting: Posting
  archivedMs: EpochMillis | null
  changedSeq: number
}

/** Read before the changes: the cursor may move to this and no further (DESIGN: catch-up). */
export async function readHeads(db: Db, workspaceId: WorkspaceId, ids: readonly ConversationId[]): Promise<HeadRow[]> {
  if (ids.length === 0) return []
  const [rows] = await db.query<Row[]>(
    'SELECT id, epoch, last_seq, last_message_seq FROM channel WHERE workspace_id = ? AND id IN (?)', // PRIMARY
    [workspaceId, ids],
  )
  return rows.map((row) => ({
    conversationId: row.id,
    epoch: row.epoch,
    lastSeq: Number(row.last_seq),
    lastMessageSeq: Number(row.last_message_seq),
  }))
}

/** At most `limit` changes with numbers in (after, upTo], oldest first. Indexes: by_change of each table. */
export async function listChanges(
  db: Db,
  workspaceId: WorkspaceId,
  conversationId: ConversationId,
  after: number,
  upTo: number,
  limit: number,
): Promise<ChangeRow[]> {
  assert(Number.isInteger(limit) && limit > 0 && limit <= 1000, `limit ${limit}`)
  const where = `workspace_id = ? AND channel_id = ? AND changed_seq > ? AND changed_seq <= ? ORDER BY changed_seq LIMIT ${limit}`
  const bounds = [workspaceId, conversationId, after, upTo]
  const [messages] = await db.query<Row[]>(`SELECT ${MESSAGE_COLUMNS} FROM message WHERE ${where}`, bounds)
  const [members] = await db.query<Row[]>(
    `SELECT member_id, left_ms, changed_seq FROM channel_member WHERE ${where}`,
    bounds,
  )
  const [channels] = await db.query<Row[]>(
    `SELECT id, kind, name, topic, posting, archived_ms, changed_seq FROM channel
     WHERE workspace_id = ? AND id = ? AND changed_seq > ? AND changed_seq <= ?`,
    bounds,
  )
  const changes: ChangeRow[] = [
    ...messages
      .map(toMessageRow)
      .map((message) => ({ type: 'message' as const, changedSeq: message.changedSeq, message })),
    ...members.map((row) => ({
      type: 'membership' as const,
      changedSeq: Number(row.changed_seq),
      memberId: row.member_id as MemberId,
      active: row.left_ms === null,
    })),
    ...channels.map((row) => ({
      type: 'conversation' as const,
      changedSeq: Number(row.changed_seq),
      conversation: toConversationRow(row),
    })),
  ]
  return changes.toSorted((a, b) => a.changedSeq - b.changedSeq).slice(0, limit)
}

export function toConversationRow(row: Row): ConversationRow {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    topic: row.topic,
    posting: row.posting,
    archivedMs: row.archived_ms === null ? null : (Number(row.archived_ms) as EpochMillis),
    changedSeq: Number(row.changed_seq),
  }
}

/** What this member may read, and as what: null where the conversation does not exist. */
export async function readAccess(
  db: Db,
  workspaceId: WorkspaceId,
  conversationId: ConversationId,
  memberId: MemberId,
): Promise<{ kind: ConversationKind; isMember: boolean; head: HeadRow } | null> {
  const [rows] = await db.query<Row[]>(
    `SELECT c.id, c.kind, c.epoch, c.last_seq, c.last_message_seq, m.member_id FROM channel c
     LEFT JOIN channel_member m ON m.workspace_id = c.workspace_id AND m.channel_id = c.id AND m.member_id = ?
       AND m.left_ms IS NULL
     WHERE c.workspace_id = ? AND c.id = ?`,
    [memberId, workspaceId, conversationId],
  )
  const row = rows[0]
  if (!row) return null
  return {
    kind: row.kind,
    isMember: row.member_id !== null,
    head: {
      conversationId: row.id,
      epoch: row.epoch,
      lastSeq: Number(row.last_seq),
      lastMessageSeq: Number(row.last_message_seq),
    },
  }
}
