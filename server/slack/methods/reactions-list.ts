import { z } from 'zod'
import type { MemberId } from '#server/domain/ids.ts'
import { loadWorkspaceMembers } from '#server/usecases/members/list-members.ts'
import { listReacted } from '#server/usecases/messages/react.ts'
import { limitArgument, textArgument } from '../arguments.ts'
import { pageEnd, readCursor, writeCursor } from '../cursor.ts'
import { itemObjects } from '../item-object.ts'
import { defineMethod } from '../method.ts'
import { readPublicId } from '../public-ids.ts'
import { wrongArgument } from '../slack-error.ts'

const input = z.object({ user: textArgument.optional(), limit: limitArgument, cursor: textArgument.optional() })
const name = 'reactions.list'

/** What somebody reacted to, as far as the caller may read it; of each person the latest 1,000. */
export const reactionsList = defineMethod({
  name,
  scopes: ['reactions:read'],
  tokenKinds: ['bot', 'user'],
  rate: 'read',
  input,
  run: async (call, { user, limit, cursor }) => {
    const { host, actor } = call
    const memberId = user === undefined ? actor.memberId : readPublicId<MemberId>('member', user)
    const known = memberId && (await loadWorkspaceMembers(host.resources, actor, [memberId])).get(memberId)
    if (!known) throw wrongArgument('user_not_found', 'user', user, 'nobody in this workspace has this id')
    const use = { call, method: name, filters: { memberId } }
    const offset = readCursor(use, cursor, z.number()) ?? 0
    const { messages, more } = await listReacted(host.resources, actor, { memberId, offset, limit })
    return {
      items: await itemObjects(call, messages),
      ...pageEnd(more ? writeCursor(use, offset + limit) : null),
    }
  },
})
