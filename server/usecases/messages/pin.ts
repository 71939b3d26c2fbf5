import { DomainError } from '#server/domain/errors.ts'
import type { ConversationId } from '#server/domain/ids.ts'
import { authorize, type Actor } from '#server/domain/member/authorize.ts'
import { countPins, listPins, storePin } from '#server/mysql/pins.ts'
import type { MessageView } from '#server/protocol/frame.ts'
import type { Resources } from '../resources.ts'
import { checkReadable, viewOfMessage } from '../sync/catch-up.ts'
import { changeMessage, type MessageRef } from './change-message.ts'

/** In one conversation. */
export const MOST_PINS = 100

/**
 * Keeps a message at hand for everyone in the conversation, or lets it go. What is so already takes no number.
 * @throws DomainError `too_many_pins`, `not_found`, `not_allowed`, `conversation_archived`
 */
export function pinMessage(
  resources: Resources,
  actor: Actor,
  { on, ...ref }: MessageRef & { on: boolean },
): Promise<MessageView> {
  const { workspaceId, memberId } = actor
  return changeMessage(resources, actor, ref, async ({ tx, message, conversation, now, takeNumber }) => {
    authorize(actor, { to: 'pin-message', conversation })
    if (message.deletedMs !== null) throw new DomainError('not_found', { messageId: ref.messageId })
    if ((message.pinned !== undefined) === on) return message
    if (on && (await countPins(tx, workspaceId, ref.conversationId)) >= MOST_PINS)
      throw new DomainError('too_many_pins', { limit: MOST_PINS })
    const pin = on ? { byId: memberId, atMs: now } : null
    return storePin(tx, workspaceId, message, { pin, changedSeq: takeNumber() })
  })
}

/** What is pinned, last pinned first. @throws DomainError `not_found` */
export async function loadPins(r: Resources, actor: Actor, conversationId: ConversationId): Promise<MessageView[]> {
  await checkReadable(r, actor, conversationId)
  return (await listPins(r.mysql.read, actor.workspaceId, conversationId)).map(viewOfMessage)
}

/** How many are pinned in a conversation that the actor was found to read. */
export const countPinned = (r: Resources, actor: Actor, conversationId: ConversationId): Promise<number> =>
  countPins(r.mysql.read, actor.workspaceId, conversationId)
