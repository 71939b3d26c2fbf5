import { z } from 'zod'
import { createConversation } from '#server/usecases/conversations/create-conversation.ts'
import { flagArgument } from '../arguments.ts'
import { channelObject } from '../channel-object.ts'
import { defineMethod } from '../method.ts'
import { nameArgument } from '../name-argument.ts'
import { requireScope, scopeToManage } from '../require-scope.ts'

const input = z.object({ name: nameArgument, is_private: flagArgument.default(false) })

export const conversationsCreate = defineMethod({
  name: 'conversations.create',
  scopes: [scopeToManage('public'), scopeToManage('private')],
  tokenKinds: ['bot', 'user'],
  rate: 'change',
  input,
  run: async (call, { name, is_private }) => {
    const kind = is_private ? 'private' : 'public'
    requireScope(call.holder, [scopeToManage(kind)])
    const made = await createConversation(call.host.resources, call.actor, { name, kind })
    const details = {
      ...made,
      archived: false,
      isMember: true,
      isGeneral: false,
      memberIds: [],
      createdBy: call.actor.memberId,
      createdMs: Date.now(),
    }
    return { channel: channelObject(call, details, 1) }
  },
})
