import { z } from 'zod'
import { conversationIdSchema } from '#server/protocol/frame.ts'
import { countConversationMembers, pageConversations } from '#server/usecases/conversations/conversation-details.ts'
import { flagArgument, limitArgument, textArgument } from '../arguments.ts'
import { channelObject } from '../channel-object.ts'
import { pageEnd, readCursor, writeCursor } from '../cursor.ts'
import { defineMethod } from '../method.ts'
import { requireScope, SCOPES_TO_READ, scopeToRead } from '../require-scope.ts'
import { typesArgument } from '../types-argument.ts'

const input = z.object({
  types: typesArgument.default(['public']),
  exclude_archived: flagArgument.default(false),
  limit: limitArgument,
  cursor: textArgument.optional(),
})
const name = 'conversations.list'

/** Public channels of the workspace, and of the others what the caller is in. */
export const conversationsList = defineMethod({
  name,
  scopes: SCOPES_TO_READ,
  tokenKinds: ['bot', 'user'],
  rate: 'read',
  input,
  run: async (call, { types, exclude_archived, limit, cursor }) => {
    for (const kind of types) requireScope(call.holder, [scopeToRead(kind, 'read')])
    const kinds = types.toSorted()
    const use = { call, method: name, filters: { kinds, exclude_archived } }
    const after = readCursor(use, cursor, conversationIdSchema)
    if (kinds.length === 0) return { channels: [], ...pageEnd(null) }

    const { resources } = call.host
    const { conversations, more } = await pageConversations(resources, call.actor, {
      kinds,
      withArchived: !exclude_archived,
      after,
      limit,
    })
    const channels = conversations.filter(({ kind }) => kind !== 'direct').map(({ id }) => id)
    const counts = await countConversationMembers(resources, call.actor, channels)
    const last = conversations.at(-1)
    return {
      channels: conversations.map((one) =>
        channelObject(call, one, one.kind === 'direct' ? undefined : (counts.get(one.id) ?? 0)),
      ),
      ...pageEnd(more && last ? writeCursor(use, last.id) : null),
    }
  },
})
