import { z } from 'zod'
import { markRead } from '#server/usecases/sync/mark-read.ts'
import { textArgument } from '../arguments.ts'
import { findConversation } from '../find-conversation.ts'
import { findMessage } from '../find-message.ts'
import { defineMethod } from '../method.ts'
import { scopeToManage } from '../require-scope.ts'
import { SlackError } from '../slack-error.ts'

/** The caller has read as far as this message; a mark never goes back. */
export const conversationsMark = defineMethod({
  name: 'conversations.mark',
  scopes: [scopeToManage('public'), scopeToManage('private'), 'im:write'],
  tokenKinds: ['bot', 'user'],
  rate: 'change',
  input: z.object({ channel: textArgument, ts: textArgument }),
  run: async (call, { channel, ts }) => {
    const place = await findConversation(call, channel)
    if (!place.isMember) throw new SlackError('not_in_channel')
    const message = await findMessage(call, place.id, ts, { argument: 'ts', badCode: 'invalid_timestamp' })
    await markRead(call.host.resources, call.actor, { conversationId: place.id, seq: message.seq })
    return {}
  },
})
