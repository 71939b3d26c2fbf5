import { z } from 'zod'
import { placesOf } from '#server/domain/search/words.ts'
import { MOST_QUERY_LENGTH, readQuery, type Term } from '#server/domain/search/query.ts'
import { messageLink } from '#server/protocol/message-link.ts'
import { loadConversationDetails } from '#server/usecases/conversations/conversation-details.ts'
import { loadWorkspaceMembers } from '#server/usecases/members/list-members.ts'
import { searchMessages as findMessages, type FoundMessage } from '#server/usecases/search/search-messages.ts'
import { flagArgument, textArgument, wholeArgument } from '../arguments.ts'
import { channelObject } from '../channel-object.ts'
import { pageEnd, readCursor, writeCursor } from '../cursor.ts'
import { partsOf } from '../message-object.ts'
import { defineMethod, type Answer, type SlackCall } from '../method.ts'
import { publicMemberId, publicWorkspaceId } from '../public-ids.ts'
import { SlackError, wrongArgument } from '../slack-error.ts'
import { formatTs } from '../timestamp.ts'

const MOST = 100
const input = z.object({
  query: textArgument.optional(),
  sort: z.enum(['score', 'timestamp']).default('score'),
  sort_dir: z.enum(['asc', 'desc']).default('desc'),
  count: wholeArgument('invalid_arguments', { from: 1, to: MOST }).default(20),
  page: wholeArgument('invalid_arguments', { from: 1, to: MOST }).default(1),
  highlight: flagArgument.default(false),
  cursor: textArgument.optional(),
})
const name = 'search.messages'

/** Of what is found 1,000 are counted and paged through. A `cursor` of `*` begins a walk that needs no page numbers. */
export const searchMessages = defineMethod({
  name,
  scopes: ['search:read'],
  tokenKinds: ['user'],
  rate: 'search',
  input,
  run: async (call, { query = '', sort, sort_dir, count, highlight, cursor, ...rest }) => {
    if (query.trim() === '') throw new SlackError('no_query')
    if (query.length > MOST_QUERY_LENGTH) {
      throw wrongArgument('invalid_arguments', 'query', query, `must have at most ${MOST_QUERY_LENGTH} characters`)
    }
    const use = { call, method: name, filters: { query, sort, sort_dir, count } }
    const page = cursor === '*' ? 1 : (readCursor(use, cursor, z.number()) ?? rest.page)
    const order = sort === 'score' ? 'relevance' : sort_dir === 'asc' ? 'oldest' : 'newest'
    const { messages, total } = await findMessages(call.host.resources, call.actor, {
      ...{ query, order, page, perPage: count },
    })
    const pages = Math.ceil(total / count)
    const terms = highlight ? readQuery(query, '1971-01-01').terms.filter(({ negated }) => !negated) : []
    const first = (page - 1) * count + 1
    return {
      query,
      messages: {
        total,
        pagination: {
          ...{ total_count: total, page, per_page: count, page_count: pages },
          ...{
            first: messages.length === 0 ? 0 : first,
            last: messages.length === 0 ? 0 : first + messages.length - 1,
          },
        },
        paging: { count, total, page, pages },
        matches: await toMatches(call, messages, terms),
      },
      ...(cursor === undefined ? {} : pageEnd(page < pages ? writeCursor(use, page + 1) : null)),
    }
  },
})

async function toMatches(call: SlackCall, found: readonly FoundMessage[], terms: readonly Term[]): Promise<Answer[]> {
  const { actor, host } = call
  const ids = [...new Set(found.map(({ conversationId }) => conversationId))]
  const [authors, ...conversations] = await Promise.all([
    loadWorkspaceMembers(
      host.resources,
      actor,
      found.map(({ message }) => message.authorId),
    ),
    ...ids.map((id) => loadConversationDetails(host.resources, actor, id)),
  ])
  const detailsOf = new Map(conversations.map((details) => [details.id, details]))
  return found.flatMap(({ conversationId, message }) => {
    const details = detailsOf.get(conversationId)
    if (!details) return []
    const author = authors.get(message.authorId)
    return {
      type: 'message',
      iid: publicMemberId(message.authorId) + formatTs(message.tsUs),
      team: publicWorkspaceId(actor.workspaceId),
      channel: { ...channelObject(call, details), is_pending_ext_shared: false, pending_shared: [] },
      user: publicMemberId(message.authorId),
      username: author?.displayName ?? '',
      ts: formatTs(message.tsUs),
      text: highlighted(message.text, terms),
      permalink: new URL(messageLink(actor.workspaceId, details, message.id), host.appUrl).href,
      ...partsOf(message.payload),
    }
  })
}

/** Between the two signs of Slack's own that stand around what was found. */
function highlighted(text: string, terms: readonly Term[]): string {
  let out = ''
  let at = 0
  for (const { from, to } of placesOf(text, terms)) {
    out += `${text.slice(at, from)}\ue000${text.slice(from, to)}\ue001`
    at = to
  }
  return out + text.slice(at)
}
