import { DomainError } from '#server/domain/errors.ts'
import type { ConversationId, MessageId } from '#server/domain/ids.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import { loadScheduled } from '#server/usecases/scheduled/load-scheduled.ts'
import { findConversation, unknownChannel } from './find-conversation.ts'
import type { SlackCall } from './method.ts'
import { readPublicId } from './public-ids.ts'
import { wrongArgument } from './slack-error.ts'

type Named = { scheduled_message_id: string; channel?: string | undefined }

/**
 * The caller's own pending message of that id, in that channel if one is named. Mistyped, sent, deleted and somebody
 * else's are answered alike, so that nobody can ask what exists (I7).
 * @throws SlackError `invalid_scheduled_message_id`, `channel_not_found`
 */
export async function findScheduled(call: SlackCall, { scheduled_message_id, channel }: Named): Promise<ScheduledView> {
  const conversationId = channel === undefined ? null : readPublicId<ConversationId>('conversation', channel)
  if (channel !== undefined && conversationId === null) throw unknownChannel('channel_not_found', channel)
  const scheduled = await loadOwn(call, scheduled_message_id)
  if (scheduled && (conversationId === null || scheduled.conversationId === conversationId)) return scheduled
  if (channel !== undefined) await findConversation(call, channel)
  throw unknownScheduled(scheduled_message_id)
}

async function loadOwn({ host, actor }: SlackCall, text: string): Promise<ScheduledView | null> {
  const id = readPublicId<MessageId>('scheduled', text)
  if (!id) return null
  try {
    const found = await loadScheduled(host.resources, actor, id)
    return found.status === 'SCHEDULED' || found.status === 'DISPATCHING' ? found : null
  } catch (error) {
    if (error instanceof DomainError) return null
    throw error
  }
}

export const unknownScheduled = (id: string) =>
  wrongArgument('invalid_scheduled_message_id', 'scheduled_message_id', id, 'no message of yours waits under this id')
