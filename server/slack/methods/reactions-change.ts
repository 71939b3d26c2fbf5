import { z } from 'zod'
import { findEmoji } from '#server/domain/message/emoji.ts'
import { react } from '#server/usecases/messages/react.ts'
import { textArgument } from '../arguments.ts'
import { findConversation } from '../find-conversation.ts'
import { findMessage, MESSAGE_BY_TIMESTAMP } from '../find-message.ts'
import { defineMethod } from '../method.ts'
import { SlackError, wrongArgument } from '../slack-error.ts'

const input = z.object({ channel: textArgument, timestamp: textArgument.optional(), name: textArgument })

const changeReaction = (name: 'reactions.add' | 'reactions.remove', on: boolean) =>
  defineMethod({
    name,
    scopes: ['reactions:write'],
    tokenKinds: ['bot', 'user'],
    rate: 'change',
    input,
    errors: { not_allowed: 'no_access', not_found: 'message_not_found' },
    run: async (call, { channel, timestamp, name: emoji }) => {
      if (timestamp === undefined) throw new SlackError('no_item_specified')
      const place = await findConversation(call, channel)
      const message = await findMessage(call, place.id, timestamp, MESSAGE_BY_TIMESTAMP)
      const found = findEmoji(emoji)
      if (!found) throw wrongArgument('invalid_name', 'name', emoji, 'is the name of no emoji')
      const there = message.reactions?.find((one) => one.name === found.name)
      if ((there?.memberIds.includes(call.actor.memberId) ?? false) === on)
        throw new SlackError(on ? 'already_reacted' : 'no_reaction')
      const ref = { conversationId: place.id, messageId: message.id }
      await react(call.host.resources, call.actor, { ...ref, emoji, on })
      return {}
    },
  })

export const reactionsAdd = changeReaction('reactions.add', true)
export const reactionsRemove = changeReaction('reactions.remove', false)
