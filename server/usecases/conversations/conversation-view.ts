import type { Conversation } from '#server/mysql/conversations.ts'
import type { ConversationView, Head } from '#server/protocol/frame.ts'

export const toConversationView = (conversation: Conversation): ConversationView => ({
  id: conversation.id,
  kind: conversation.kind,
  name: conversation.name,
  topic: conversation.topic,
  ...(conversation.purpose === '' ? {} : { purpose: conversation.purpose }),
  posting: conversation.posting,
  archivedMs: conversation.archivedMs,
  changedSeq: conversation.changedSeq,
})

export const toHead = (conversation: Conversation): Head => ({
  conversationId: conversation.id,
  epoch: conversation.epoch,
  lastSeq: conversation.lastSeq,
  lastMessageSeq: conversation.lastMessageSeq,
})
