import { formatId, type MemberId } from '#server/domain/ids.ts'
import { isMentioned } from '#server/domain/message/is-mentioned.ts'
import { standsInChannel } from '#server/domain/message/thread.ts'
import type { Database } from './database.ts'
import type { ConversationRow } from './rows.ts'

/** `messages` of others in the conversation, and those that name this member, there or in a thread. */
export type Unread = { messages: number; mentions: number }
const NONE: Unread = { messages: 0, mentions: 0 }

/**
 * What came since `row.readSeq`. Counted where the copy reaches back to what was read. Where it does not, the server's
 * counts from the last list stand for what was there then, and only what came since is counted here, or taken by its
 * numbers if that is not on the device either.
 */
export async function countUnread(db: Database, row: ConversationRow, me: MemberId): Promise<Unread> {
  if (row.lastMessageSeq <= row.readSeq) return NONE
  const cursor = await db.cursors.get(row.id)
  const others = async (afterSeq: number): Promise<Unread> => {
    const found = { ...NONE }
    const publicId = formatId('member', me)
    await db.messages
      .where('[conversationId+seq]')
      .between([row.id, afterSeq + 1], [row.id, Infinity])
      .each((message) => {
        if (message.authorId === me || message.deletedMs !== null) return
        if (standsInChannel(message)) found.messages++
        if (isMentioned(message.text, publicId)) found.mentions++
      })
    return found
  }
  const reaches = (seq: number) => cursor !== undefined && cursor.floorSeq <= seq + 1
  if (reaches(row.readSeq)) return others(row.readSeq)

  const { listedUnread } = row
  if (!listedUnread) return { messages: row.lastMessageSeq - row.readSeq, mentions: 0 }
  const { count, mentions = 0, upToSeq } = listedUnread
  const left = Math.max(0, upToSeq - row.readSeq)
  const listed = { messages: Math.min(count, left), mentions: Math.min(mentions, left) }
  const since = Math.max(upToSeq, row.readSeq)
  if (row.lastMessageSeq <= since) return listed
  const later = reaches(since) ? await others(since) : { messages: row.lastMessageSeq - since, mentions: 0 }
  return { messages: listed.messages + later.messages, mentions: listed.mentions + later.mentions }
}
