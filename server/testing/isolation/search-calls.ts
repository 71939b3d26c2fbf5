/** Of the search: its index, its cursors, and what a found page is checked by. */
import type { EpochMillis } from '#server/domain/time/units.ts'
import { lockCursors, moveCursors } from '#server/mysql/search-cursors.ts'
import * as index from '#server/mysql/search-index.ts'
import * as reads from '#server/mysql/search-reads.ts'
import { readStamp, renewStamps } from '#server/mysql/reading-stamps.ts'
import { write, type Call } from './call.ts'
import type { Neighbours } from './neighbours.ts'

const cursorOf = ({ mine, theirs }: Neighbours) => ({
  ...{ workspaceId: mine, conversationId: theirs.conversationId },
  ...{ epoch: 99, indexedSeq: 99 },
})
const keysOf = ({ theirs }: Neighbours) =>
  [1, 2, 3, 4, 5].map((seq) => ({ conversationId: theirs.conversationId, seq }))

export const SEARCH_CALLS: Record<string, Call> = {
  'search-index.findHits': (tx, { mine, theirs }) =>
    index.findHits(tx, mine, {
      terms: [{ words: ['secret'], prefix: false, negated: false }],
      conversations: [theirs.conversationId],
      ...{ authors: null, notAuthors: [], from: null, end: null, notBetween: [], facets: 0, notFacets: 0 },
      ...{ order: 'newest', limit: 10 },
    }),
  'search-index.writeDocuments': write((tx, { mine, theirs, now }) =>
    index.writeDocuments(tx, mine, [
      {
        ...{ conversationId: theirs.conversationId, seq: 3, authorId: theirs.memberId },
        ...{ createdMs: now as EpochMillis, facets: 0, changedSeq: 99, words: ['x'] },
      },
    ]),
  ),
  'search-index.removeDocuments': (tx, { mine, theirs }) =>
    index.removeDocuments(tx, mine, theirs.conversationId, [1, 2, 3, 4, 5]),
  'search-index.forgetDocuments': (tx, { mine, theirs }) => index.forgetDocuments(tx, mine, theirs.conversationId, 10),

  'search-cursors.lockCursors': write((tx, n) => lockCursors(tx, [cursorOf(n)])),
  'search-cursors.moveCursors': write((tx, n) => moveCursors(tx, [cursorOf(n)])),

  'search-reads.listChangedMessages': (tx, { mine, theirs }) =>
    reads.listChangedMessages(tx, mine, theirs.conversationId, { after: 0, upTo: 99, limit: 10 }),
  'search-reads.listPublicIds': (tx, { mine, theirs }) =>
    reads.listPublicIds(tx, mine).then((ids) => ids.filter((id) => id === theirs.conversationId)),
  'search-reads.listDirectIdsOf': (tx, { mine, theirs }) => reads.listDirectIdsOf(tx, mine, theirs.memberId),
  'search-reads.readAccessTo': (tx, { mine, theirs }) =>
    reads.readAccessTo(tx, mine, theirs.memberId, [theirs.conversationId, theirs.directId]),
  'search-reads.readChangeNumbers': (tx, n) => reads.readChangeNumbers(tx, n.mine, keysOf(n)),
  'search-reads.readMessagesAt': (tx, n) => reads.readMessagesAt(tx, n.mine, keysOf(n)),
  'search-reads.listMembersByName': (tx, { mine }) => reads.listMembersByName(tx, mine, 'Victim'),

  'reading-stamps.renewStamps': write((tx, { mine, theirs }) => renewStamps(tx, mine, [theirs.memberId])),
  'reading-stamps.readStamp': (tx, { mine, theirs }) =>
    readStamp(tx, mine, theirs.memberId).then((stamp) => stamp.includes(theirs.memberId)),
}
