import { membersOfDirectKey } from '#server/domain/conversation/direct-key.ts'
import type { MemberId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { listConversationsOfMember, listPublicConversations } from '#server/mysql/conversations.ts'
import type { ConversationView, Head } from '#server/protocol/frame.ts'
import type { Resources } from '../resources.ts'
import { toConversationView, toHead } from './conversation-view.ts'

export type MyConversationView = {
  conversation: ConversationView
  head: Head
  readSeq: number
  /** +1 whenever the actor marked something unread: a later turn counts, whatever was read in an earlier one. */
  readTurn: number
  /** Messages of others since then, up to `head.lastMessageSeq`. */
  unread: number
  /** Of those, and of what was said in threads, what names the actor or everyone. */
  mentions: number
  /** Of a direct conversation; empty elsewhere. */
  memberIds: MemberId[]
}

/** What the actor is in. */
export async function listMyConversations(r: Resources, actor: Actor): Promise<MyConversationView[]> {
  const mine = await listConversationsOfMember(r.mysql.read, actor.workspaceId, actor.memberId)
  return mine.map(({ conversation, readSeq, readTurn, unread, mentions }) => ({
    conversation: toConversationView(conversation),
    head: toHead(conversation),
    readSeq,
    readTurn,
    unread,
    mentions,
    memberIds: conversation.directKey === null ? [] : membersOfDirectKey(conversation.directKey),
  }))
}

export type BrowsedConversationView = { conversation: ConversationView; memberCount: number; joined: boolean }

/** Every public channel of the workspace. */
export async function browseConversations(r: Resources, actor: Actor): Promise<BrowsedConversationView[]> {
  const found = await listPublicConversations(r.mysql.read, actor.workspaceId, actor.memberId)
  return found.map((entry) => ({ ...entry, conversation: toConversationView(entry.conversation) }))
}
