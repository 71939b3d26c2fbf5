import { z } from 'zod'
import { loadPins, pinMessage } from '#server/usecases/messages/pin.ts'
import { textArgument } from '../arguments.ts'
import { findConversation } from '../find-conversation.ts'
import { findMessage, MESSAGE_BY_TIMESTAMP } from '../find-message.ts'
import { itemObjects } from '../item-object.ts'
import { defineMethod } from '../method.ts'
import { publicMemberId } from '../public-ids.ts'
import { requireScope, scopeToRead } from '../require-scope.ts'
import { SlackError } from '../slack-error.ts'

const changePin = (name: 'pins.add' | 'pins.remove', on: boolean) =>
  defineMethod({
    name,
    scopes: ['pins:write'],
    tokenKinds: ['bot', 'user'],
    rate: 'change',
    input: z.object({ channel: textArgument, timestamp: textArgument.optional() }),
    errors: { not_allowed: 'not_in_channel', not_found: 'message_not_found' },
    run: async (call, { channel, timestamp }) => {
      if (timestamp === undefined) throw new SlackError('no_item_specified')
      const place = await findConversation(call, channel)
      const message = await findMessage(call, place.id, timestamp, MESSAGE_BY_TIMESTAMP)
      if (!place.isMember) throw new SlackError('not_in_channel')
      if ((message.pinned !== undefined) === on) throw new SlackError(on ? 'already_pinned' : 'no_pin')
      const { resources } = call.host
      await pinMessage(resources, call.actor, { conversationId: place.id, messageId: message.id, on })
      return {}
    },
  })

export const pinsAdd = changePin('pins.add', true)
export const pinsRemove = changePin('pins.remove', false)

/** Last pinned first. */
export const pinsList = defineMethod({
  name: 'pins.list',
  scopes: ['pins:read'],
  tokenKinds: ['bot', 'user'],
  rate: 'read',
  input: z.object({ channel: textArgument }),
  run: async (call, { channel }) => {
    const place = await findConversation(call, channel)
    requireScope(call.holder, [scopeToRead(place.kind, 'history')])
    const pinned = await loadPins(call.host.resources, call.actor, place.id)
    const items = await itemObjects(
      call,
      pinned.map((message) => ({ ...message, conversationId: place.id })),
    )
    return {
      items: items.map((item, index) => {
        const pin = pinned[index]?.pinned
        if (!pin) return item
        return { ...item, created: Math.floor(pin.atMs / 1000), created_by: publicMemberId(pin.byId) }
      }),
    }
  },
})
