import { z } from 'zod'
import type { MemberId } from '#server/domain/ids.ts'
import { loadWorkspaceMember } from '#server/usecases/members/list-members.ts'
import { textArgument } from '../arguments.ts'
import { defineMethod } from '../method.ts'
import { readPublicId } from '../public-ids.ts'
import { wrongArgument } from '../slack-error.ts'
import { userObject } from '../user-object.ts'

export const usersInfo = defineMethod({
  name: 'users.info',
  scopes: ['users:read'],
  tokenKinds: ['bot', 'user'],
  rate: 'read',
  input: z.object({ user: textArgument }),
  run: async (call, { user }) => {
    const id = readPublicId<MemberId>('member', user)
    const member = id && (await loadWorkspaceMember(call.host.resources, call.actor, id))
    if (!member) throw wrongArgument('user_not_found', 'user', user, 'no member has this id')
    return { user: userObject(call, member, Math.floor(Date.now() / 1000)) }
  },
})
