import { z } from 'zod'
import { memberIdSchema } from '#server/protocol/frame.ts'
import { pageWorkspaceMembers } from '#server/usecases/members/list-members.ts'
import { limitArgument, textArgument } from '../arguments.ts'
import { pageEnd, readCursor, writeCursor } from '../cursor.ts'
import { defineMethod } from '../method.ts'
import { userObject } from '../user-object.ts'

const input = z.object({ limit: limitArgument, cursor: textArgument.optional() })
const name = 'users.list'

/** Everyone, deactivated people too, in order of joining. */
export const usersList = defineMethod({
  name,
  scopes: ['users:read'],
  tokenKinds: ['bot', 'user'],
  rate: 'read',
  input,
  run: async (call, { limit, cursor }) => {
    const use = { call, method: name, filters: {} }
    const after = readCursor(use, cursor, memberIdSchema)
    const { members, more } = await pageWorkspaceMembers(call.host.resources, call.actor, { after, limit })
    const now_s = Math.floor(Date.now() / 1000)
    const last = members.at(-1)
    return {
      members: members.map((member) => userObject(call, member, now_s)),
      cache_ts: now_s,
      ...pageEnd(more && last ? writeCursor(use, last.id) : null),
    }
  },
})
