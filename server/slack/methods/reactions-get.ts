import { z } from 'zod'
import { textArgument } from '../arguments.ts'
import { findConversation } from '../find-conversation.ts'
import { findMessage, MESSAGE_BY_TIMESTAMP } from '../find-message.ts'
import { itemObjects } from '../item-object.ts'
import { defineMethod } from '../method.ts'
import { requireScope, scopeToRead } from '../require-scope.ts'
import { SlackError } from '../slack-error.ts'

const input = z.object({ channel: textArgument.optional(), timestamp: textArgument.optional() })

export const reactionsGet = defineMethod({
  name: 'reactions.get',
  scopes: ['reactions:read'],
  tokenKinds: ['bot', 'user'],
  rate: 'read',
  input,
  run: async (call, { channel, timestamp }) => {
    if (channel === undefined || timestamp === undefined) throw new SlackError('no_item_specified')
    const place = await findConversation(call, channel)
    requireScope(call.holder, [scopeToRead(place.kind, 'history')])
    const message = await findMessage(call, place.id, timestamp, MESSAGE_BY_TIMESTAMP)
    const [item] = await itemObjects(call, [{ ...message, conversationId: place.id }])
    return { ...item }
  },
})
