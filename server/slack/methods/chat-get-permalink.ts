import { z } from 'zod'
import { messageLink } from '#server/protocol/message-link.ts'
import { textArgument } from '../arguments.ts'
import { findConversation } from '../find-conversation.ts'
import { findMessage } from '../find-message.ts'
import { defineMethod } from '../method.ts'
import { publicConversationId } from '../public-ids.ts'

const input = z.object({ channel: textArgument, message_ts: textArgument })

/** The address under which people open the message. */
export const chatGetPermalink = defineMethod({
  name: 'chat.getPermalink',
  scopes: [],
  tokenKinds: ['bot', 'user'],
  rate: 'read',
  input,
  run: async (call, { channel, message_ts }) => {
    const place = await findConversation(call, channel)
    const message = await findMessage(call, place.id, message_ts, { argument: 'message_ts' })
    const link = messageLink(call.actor.workspaceId, place, message.id)
    return {
      channel: publicConversationId(place.id, place.kind),
      permalink: new URL(link, call.host.appUrl).href,
    }
  },
})
