import type { ConversationKind } from '#server/domain/conversation/posting.ts'
import { DomainError } from '#server/domain/errors.ts'
import type { ConversationId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { readMessage } from '#server/mysql/messages.ts'
import { countSaved, dropSaved, keepSaved, listSaved } from '#server/mysql/saved-messages.ts'
import type { MessageView } from '#server/protocol/frame.ts'
import type { Resources } from '../resources.ts'
import { checkReadable, viewOfMessage } from '../sync/catch-up.ts'
import type { MessageRef } from './change-message.ts'

/** So many one person keeps at hand. */
export const MOST_SAVED = 500

/**
 * Keeps a message at hand for the actor alone, or lets it go; a repeat is harmless.
 * @throws DomainError `not_found` where it is not there to be read, `too_many_saved`
 */
export async function saveMessage(
  resources: Resources,
  actor: Actor,
  { conversationId, messageId, on }: MessageRef & { on: boolean },
): Promise<void> {
  const { workspaceId, memberId } = actor
  const { read } = resources.mysql
  if (!on) return dropSaved(read, workspaceId, memberId, messageId)
  await checkReadable(resources, actor, conversationId)
  const message = await readMessage(read, workspaceId, messageId)
  if (message?.conversationId !== conversationId || message.deletedMs !== null)
    throw new DomainError('not_found', { messageId })
  if ((await countSaved(read, workspaceId, memberId)) >= MOST_SAVED)
    throw new DomainError('too_many_saved', { limit: MOST_SAVED })
  await keepSaved(read, workspaceId, memberId, messageId)
}

export type SavedView = {
  message: MessageView
  conversationId: ConversationId
  place: { kind: ConversationKind; name: string }
  savedMs: number
}

/** Last kept first; what can no longer be read is left out, and is there again with the right to read it. */
export async function loadSaved({ mysql }: Resources, actor: Actor): Promise<SavedView[]> {
  const saved = await listSaved(mysql.read, actor.workspaceId, actor.memberId, MOST_SAVED)
  return saved.map(({ message, place, savedMs }) => ({
    ...{ message: viewOfMessage(message), conversationId: message.conversationId },
    ...{ place, savedMs },
  }))
}
