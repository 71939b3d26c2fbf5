import { fileIdsOf } from '#server/domain/files/attached-file.ts'
import { authorize, type Actor } from '#server/domain/member/authorize.ts'
import { lookAtSoon } from '#server/mysql/files.ts'
import { blankMessage } from '#server/mysql/message-changes.ts'
import { readMessage } from '#server/mysql/messages.ts'
import { forgetReply } from '#server/mysql/thread-replies.ts'
import type { MessageView } from '#server/protocol/frame.ts'
import type { Resources } from '../resources.ts'
import { changeMessage, type MessageRef } from './change-message.ts'

/**
 * Takes away what a message says and ever said; that there was one, by whom and when, remains. Safe to repeat.
 * @throws DomainError `not_found`, `not_allowed`, `conversation_archived`
 */
export function deleteMessage(resources: Resources, actor: Actor, ref: MessageRef): Promise<MessageView> {
  return changeMessage(resources, actor, ref, async ({ tx, message, conversation, now, channel, takeNumber }) => {
    authorize(actor, { to: 'delete-message', message, conversation })
    if (message.deletedMs !== null) return message
    const change = { actorId: actor.memberId, changedSeq: takeNumber(), atMs: now }
    await lookAtSoon(tx, actor.workspaceId, fileIdsOf(message.payload), now)
    const left = await blankMessage(tx, actor.workspaceId, message, change)
    const root = message.threadRootId && (await readMessage(tx, actor.workspaceId, message.threadRootId))
    if (root) await forgetReply(tx, channel, root)
    return left
  })
}
