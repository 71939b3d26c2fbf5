import { z } from 'zod'
import { deleteMessage } from '#server/usecases/messages/delete-message.ts'
import { textArgument } from '../arguments.ts'
import { findConversation } from '../find-conversation.ts'
import { findMessage } from '../find-message.ts'
import { defineMethod } from '../method.ts'
import { publicConversationId } from '../public-ids.ts'
import { formatTs } from '../timestamp.ts'

const input = z.object({ channel: textArgument, ts: textArgument })

export const chatDelete = defineMethod({
  name: 'chat.delete',
  scopes: ['chat:write'],
  tokenKinds: ['bot', 'user'],
  rate: 'change',
  input,
  errors: { not_allowed: 'cant_delete_message', not_found: 'message_not_found' },
  run: async (call, { channel, ts }) => {
    const place = await findConversation(call, channel)
    const message = await findMessage(call, place.id, ts)
    await deleteMessage(call.host.resources, call.actor, { conversationId: place.id, messageId: message.id })
    return { channel: publicConversationId(place.id, place.kind), ts: formatTs(message.tsUs) }
  },
})
