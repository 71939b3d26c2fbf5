import { z } from 'zod'
import type { MessageView } from '#server/protocol/frame.ts'
import { loadWorkspaceMembers } from '#server/usecases/members/list-members.ts'
import { loadHistoryByTs, loadTsOfRoots } from '#server/usecases/messages/load-history.ts'
import { flagArgument, limitArgument, refuse, textArgument } from '../arguments.ts'
import { pageEnd, readCursor, writeCursor } from '../cursor.ts'
import { findConversation } from '../find-conversation.ts'
import { messageObject } from '../message-object.ts'
import { defineMethod, type SlackCall } from '../method.ts'
import { requireScope, SCOPES_OF_HISTORY, scopeToRead } from '../require-scope.ts'
import { SlackError } from '../slack-error.ts'
import { formatTs, parseTs } from '../timestamp.ts'

const tsArgument = (code: string) =>
  textArgument.transform(
    (text, ctx) => parseTs(text) ?? refuse(ctx, code, 'must be a ts: seconds, a point, six digits'),
  )

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

/** Newest first. Replies stand among the rest, with their `thread_ts`. */
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
      inclusive,
      ...(oldest === undefined ? {} : { oldestUs: oldest }),
      ...(latest === undefined ? {} : { latestUs: latest }),
      ...(beforeSeq === null ? {} : { beforeSeq }),
      limit,
    })
    const last = messages.at(-1)
    return {
      messages: await toObjects(call, messages, include_all_metadata),
      has_more: more,
      pin_count: 0,
      ...pageEnd(more && last ? writeCursor(use, last.seq) : null),
    }
  },
})

async function toObjects(call: SlackCall, messages: readonly MessageView[], withMetadata: boolean) {
  const { resources } = call.host
  const roots = messages.map(({ threadRootId }) => threadRootId).filter((id) => id !== null)
  const [authors, tsOfRoots] = await Promise.all([
    loadWorkspaceMembers(
      resources,
      call.actor,
      messages.map(({ authorId }) => authorId),
    ),
    loadTsOfRoots(resources, call.actor, roots),
  ])
  return messages.map((message) => {
    const ts = message.threadRootId === null ? undefined : tsOfRoots.get(message.threadRootId)
    const byBot = authors.get(message.authorId)?.kind === 'bot'
    return messageObject(message, { call, byBot, threadTs: ts === undefined ? null : formatTs(ts), withMetadata })
  })
}
