import { z } from 'zod'
import type { MemberId } from '#server/domain/ids.ts'
import { conversationIdSchema } from '#server/protocol/frame.ts'
import { pageConversationsOf } from '#server/usecases/conversations/conversation-details.ts'
import { loadWorkspaceMember } from '#server/usecases/members/list-members.ts'
import { flagArgument, limitArgument, textArgument } from '../arguments.ts'
import { channelObject } from '../channel-object.ts'
import { pageEnd, readCursor, writeCursor } from '../cursor.ts'
import { defineMethod } from '../method.ts'
import { readPublicId } from '../public-ids.ts'
import { requireScope, SCOPES_TO_READ, scopeToRead } from '../require-scope.ts'
import { wrongArgument } from '../slack-error.ts'
import { typesArgument } from '../types-argument.ts'

const input = z.object({
  user: textArgument.optional(),
  types: typesArgument.default(['public']),
  exclude_archived: flagArgument.default(false),
  limit: limitArgument,
  cursor: textArgument.optional(),
})
const name = 'users.conversations'

/** What somebody is in, as far as the caller may see it too. */
export const usersConversations = defineMethod({
  name,
  scopes: SCOPES_TO_READ,
  tokenKinds: ['bot', 'user'],
  rate: 'read',
  input,
  run: async (call, { user, types, exclude_archived, limit, cursor }) => {
    for (const kind of types) requireScope(call.holder, [scopeToRead(kind, 'read')])
    const { host, actor } = call
    const memberId = user === undefined ? actor.memberId : readPublicId<MemberId>('member', user)
    if (!memberId || !(await loadWorkspaceMember(host.resources, actor, memberId)))
      throw wrongArgument('user_not_found', 'user', user, 'nobody in this workspace has this id')
    const kinds = types.toSorted()
    const use = { call, method: name, filters: { memberId, kinds, exclude_archived } }
    const after = readCursor(use, cursor, conversationIdSchema)
    if (kinds.length === 0) return { channels: [], ...pageEnd(null) }
    const page = { kinds, withArchived: !exclude_archived, after, limit }
    const { conversations, more } = await pageConversationsOf(host.resources, actor, memberId, page)
    const last = conversations.at(-1)
    return {
      channels: conversations.map((one) => channelObject(call, one)),
      ...pageEnd(more && last ? writeCursor(use, last.id) : null),
    }
  },
})
