import type { ConversationId, MessageId } from '#server/domain/ids.ts'
import type { When } from './presets.ts'

/** A conversation, or a thread by its first message. */
type Place = ConversationId | MessageId
const left = new Map<Place, When>()

/**
 * The time that was chosen for what is being written in a place and not confirmed: the dialog begins with it when
 * it is opened there again (K122). Lasts as long as the page; nothing is armed by it.
 */
export function leftTime(place: Place, now_ms: number): When | null {
  const when = left.get(place)
  return when && when.sendAt * 1000 > now_ms ? when : null
}

/** @param when null forgets it */
export function leaveTime(place: Place, when: When | null): void {
  if (when) left.set(place, when)
  else left.delete(place)
}
