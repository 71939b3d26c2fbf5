import type { ConversationId } from '#server/domain/ids.ts'
import type { AppendedMessage } from '#server/mysql/append-messages.ts'
import type { LockedChannel } from '#server/mysql/channel-locks.ts'
import type { Change, Frame, MessageView } from '#server/protocol/frame.ts'
import { viewOfMessage } from '../sync/catch-up.ts'
import { FRAME_VERSION } from '#server/protocol/frame-format.ts'

export function viewOfAppended(message: AppendedMessage): MessageView {
  return {
    id: message.id,
    seq: message.seq,
    authorId: message.authorId,
    threadRootId: message.threadRootId,
    origin: message.origin,
    text: message.text,
    payload: message.payload,
    tsUs: message.tsUs,
    createdMs: message.createdMs,
    sendAt: message.sendAt,
    clientToken: message.clientToken,
    changedSeq: message.seq,
    editedMs: null,
    deletedMs: null,
    ...(message.alsoInChannel ? { alsoInChannel: true } : {}),
  }
}

/** One frame for everything that a transaction changed in a conversation, in the order of its numbers. */
export function frameOf(channel: LockedChannel, changes: Change[]): Frame {
  return {
    v: FRAME_VERSION,
    workspaceId: channel.workspaceId,
    conversationId: channel.conversationId,
    epoch: channel.epoch,
    fromSeq: channel.seqBefore + 1,
    toSeq: channel.lastSeq,
    aclVersion: channel.aclVersion,
    changes,
  }
}

/** One frame per conversation that got messages. */
export function framesOfAppended(messages: readonly AppendedMessage[]): Frame[] {
  const byConversation = new Map<ConversationId, AppendedMessage[]>()
  for (const message of messages) {
    const list = byConversation.get(message.channel.conversationId)
    if (list) list.push(message)
    else byConversation.set(message.channel.conversationId, [message])
  }
  return [...byConversation.values()].map((list) => {
    const { channel } = list[0]!
    const views = [...list.map(viewOfAppended), ...channel.changedRoots.map(viewOfMessage)]
    return frameOf(
      channel,
      views.map((message) => ({ type: 'message', message })),
    )
  })
}
