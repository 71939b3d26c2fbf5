/** Changing a message that stands, under the lock of its channel, and the trail that each change leaves. */
import type { MemberId, MessageId, WorkspaceId } from '#server/domain/ids.ts'
import type { EpochMillis } from '#server/domain/time/units.ts'
import type { Db, Row, Tx } from './connect.ts'
import { changeMentions } from './mentions.ts'
import type { MessageRow } from './messages.ts'

export type MessageChangeRow = {
  changedSeq: number
  kind: 'edited' | 'deleted'
  actorId: MemberId
  atMs: EpochMillis
  /** What it said until then; null once the message is deleted. */
  text: string | null
}

type Change = { actorId: MemberId; changedSeq: number; atMs: EpochMillis }

/** Puts a new text in the place of what it says; what it said is kept. @returns the message as it stands now */
export async function rewriteMessage(
  tx: Tx,
  workspaceId: WorkspaceId,
  message: MessageRow,
  next: Pick<MessageRow, 'text' | 'payload'>,
  change: Change,
): Promise<MessageRow> {
  await addChange(tx, workspaceId, message.id, 'edited', change, message)
  await changeMentions(tx, workspaceId, message, next.text)
  const changed = { ...message, ...next, editedMs: change.atMs, changedSeq: change.changedSeq }
  await updateMessage(tx, workspaceId, changed)
  return changed
}

/** Puts another payload beside the same text: nobody said anything anew, so no trail is left. @returns the message as it stands now */
export async function replacePayload(
  tx: Tx,
  workspaceId: WorkspaceId,
  message: MessageRow,
  payload: string | null,
  changedSeq: number,
): Promise<MessageRow> {
  const changed = { ...message, payload, changedSeq }
  await updateMessage(tx, workspaceId, changed)
  return changed
}

/** Takes away what it says and ever said. Its place, its author and the fact remain. @returns what is left */
export async function blankMessage(
  tx: Tx,
  workspaceId: WorkspaceId,
  message: MessageRow,
  change: Change,
): Promise<MessageRow> {
  await tx.query('UPDATE message_change SET text = NULL, payload = NULL WHERE workspace_id = ? AND message_id = ?', [
    workspaceId,
    message.id,
  ])
  await addChange(tx, workspaceId, message.id, 'deleted', change, { text: null, payload: null })
  await changeMentions(tx, workspaceId, message, '')
  await tx.query('DELETE FROM reaction WHERE workspace_id = ? AND message_id = ?', [workspaceId, message.id])
  await tx.query('DELETE FROM pin WHERE workspace_id = ? AND channel_id = ? AND message_id = ?', [
    workspaceId,
    message.conversationId,
    message.id,
  ])
  const { reactions: _, pinned: __, ...bare } = message
  const left = { ...bare, text: '', payload: null, deletedMs: change.atMs, changedSeq: change.changedSeq }
  await updateMessage(tx, workspaceId, left)
  return left
}

async function addChange(
  tx: Tx,
  workspaceId: WorkspaceId,
  id: MessageId,
  kind: MessageChangeRow['kind'],
  { actorId, changedSeq, atMs }: Change,
  before: { text: string | null; payload: string | null },
): Promise<void> {
  await tx.query(
    `INSERT INTO message_change (workspace_id, message_id, changed_seq, kind, actor_id, at_ms, text, payload)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    [workspaceId, id, changedSeq, kind, actorId, atMs, before.text, before.payload],
  )
}

/** By its place, the primary key. */
async function updateMessage(tx: Tx, workspaceId: WorkspaceId, message: MessageRow): Promise<void> {
  await tx.query(
    `UPDATE message SET text = ?, payload = ?, edited_ms = ?, deleted_ms = ?, changed_seq = ?, reactions = ?,
       pinned_by = ?, pinned_ms = ?
     WHERE workspace_id = ? AND channel_id = ? AND seq = ?`,
    [
      ...[message.text, message.payload, message.editedMs, message.deletedMs, message.changedSeq],
      message.reactions ? JSON.stringify(message.reactions) : null,
      ...[message.pinned?.byId ?? null, message.pinned?.atMs ?? null],
      ...[workspaceId, message.conversationId, message.seq],
    ],
  )
}

/** Oldest first. Index: PRIMARY. */
export async function listMessageChanges(
  db: Db,
  workspaceId: WorkspaceId,
  messageId: MessageId,
): Promise<MessageChangeRow[]> {
  const [rows] = await db.query<Row[]>(
    `SELECT changed_seq, kind, actor_id, at_ms, text FROM message_change
     WHERE workspace_id = ? AND message_id = ? ORDER BY changed_seq`,
    [workspaceId, messageId],
  )
  return rows.map((row) => ({
    changedSeq: Number(row.changed_seq),
    kind: row.kind,
    actorId: row.actor_id,
    atMs: Number(row.at_ms) as EpochMillis,
    text: row.text,
  }))
}
