import { z } from 'zod'
import { joinConversation } from '#server/usecases/conversations/change-members.ts'
import { textArgument } from '../arguments.ts'
import { channelObject } from '../channel-object.ts'
import { findConversation } from '../find-conversation.ts'
import { defineMethod } from '../method.ts'
import { SlackError } from '../slack-error.ts'

const input = z.object({ channel: textArgument })

export const conversationsJoin = defineMethod({
  name: 'conversations.join',
  scopes: ['channels:join'],
  tokenKinds: ['bot', 'user'],
  rate: 'change',
  input,
  run: async (call, { channel }) => {
    const found = await findConversation(call, channel)
    if (found.kind !== 'public') throw new SlackError('method_not_supported_for_channel_type')
    const joined = channelObject(call, { ...found, isMember: true })
    if (found.isMember) {
      const warning = 'already_in_channel'
      return { channel: joined, warning, response_metadata: { warnings: [warning] } }
    }
    await joinConversation(call.host.resources, call.actor, found.id)
    return { channel: joined }
  },
})
