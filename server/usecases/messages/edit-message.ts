import { DomainError } from '#server/domain/errors.ts'
import { filesOf, withFiles } from '#server/domain/files/attached-file.ts'
import { authorize, type Actor } from '#server/domain/member/authorize.ts'
import { checkText } from '#server/domain/message/limits.ts'
import type { EpochMillis } from '#server/domain/time/units.ts'
import { rewriteMessage } from '#server/mysql/message-changes.ts'
import type { MessageView } from '#server/protocol/frame.ts'
import type { Resources } from '../resources.ts'
import { checkContent } from '../moderation/check-content.ts'
import { changeMessage, type MessageRef } from './change-message.ts'

export type EditInput = MessageRef & {
  text: string
  /** Null takes away what a program had put beside the old text: it would contradict the new one. */
  payload: string | null
  /** `editedMs` of the text its author changed; not given: whatever stands is replaced. */
  seenEditedMs?: number | null
}

/**
 * Says the same thing anew; what it said is kept. The same text again changes nothing, so a repeat is harmless.
 * @throws DomainError `text_empty`, `text_too_long`, `content_refused`, `not_found`, `not_allowed`, `conversation_archived`, and
 *   `edit_conflict` where it was edited elsewhere since
 */
export function editMessage(resources: Resources, actor: Actor, input: EditInput): Promise<MessageView> {
  return changeMessage(resources, actor, input, async ({ tx, message, conversation, now, takeNumber }) => {
    authorize(actor, { to: 'edit-message', message, conversation })
    if (message.deletedMs !== null) throw new DomainError('not_found', { messageId: input.messageId })
    // Its files are not part of what is written: they stay until they are deleted themselves.
    const next = { text: input.text.toWellFormed(), payload: withFiles(input.payload, filesOf(message.payload)) }
    checkText(input.text, next.payload !== null)
    if (message.text === next.text && message.payload === next.payload) return message
    if (input.seenEditedMs !== undefined && input.seenEditedMs !== message.editedMs)
      throw new DomainError('edit_conflict', { messageId: input.messageId })
    await checkContent(tx, actor.workspaceId, next)
    // Two edits within a millisecond are told apart by it too.
    const atMs = Math.max(now, (message.editedMs ?? 0) + 1) as EpochMillis
    const change = { actorId: actor.memberId, changedSeq: takeNumber(), atMs }
    return rewriteMessage(tx, actor.workspaceId, message, next, change)
  })
}
