import { z } from 'zod'
import { postMessage } from '#server/usecases/messages/post-message.ts'
import { textArgument } from '../arguments.ts'
import { clientTokenOf } from '../client-token.ts'
import { composeContent } from '../content.ts'
import { findPlaceToWrite } from '../find-conversation.ts'
import { defineMethod } from '../method.ts'
import { publicConversationId } from '../public-ids.ts'
import { formatTs } from '../timestamp.ts'

/** What somebody does instead of says: shown slanted. */
export const chatMeMessage = defineMethod({
  name: 'chat.meMessage',
  scopes: ['chat:write'],
  tokenKinds: ['bot', 'user'],
  rate: 'post',
  input: z.object({ channel: textArgument, text: textArgument.default('') }),
  run: async (call, { channel, text }) => {
    composeContent({ text })
    const clientToken = clientTokenOf(call, 'chat.meMessage', undefined)
    const place = await findPlaceToWrite(call, channel)
    const said = { conversationId: place.id, ...composeContent({ text: `_${text.trim()}_` }) }
    const message = await postMessage(call.host.resources, call.actor, { ...said, clientToken, origin: 'api' })
    return { channel: publicConversationId(place.id, place.kind), ts: formatTs(message.tsUs) }
  },
})
