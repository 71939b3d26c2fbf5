import { DomainError } from '#server/domain/errors.ts'
import { authorize, type Actor } from '#server/domain/member/authorize.ts'
import { addReaction, checkEmoji, removeReaction } from '#server/domain/message/reactions.ts'
import type { MemberId } from '#server/domain/ids.ts'
import { listReactedMessages, storeReactions } from '#server/mysql/reactions.ts'
import type { MessageView } from '#server/protocol/frame.ts'
import type { Resources } from '../resources.ts'
import { viewOfMessage } from '../sync/catch-up.ts'
import { changeMessage, type MessageRef } from './change-message.ts'

/**
 * Puts the actor's name under an emoji, or takes it away. What is so already takes no number, so a repeat is harmless.
 * @param input.emoji a name of it, as `findEmoji` reads it
 * @throws DomainError `emoji_unknown`, `too_many_reactions`, `not_found`, `not_allowed`, `conversation_archived`
 */
export async function react(
  resources: Resources,
  actor: Actor,
  input: MessageRef & { emoji: string; on: boolean },
): Promise<MessageView> {
  const { workspaceId, memberId } = actor
  const emoji = checkEmoji(input.emoji)
  return changeMessage(resources, actor, input, async ({ tx, message, conversation, now, takeNumber }) => {
    authorize(actor, { to: 'react', conversation })
    if (message.deletedMs !== null) throw new DomainError('not_found', { messageId: input.messageId })
    const before = message.reactions ?? []
    const after = input.on ? addReaction(before, emoji, memberId) : removeReaction(before, emoji.name, memberId)
    if (after === before) return message
    const chosen = { name: emoji.name, memberId, isThere: input.on, atMs: now }
    return storeReactions(tx, workspaceId, message, after, { chosen, changedSeq: takeNumber() })
  })
}

/** Messages that a member reacted to and the actor may read, latest first; `more`: there are others behind them. */
export async function listReacted(
  resources: Resources,
  actor: Actor,
  { memberId, offset, limit }: { memberId: MemberId; offset: number; limit: number },
): Promise<{ messages: (MessageView & Pick<MessageRef, 'conversationId'>)[]; more: boolean }> {
  const who = { memberId, readerId: actor.memberId }
  const rows = await listReactedMessages(resources.mysql.read, actor.workspaceId, who, { offset, limit: limit + 1 })
  const messages = rows.slice(0, limit).map((row) => ({ ...viewOfMessage(row), conversationId: row.conversationId }))
  return { messages, more: rows.length > limit }
}
