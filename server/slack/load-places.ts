import type { ConversationId, MessageId } from '#server/domain/ids.ts'
import { findDirectIds } from '#server/usecases/conversations/conversation-details.ts'
import { loadTsOfRoots } from '#server/usecases/messages/load-history.ts'
import type { SlackCall } from './method.ts'
import { formatTs } from './timestamp.ts'

/** What an answer needs beside a scheduled message or a series: neither ever changes. */
export type Place = { isDirect: boolean; threadTs: string | null }
type Placed = { conversationId: ConversationId; threadRootId: MessageId | null }

/** Asked once for all of them. */
export async function loadPlaces(
  { host, actor }: SlackCall,
  items: readonly Placed[],
): Promise<(item: Placed) => Place> {
  const roots = items.map(({ threadRootId }) => threadRootId).filter((id) => id !== null)
  const [directs, tsOfRoots] = await Promise.all([
    findDirectIds(
      host.resources,
      actor,
      items.map(({ conversationId }) => conversationId),
    ),
    loadTsOfRoots(host.resources, actor, roots),
  ])
  return ({ conversationId, threadRootId }) => {
    const ts = threadRootId === null ? undefined : tsOfRoots.get(threadRootId)
    return { isDirect: directs.has(conversationId), threadTs: ts === undefined ? null : formatTs(ts) }
  }
}
