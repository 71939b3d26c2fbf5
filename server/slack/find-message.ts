import type { ConversationId } from '#server/domain/ids.ts'
import type { MessageView } from '#server/protocol/frame.ts'
import { findMessageByTs } from '#server/usecases/messages/load-history.ts'
import type { SlackCall } from './method.ts'
import { wrongArgument } from './slack-error.ts'
import { parseTs } from './timestamp.ts'

/** Of methods that name it by `timestamp`. */
export const MESSAGE_BY_TIMESTAMP = { argument: 'timestamp', badCode: 'bad_timestamp' }

/**
 * The message that a `ts` names in a conversation the caller may read; a deleted one is not there.
 * @param argument its name, for what is said about it
 * @param badCode for what is no `ts` at all
 * @throws SlackError `message_not_found`, or `badCode`
 */
export async function findMessage(
  { host, actor }: SlackCall,
  conversationId: ConversationId,
  ts: string,
  { argument = 'ts', badCode = 'message_not_found' } = {},
): Promise<MessageView> {
  const tsUs = parseTs(ts)
  if (tsUs === null)
    throw wrongArgument(badCode, argument, ts, 'must be the ts of a message: seconds, a point, six digits')
  const found = await findMessageByTs(host.resources, actor, conversationId, tsUs)
  if (!found) throw wrongArgument('message_not_found', argument, ts, 'no message of this channel has this ts')
  return found
}
