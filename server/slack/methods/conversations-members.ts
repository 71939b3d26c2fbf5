import { z } from 'zod'
import { compareIds } from '#server/domain/ids.ts'
import { memberIdSchema } from '#server/protocol/frame.ts'
import { loadConversationMembers } from '#server/usecases/conversations/load-conversation.ts'
import { limitArgument, textArgument } from '../arguments.ts'
import { pageEnd, readCursor, writeCursor } from '../cursor.ts'
import { findConversation } from '../find-conversation.ts'
import { defineMethod } from '../method.ts'
import { publicMemberId } from '../public-ids.ts'
import { requireScope, SCOPES_TO_READ, scopeToRead } from '../require-scope.ts'

const input = z.object({ channel: textArgument, limit: limitArgument, cursor: textArgument.optional() })
const name = 'conversations.members'

export const conversationsMembers = defineMethod({
  name,
  scopes: SCOPES_TO_READ,
  tokenKinds: ['bot', 'user'],
  rate: 'read',
  input,
  run: async (call, { channel, limit, cursor }) => {
    const { id, kind } = await findConversation(call, channel)
    requireScope(call.holder, [scopeToRead(kind, 'read')])
    const use = { call, method: name, filters: { id } }
    const after = readCursor(use, cursor, memberIdSchema)
    const everyone = await loadConversationMembers(call.host.resources, call.actor, id)
    const rest = after === null ? everyone : everyone.filter((memberId) => compareIds(memberId, after) > 0)
    const page = rest.slice(0, limit)
    const last = page.at(-1)
    return {
      members: page.map(publicMemberId),
      ...pageEnd(rest.length > limit && last ? writeCursor(use, last) : null),
    }
  },
})
