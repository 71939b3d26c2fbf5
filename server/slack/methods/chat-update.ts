import { z } from 'zod'
import { editMessage } from '#server/usecases/messages/edit-message.ts'
import { textArgument } from '../arguments.ts'
import { changeContent, contentArguments } from '../content.ts'
import { findConversation } from '../find-conversation.ts'
import { findMessage } from '../find-message.ts'
import { findThreadTs } from '../find-thread.ts'
import { messageObject } from '../message-object.ts'
import { defineMethod } from '../method.ts'
import { publicConversationId } from '../public-ids.ts'
import { formatTs } from '../timestamp.ts'

const input = z.object({ channel: textArgument, ts: textArgument, ...contentArguments })

/** Only what is given changes; what the message said before is kept in its history. */
export const chatUpdate = defineMethod({
  name: 'chat.update',
  scopes: ['chat:write'],
  tokenKinds: ['bot', 'user'],
  rate: 'change',
  input,
  errors: { not_allowed: 'cant_update_message', not_found: 'message_not_found' },
  run: async (call, { channel, ts, ...given }) => {
    const place = await findConversation(call, channel)
    const before = await findMessage(call, place.id, ts)
    const content = changeContent(before, given)
    const threadTs = await findThreadTs(call, before)
    const message = await editMessage(call.host.resources, call.actor, {
      conversationId: place.id,
      messageId: before.id,
      ...content,
    })
    return {
      channel: publicConversationId(place.id, place.kind),
      ts: formatTs(message.tsUs),
      text: message.text,
      message: messageObject(message, { call, byBot: call.holder.kind === 'bot', threadTs, withMetadata: true }),
    }
  },
})
