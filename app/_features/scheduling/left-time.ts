import type { ConversationId } from '#server/domain/ids.ts'
import type { When } from './presets.ts'

const left = new Map<ConversationId, When>()

/**
 * The time that was chosen for what is being written in a conversation and not confirmed: the dialog begins with it when
 * it is opened there again (K122). Lasts as long as the page; nothing is armed by it.
 */
export function leftTime(conversationId: ConversationId, now_ms: number): When | null {
  const when = left.get(conversationId)
  return when && when.sendAt * 1000 > now_ms ? when : null
}

/** @param when null forgets it */
export function leaveTime(conversationId: ConversationId, when: When | null): void {
  if (when) left.set(conversationId, when)
  else left.delete(conversationId)
}
