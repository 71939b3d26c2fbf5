/**
 * The one way a message that stands is changed: under its channel's lock, each change with a number of its own (I5) and
 * one outbox row, told after the commit.
 */
import { DomainError } from '#server/domain/errors.ts'
import type { ConversationId, MessageId } from '#server/domain/ids.ts'
import { authorize, type Actor, type ConversationAccess } from '#server/domain/member/authorize.ts'
import type { EpochMillis } from '#server/domain/time/units.ts'
import { flushChannels, lockChannels, takeNumber, type LockedChannel } from '#server/mysql/channel-locks.ts'
import type { Tx } from '#server/mysql/connect.ts'
import { isInConversation } from '#server/mysql/memberships.ts'
import { readMessage, type MessageRow } from '#server/mysql/messages.ts'
import { loadDbNow } from '#server/mysql/now.ts'
import { addOutbox, rangesOf } from '#server/mysql/outbox.ts'
import { withTransaction } from '#server/mysql/tx.ts'
import type { Change, MessageView } from '#server/protocol/frame.ts'
import { publishCommitted } from '../publish-committed.ts'
import type { Resources } from '../resources.ts'
import { viewOfMessage } from '../sync/catch-up.ts'
import { frameOf } from './frames.ts'

export type MessageRef = { conversationId: ConversationId; messageId: MessageId }

export type StandingMessage = {
  tx: Tx
  message: MessageRow
  conversation: ConversationAccess
  now: EpochMillis
  channel: LockedChannel
  /** The number of this change; taken once, and only where something changes. */
  takeNumber: () => number
}

/**
 * @param change decides from what stands inside the transaction, and gives the message as it is afterwards: the same
 *   object where nothing is to change. Runs again after a passing error.
 * @returns how the message stands now
 * @throws DomainError `not_found` where the actor may not read it, `conversation_archived`
 */
export async function changeMessage(
  resources: Resources,
  actor: Actor,
  { conversationId, messageId }: MessageRef,
  change: (standing: StandingMessage) => Promise<MessageRow>,
): Promise<MessageView> {
  const { workspaceId } = actor
  const { view, committed } = await withTransaction(resources.mysql, async (tx) => {
    const channel = (await lockChannels(tx, [{ workspaceId, conversationId }])).get(conversationId)
    if (!channel) throw new DomainError('not_found', { conversationId })
    const isMember = await isInConversation(tx, workspaceId, conversationId, actor.memberId)
    const conversation = { kind: channel.kind, isMember }
    authorize(actor, { to: 'read-conversation', conversation })
    const message = await readMessage(tx, workspaceId, messageId)
    if (message?.conversationId !== conversationId) throw new DomainError('not_found', { messageId })
    if (channel.archivedMs !== null) throw new DomainError('conversation_archived', { conversationId })
    const now = await loadDbNow(tx)
    const changed = await change({ tx, message, conversation, now, channel, takeNumber: () => takeNumber(channel) })
    const after = viewOfMessage(changed)
    if (changed === message) return { view: after, committed: { outbox: null, frames: [], signals: [] } }
    await flushChannels(tx, [channel])
    const outbox = await addOutbox(tx, resources.makeId(), { ranges: rangesOf([channel]), members: [] })
    const told = [after, ...channel.changedRoots.map(viewOfMessage)]
    const frames = [
      frameOf(
        channel,
        told.map((one): Change => ({ type: 'message', message: one })),
      ),
    ]
    return { view: after, committed: { outbox, frames, signals: [] } }
  })
  await publishCommitted(resources, committed)
  return view
}
