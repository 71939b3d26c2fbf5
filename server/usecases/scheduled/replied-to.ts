import type { ConversationId, MessageId } from '#server/domain/ids.ts'
import type { LockedChannel } from '#server/mysql/channel-locks.ts'
import type { Tx } from '#server/mysql/connect.ts'
import { readDueBefore, readReplied, type ReplyQuestion } from '#server/mysql/guard-reads.ts'
import { seqAtOrAfterTs } from '#server/mysql/messages.ts'
import type { DueRow } from '#server/mysql/scheduled-messages.ts'

/**
 * Which of these somebody else has answered, asked under the channels' locks and only for those that must be alone. An
 * occurrence of a series was stored long before its time: of what was written since, only what came after the occurrence
 * before it was due is an answer. Costs a statement where a message stands above a row's number, and the search for that
 * second (about log2 of the conversation's length) only where that message is somebody else's.
 */
export async function repliedTo(
  tx: Tx,
  rows: readonly DueRow[],
  channels: ReadonlyMap<ConversationId, LockedChannel>,
): Promise<ReadonlySet<MessageId>> {
  const lastOf = ({ conversationId }: Pick<DueRow, 'conversationId'>) =>
    channels.get(conversationId)?.lastMessageSeq ?? 0
  const asked = rows.flatMap((row): ReplyQuestion[] => {
    const { quietAfterSeq } = row
    return quietAfterSeq !== null && lastOf(row) > quietAfterSeq ? [{ ...row, quietAfterSeq }] : []
  })
  const replied = await readReplied(tx, asked)
  if (replied.size === 0) return replied
  const answered = asked.filter(({ id }) => replied.has(id))
  const dueBefore = await readDueBefore(tx, answered)
  const later: ReplyQuestion[] = []
  for (const question of answered) {
    const { workspaceId, conversationId, quietAfterSeq, id } = question
    const since = dueBefore.get(id)
    if (since === undefined) continue
    replied.delete(id)
    const from = await seqAtOrAfterTs(tx, workspaceId, conversationId, BigInt(since) * 1_000_000n, lastOf(question))
    later.push({ ...question, quietAfterSeq: Math.max(quietAfterSeq, from - 1) })
  }
  for (const id of await readReplied(tx, later)) replied.add(id)
  return replied
}
