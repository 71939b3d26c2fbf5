import type { ConversationKind } from '../domain/conversation/posting.ts'
import { formatId, type ConversationId, type MessageId, type WorkspaceId } from '../domain/ids.ts'

/** The query of a conversation's address that names one message in it. */
const AT = 'at'

/** The address of a message, without host: the conversation opens where it stands. */
export function messageLink(
  workspaceId: WorkspaceId,
  conversation: { id: ConversationId; kind: ConversationKind },
  messageId: MessageId,
): string {
  const place = formatId('conversation', conversation.id, conversation.kind === 'direct' ? 'D' : 'C')
  return `/client/${formatId('workspace', workspaceId)}/${place}?${AT}=${formatId('message', messageId)}`
}
