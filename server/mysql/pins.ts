/** What is pinned in a conversation: a row each for the list, and on the message who did it and when. */
import type { ConversationId, MemberId, WorkspaceId } from '#server/domain/ids.ts'
import type { EpochMillis } from '#server/domain/time/units.ts'
import type { Db, Row, Tx } from './connect.ts'
import { MESSAGE_COLUMNS, toMessageRow, type MessageRow } from './messages.ts'

export type Pin = { byId: MemberId; atMs: EpochMillis }

/** Under the lock of its channel. @returns the message as it stands now */
export async function storePin(
  tx: Tx,
  workspaceId: WorkspaceId,
  { pinned: _, ...message }: MessageRow,
  { pin, changedSeq }: { pin: Pin | null; changedSeq: number },
): Promise<MessageRow> {
  const key = [workspaceId, message.conversationId, message.id]
  if (pin)
    await tx.query('INSERT INTO pin (workspace_id, channel_id, message_id, pinned_ms) VALUES (?)', [[...key, pin.atMs]])
  else await tx.query('DELETE FROM pin WHERE workspace_id = ? AND channel_id = ? AND message_id = ?', key)
  await tx.query(
    `UPDATE message SET pinned_by = ?, pinned_ms = ?, changed_seq = ?
     WHERE workspace_id = ? AND channel_id = ? AND seq = ?`,
    [pin?.byId ?? null, pin?.atMs ?? null, changedSeq, workspaceId, message.conversationId, message.seq],
  )
  return { ...message, changedSeq, ...(pin ? { pinned: pin } : {}) }
}

export async function countPins(db: Db, workspaceId: WorkspaceId, conversationId: ConversationId): Promise<number> {
  const [rows] = await db.query<Row[]>('SELECT COUNT(*) AS n FROM pin WHERE workspace_id = ? AND channel_id = ?', [
    workspaceId,
    conversationId,
  ])
  return Number(rows[0]?.n ?? 0)
}

/** All of them, last pinned first: there is an end to how many there are. Indexes: PRIMARY of pin, exactly_once. */
export async function listPins(
  db: Db,
  workspaceId: WorkspaceId,
  conversationId: ConversationId,
): Promise<MessageRow[]> {
  const columns = MESSAGE_COLUMNS.split(/,\s*/).map((column) => `m.${column}`)
  const [rows] = await db.query<Row[]>(
    `SELECT ${columns.join(', ')} FROM pin p
     JOIN message m ON m.workspace_id = p.workspace_id AND m.id = p.message_id AND m.channel_id = p.channel_id
     WHERE p.workspace_id = ? AND p.channel_id = ? ORDER BY p.pinned_ms DESC, p.message_id DESC`,
    [workspaceId, conversationId],
  )
  return rows.map(toMessageRow)
}
