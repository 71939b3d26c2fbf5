import { z } from 'zod'
import { createConversation } from '#server/usecases/conversations/create-conversation.ts'
import { flagArgument, refuse } from '../arguments.ts'
import { channelObject } from '../channel-object.ts'
import { defineMethod } from '../method.ts'
import { requireScope, scopeToManage } from '../require-scope.ts'

const MAX_NAME = 80

/** Slack's rules for names; letters of every script are letters. */
const nameArgument = z.unknown().transform((value, ctx) => {
  if (value === undefined) return refuse(ctx, 'invalid_name_required', 'a channel needs a name')
  if (typeof value !== 'string') return refuse(ctx, 'invalid_name', 'must be text')
  if (value.length > MAX_NAME) return refuse(ctx, 'invalid_name_maxlength', `must have at most ${MAX_NAME} characters`)
  if (!/[\p{L}\p{N}]/u.test(value)) return refuse(ctx, 'invalid_name_punctuation', 'must have a letter or a digit')
  if (!/^[\p{L}\p{N}\p{M}_-]+$/u.test(value) || value !== value.toLowerCase()) {
    return refuse(ctx, 'invalid_name_specials', 'may have small letters, digits, hyphens and underscores')
  }
  return value
})
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
