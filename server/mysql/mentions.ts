/** Who is called by name in which message: a row each, so that what is unread of it is a range of a key. */
import type { WorkspaceId } from '#server/domain/ids.ts'
import { mentionsOf } from '#server/domain/message/mentions.ts'
import type { AppendedMessage } from './append-messages.ts'
import type { Tx } from './connect.ts'
import type { MessageRow } from './messages.ts'

/** Stands for all who are in the conversation. */
export const EVERYONE_THERE = '0'

function namedIn(text: string): readonly string[] {
  const { memberIds, everyone } = mentionsOf(text)
  return everyone ? [EVERYONE_THERE, ...memberIds] : memberIds
}

/** One statement, and none where nobody is named. */
export async function noteMentions(tx: Tx, appended: readonly AppendedMessage[]): Promise<void> {
  const rows = appended.flatMap(({ channel, seq, authorId, text }) =>
    namedIn(text).map((memberId) => [channel.workspaceId, channel.conversationId, memberId, seq, authorId]),
  )
  await insertMentions(tx, rows)
}

/** Another text stands in the place of the one before, or none. Under the lock of its channel; index: PRIMARY. */
export async function changeMentions(
  tx: Tx,
  workspaceId: WorkspaceId,
  { conversationId, seq, authorId, text }: MessageRow,
  next: string,
): Promise<void> {
  const [before, after] = [namedIn(text), namedIn(next)]
  if (before.length > 0)
    await tx.query('DELETE FROM mention WHERE workspace_id = ? AND channel_id = ? AND member_id IN (?) AND seq = ?', [
      workspaceId,
      conversationId,
      before,
      seq,
    ])
  await insertMentions(
    tx,
    after.map((memberId) => [workspaceId, conversationId, memberId, seq, authorId]),
  )
}

async function insertMentions(tx: Tx, rows: readonly unknown[][]): Promise<void> {
  if (rows.length === 0) return
  await tx.query('INSERT INTO mention (workspace_id, channel_id, member_id, seq, author_id) VALUES ?', [rows])
}
