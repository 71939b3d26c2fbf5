/** Who may post where: asked when a message is written, and again in the transaction that sends it (C5). */
import type { FailReason } from '../scheduled-message/state.ts'

export const CONVERSATION_KINDS = ['public', 'private', 'direct'] as const
export type ConversationKind = (typeof CONVERSATION_KINDS)[number]
export const ROLES = ['owner', 'admin', 'member'] as const
export type Role = (typeof ROLES)[number]
export type Posting = 'everyone' | 'admins'

export type PostingFacts = {
  workspaceSuspended: boolean
  /** null: no longer a member of the workspace */
  author: { role: Role; deactivated: boolean } | null
  /** null: the conversation is gone */
  conversation: { archived: boolean; posting: Posting } | null
  inConversation: boolean
}

/** Why the author may not post there, or null if they may. */
export function postingRefusal(facts: PostingFacts): FailReason | null {
  if (facts.workspaceSuspended) return 'workspace_suspended'
  if (!facts.author) return 'author_left_workspace'
  if (facts.author.deactivated) return 'author_deactivated'
  if (!facts.conversation) return 'channel_deleted'
  if (facts.conversation.archived) return 'channel_archived'
  if (!facts.inConversation) return 'not_in_channel'
  if (facts.conversation.posting === 'admins' && facts.author.role === 'member') return 'posting_restricted'
  return null
}
