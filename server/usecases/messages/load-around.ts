import { DomainError } from '#server/domain/errors.ts'
import type { ConversationId, MessageId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { listMessages, readMessage } from '#server/mysql/messages.ts'
import type { MessageView } from '#server/protocol/frame.ts'
import { checkReadable, viewOfMessage } from '../sync/catch-up.ts'
import type { Resources } from '../resources.ts'

export type AroundInput = {
  conversationId: ConversationId
  /** A message, or a number of the conversation. */
  at: MessageId | number
  before: number
  after: number
}
export type AroundPage = { messages: MessageView[]; moreBefore: boolean; moreAfter: boolean }

/**
 * Up to `before` messages up to that one, and up to `after` behind it, oldest first.
 * @throws DomainError `not_found` where it is deleted or belongs elsewhere, too
 */
export async function loadAround(resources: Resources, actor: Actor, input: AroundInput): Promise<AroundPage> {
  await checkReadable(resources, actor, input.conversationId)
  const { read } = resources.mysql
  const { workspaceId } = actor
  const seq = typeof input.at === 'number' ? input.at : await seqOf(resources, actor, input.conversationId, input.at)
  const older = await listMessages(read, workspaceId, input.conversationId, {
    before: seq + 1,
    newestFirst: true,
    limit: input.before + 1,
  })
  const newer = await listMessages(read, workspaceId, input.conversationId, {
    after: seq,
    newestFirst: false,
    limit: input.after + 1,
  })
  return {
    messages: [...older.slice(0, input.before).toReversed(), ...newer.slice(0, input.after)].map(viewOfMessage),
    moreBefore: older.length > input.before,
    moreAfter: newer.length > input.after,
  }
}

async function seqOf(resources: Resources, actor: Actor, id: ConversationId, messageId: MessageId): Promise<number> {
  const message = await readMessage(resources.mysql.read, actor.workspaceId, messageId)
  if (message?.conversationId !== id || message.deletedMs !== null) throw new DomainError('not_found', { messageId })
  return message.seq
}
