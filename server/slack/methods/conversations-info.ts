import { z } from 'zod'
import { countConversationMembers } from '#server/usecases/conversations/conversation-details.ts'
import { flagArgument, textArgument } from '../arguments.ts'
import { channelObject } from '../channel-object.ts'
import { findConversation } from '../find-conversation.ts'
import { defineMethod } from '../method.ts'
import { requireScope, SCOPES_TO_READ, scopeToRead } from '../require-scope.ts'

const input = z.object({ channel: textArgument, include_num_members: flagArgument.default(false) })

export const conversationsInfo = defineMethod({
  name: 'conversations.info',
  scopes: SCOPES_TO_READ,
  tokenKinds: ['bot', 'user'],
  rate: 'read',
  input,
  run: async (call, { channel, include_num_members }) => {
    const found = await findConversation(call, channel)
    requireScope(call.holder, [scopeToRead(found.kind, 'read')])
    if (!include_num_members) return { channel: channelObject(call, found) }
    const counts = await countConversationMembers(call.host.resources, call.actor, [found.id])
    return { channel: channelObject(call, found, counts.get(found.id) ?? 0) }
  },
})
