import { z } from 'zod'
import { findWorkspaceMember } from '#server/usecases/members/list-members.ts'
import { textArgument } from '../arguments.ts'
import { defineMethod } from '../method.ts'
import { wrongArgument } from '../slack-error.ts'
import { userObject } from '../user-object.ts'

/** A person by their address; who was deactivated is not found, and a bot has none. */
export const usersLookupByEmail = defineMethod({
  name: 'users.lookupByEmail',
  scopes: ['users:read.email'],
  tokenKinds: ['bot', 'user'],
  rate: 'read',
  input: z.object({ email: textArgument }),
  run: async (call, { email }) => {
    const member = await findWorkspaceMember(call.host.resources, call.actor, email)
    if (!member) throw wrongArgument('users_not_found', 'email', email, 'nobody in this workspace has this address')
    return { user: userObject(call, member, Math.floor(Date.now() / 1000)) }
  },
})
