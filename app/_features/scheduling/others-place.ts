import type { ConversationId } from '#server/domain/ids.ts'
import type { OthersScheduledView } from '#server/protocol/scheduled-view.ts'

/** Where somebody else's message goes, as far as the reader may know. */
export function othersPlace(
  { id, kind, name }: OthersScheduledView['conversation'],
  nameOf: (id: ConversationId) => string,
): string {
  if (kind === 'direct') return 'a direct conversation'
  if (id === null) return 'a private channel'
  return name ? `#${name}` : nameOf(id)
}
