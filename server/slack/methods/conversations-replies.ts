import { z } from 'zod'
import { loadThreadByTs } from '#server/usecases/messages/load-thread.ts'
import { flagArgument, limitArgument, textArgument } from '../arguments.ts'
import { pageEnd, readCursor, writeCursor } from '../cursor.ts'
import { findConversation } from '../find-conversation.ts'
import { findThread } from '../find-thread.ts'
import { messageObjects } from '../message-objects.ts'
import { defineMethod } from '../method.ts'
import { requireScope, SCOPES_OF_HISTORY, scopeToRead } from '../require-scope.ts'
import { SlackError, wrongArgument } from '../slack-error.ts'
import { tsArgument } from '../ts-argument.ts'

const input = z.object({
  channel: textArgument,
  ts: textArgument,
  oldest: tsArgument('invalid_ts_oldest').optional(),
  latest: tsArgument('invalid_ts_latest').optional(),
  inclusive: flagArgument.default(false),
  include_all_metadata: flagArgument.default(false),
  limit: limitArgument,
  cursor: textArgument.optional(),
})
const name = 'conversations.replies'

/** The first message of a thread, then its replies, oldest first; each page begins with the first message. */
export const conversationsReplies = defineMethod({
  name,
  scopes: SCOPES_OF_HISTORY,
  tokenKinds: ['bot', 'user'],
  rate: 'read',
  input,
  errors: { not_found: 'thread_not_found' },
  run: async (call, { channel, ts, oldest, latest, inclusive, include_all_metadata, limit, cursor }) => {
    const { id, kind, isMember } = await findConversation(call, channel)
    requireScope(call.holder, [scopeToRead(kind, 'history')])
    if (!isMember && call.holder.kind === 'bot') throw new SlackError('channel_not_found')
    const thread = await findThread(call, id, ts)
    if (!thread) throw wrongArgument('thread_not_found', 'ts', ts, 'no message of this channel has this ts')
    const filters = { id, ts, oldest: oldest?.toString(), latest: latest?.toString(), inclusive }
    const use = { call, method: name, filters }
    const afterSeq = readCursor(use, cursor, z.number())
    const page = await loadThreadByTs(call.host.resources, call.actor, {
      ...{ conversationId: id, rootId: thread.rootId, inclusive, limit },
      ...(oldest === undefined ? {} : { oldestUs: oldest }),
      ...(latest === undefined ? {} : { latestUs: latest }),
      ...(afterSeq === null ? {} : { afterSeq }),
    })
    const last = page.replies.at(-1)
    return {
      messages: await messageObjects(call, [page.root, ...page.replies], include_all_metadata),
      has_more: page.more,
      ...pageEnd(page.more && last ? writeCursor(use, last.seq) : null),
    }
  },
})
