import { z } from 'zod'
import { countPinned } from '#server/usecases/messages/pin.ts'
import { loadHistoryByTs } from '#server/usecases/messages/load-history.ts'
import { flagArgument, limitArgument, textArgument } from '../arguments.ts'
import { pageEnd, readCursor, writeCursor } from '../cursor.ts'
import { findConversation } from '../find-conversation.ts'
import { messageObjects } from '../message-objects.ts'
import { defineMethod } from '../method.ts'
import { requireScope, SCOPES_OF_HISTORY, scopeToRead } from '../require-scope.ts'
import { SlackError } from '../slack-error.ts'
import { tsArgument } from '../ts-argument.ts'

const input = z.object({
  channel: textArgument,
  oldest: tsArgument('invalid_ts_oldest').optional(),
  latest: tsArgument('invalid_ts_latest').optional(),
  inclusive: flagArgument.default(false),
  include_all_metadata: flagArgument.default(false),
  limit: limitArgument,
  cursor: textArgument.optional(),
})
const name = 'conversations.history'

/** Newest first. Replies stand in their threads, unless their author wanted them in the channel too. */
export const conversationsHistory = defineMethod({
  name,
  scopes: SCOPES_OF_HISTORY,
  tokenKinds: ['bot', 'user'],
  rate: 'read',
  input,
  run: async (call, { channel, oldest, latest, inclusive, include_all_metadata, limit, cursor }) => {
    const { id, kind, isMember } = await findConversation(call, channel)
    requireScope(call.holder, [scopeToRead(kind, 'history')])
    // People may read every public channel; a bot reads where it was let in, as in Slack.
    if (!isMember && call.holder.kind === 'bot') throw new SlackError('not_in_channel')
    const use = {
      call,
      method: name,
      filters: { id, oldest: oldest?.toString(), latest: latest?.toString(), inclusive },
    }
    const beforeSeq = readCursor(use, cursor, z.number())
    const { messages, more } = await loadHistoryByTs(call.host.resources, call.actor, {
      conversationId: id,
      inChannelOnly: true,
      inclusive,
      ...(oldest === undefined ? {} : { oldestUs: oldest }),
      ...(latest === undefined ? {} : { latestUs: latest }),
      ...(beforeSeq === null ? {} : { beforeSeq }),
      limit,
    })
    const last = messages.at(-1)
    return {
      messages: await messageObjects(call, messages, include_all_metadata),
      has_more: more,
      pin_count: await countPinned(call.host.resources, call.actor, id),
      ...pageEnd(more && last ? writeCursor(use, last.seq) : null),
    }
  },
})
