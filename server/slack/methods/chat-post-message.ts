import { z } from 'zod'
import { DomainError } from '#server/domain/errors.ts'
import type { MessageView } from '#server/protocol/frame.ts'
import { postMessage, type PostInput } from '#server/usecases/messages/post-message.ts'
import { flagArgument, textArgument } from '../arguments.ts'
import { clientTokenOf } from '../client-token.ts'
import { composeContent, contentArguments } from '../content.ts'
import { findPlaceToWrite } from '../find-conversation.ts'
import { findThread } from '../find-thread.ts'
import { messageObject } from '../message-object.ts'
import { defineMethod } from '../method.ts'
import { publicConversationId } from '../public-ids.ts'
import { formatTs } from '../timestamp.ts'

const input = z.object({
  channel: textArgument,
  ...contentArguments,
  thread_ts: textArgument.optional(),
  reply_broadcast: flagArgument.default(false),
  client_msg_id: textArgument.optional(),
})

export const chatPostMessage = defineMethod({
  name: 'chat.postMessage',
  scopes: ['chat:write'],
  tokenKinds: ['bot', 'user'],
  rate: 'post',
  input,
  run: async (call, given) => {
    const clientToken = clientTokenOf(call, 'chat.postMessage', given.client_msg_id)
    const content = composeContent(given)
    const place = await findPlaceToWrite(call, given.channel)
    const thread = await findThread(call, place.id, given.thread_ts)
    const wanted: PostInput = {
      conversationId: place.id,
      ...content,
      threadRootId: thread?.rootId ?? null,
      alsoInChannel: given.reply_broadcast,
      clientToken,
      origin: 'api',
    }
    const message = await postMessage(call.host.resources, call.actor, wanted)
    checkSame(message, wanted)
    return {
      channel: publicConversationId(place.id, place.kind),
      ts: formatTs(message.tsUs),
      message: messageObject(message, {
        call,
        byBot: call.holder.kind === 'bot',
        threadTs: thread?.ts ?? null,
        withMetadata: true,
      }),
    }
  },
})

/**
 * A key that was used before answers with the message it made, so another content must be told apart (C9). A message
 * edited since then can no longer be compared.
 */
function checkSame(message: MessageView, wanted: PostInput): void {
  if (message.editedMs !== null) return
  const same =
    message.text === wanted.text && message.payload === wanted.payload && message.threadRootId === wanted.threadRootId
  if (!same) throw new DomainError('token_reused')
}
