import type { ConversationId } from '#server/domain/ids.ts'
import type { ConversationView } from '#server/protocol/frame.ts'

export type SidebarConversation = { conversation: ConversationView; unread: number; mentions: number }

/** Channels by name, people by name; what is archived has left the sidebar. */
export function sortConversations<T extends SidebarConversation>(
  all: readonly T[],
  nameOf: (id: ConversationId) => string,
) {
  const byName = (a: T, b: T) =>
    nameOf(a.conversation.id).localeCompare(nameOf(b.conversation.id), 'en', { numeric: true })
  const open = all.filter(({ conversation }) => conversation.archivedMs === null).toSorted(byName)
  return {
    channels: open.filter(({ conversation }) => conversation.kind !== 'direct'),
    directs: open.filter(({ conversation }) => conversation.kind === 'direct'),
  }
}
