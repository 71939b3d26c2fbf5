import { DomainError } from '#server/domain/errors.ts'
import type { ConversationId, MemberId } from '#server/domain/ids.ts'
import {
  findConversationByName,
  loadConversationDetails,
  type ConversationDetails,
} from '#server/usecases/conversations/conversation-details.ts'
import { openDirect } from '#server/usecases/conversations/open-direct.ts'
import type { SlackCall } from './method.ts'
import { readPublicId } from './public-ids.ts'
import { wrongArgument } from './slack-error.ts'

/** The conversation a `channel` argument names. What the caller may not read is answered as if it were not there (I7). */
export async function findConversation(
  { host, actor }: SlackCall,
  channel: string,
  code = 'channel_not_found',
): Promise<ConversationDetails> {
  const id = readPublicId<ConversationId>('conversation', channel)
  if (!id) throw unknownChannel(code, channel)
  return hideUnknown(() => loadConversationDetails(host.resources, actor, id), code, channel)
}

/** Where to write to: as Slack does, also the name of a channel, or a person, whose direct conversation is opened. */
export async function findPlaceToWrite(call: SlackCall, channel: string): Promise<ConversationDetails> {
  const { host, actor } = call
  if (readPublicId('conversation', channel)) return findConversation(call, channel)
  const memberId = readPublicId<MemberId>('member', channel)
  return hideUnknown(
    async () => {
      if (!memberId) return findConversationByName(host.resources, actor, channel)
      const { id } = await openDirect(host.resources, actor, memberId)
      return loadConversationDetails(host.resources, actor, id)
    },
    'channel_not_found',
    channel,
  )
}

async function hideUnknown<T>(find: () => Promise<T>, code: string, channel: string): Promise<T> {
  try {
    return await find()
  } catch (error) {
    throw error instanceof DomainError ? unknownChannel(code, channel) : error
  }
}

export const unknownChannel = (code: string, channel: string) =>
  wrongArgument(code, 'channel', channel, 'no channel that you can see')
