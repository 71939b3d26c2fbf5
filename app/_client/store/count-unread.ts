import type { MemberId } from '#server/domain/ids.ts'
import { standsInChannel } from '#server/domain/message/thread.ts'
import type { Database } from './database.ts'
import type { ConversationRow } from './rows.ts'

/**
 * Messages of others since `row.readSeq`. Counted where the copy reaches back to what was read. Where it does not, the
 * server's count from the last list stands for what was there then, and only what came since is counted here, or taken
 * by its numbers if that is not on the device either.
 */
export async function countUnread(db: Database, row: ConversationRow, me: MemberId): Promise<number> {
  if (row.lastMessageSeq <= row.readSeq) return 0
  const cursor = await db.cursors.get(row.id)
  const others = (afterSeq: number) =>
    db.messages
      .where('[conversationId+seq]')
      .between([row.id, afterSeq + 1], [row.id, Infinity])
      .and((message) => message.authorId !== me && message.deletedMs === null && standsInChannel(message))
      .count()
  const reaches = (seq: number) => cursor !== undefined && cursor.floorSeq <= seq + 1
  if (reaches(row.readSeq)) return others(row.readSeq)

  const { listedUnread } = row
  if (!listedUnread) return row.lastMessageSeq - row.readSeq
  const listed = Math.max(0, Math.min(listedUnread.count, listedUnread.upToSeq - row.readSeq))
  const since = Math.max(listedUnread.upToSeq, row.readSeq)
  if (row.lastMessageSeq <= since) return listed
  return listed + (reaches(since) ? await others(since) : row.lastMessageSeq - since)
}
