import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ConversationId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { seqAtOrAfterTs } from '#server/mysql/messages.ts'
import type { Row } from '#server/mysql/connect.ts'
import type { CatchUpPage, Change } from '#server/protocol/frame.ts'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { inviteToConversation, leaveConversation } from '../conversations/change-members.ts'
import { setTopic } from '../conversations/change-properties.ts'
import { loadHistory, loadHistoryByTs } from '../messages/load-history.ts'
import { postMessage } from '../messages/post-message.ts'
import type { Resources } from '../resources.ts'
import { catchUp, loadHeads } from './catch-up.ts'

const world = useTestWorld()

async function setUp(messages = 0) {
  const { resources } = world()
  const workspaceId = await addWorkspace(resources)
  const author = await addMember(resources, workspaceId)
  const conversationId = await addConversation(resources, [author])
  for (let i = 1; i <= messages; i++) await post(resources, author, conversationId, `m${i}`)
  return { resources, workspaceId, author, conversationId }
}

const post = (resources: Resources, author: Actor, conversationId: ConversationId, text: string) =>
  postMessage(resources, author, { conversationId, text, clientToken: randomUUID() })

/** As a client does it: page after page until there is no more. */
async function followAll(
  resources: Resources,
  actor: Actor,
  conversationId: ConversationId,
  from: number,
  limit: number,
) {
  const pages: CatchUpPage[] = []
  for (let afterSeq = from; ; afterSeq = pages.at(-1)!.cursorSeq) {
    pages.push(await catchUp(resources, actor, { conversationId, epoch: 1, afterSeq, limit }))
    if (!pages.at(-1)!.more) return pages
    expect(pages.at(-1)!.cursorSeq, 'it gets on').toBeGreaterThan(afterSeq)
  }
}

const numberOf = (change: Change) =>
  change.type === 'message'
    ? change.message.changedSeq
    : change.type === 'membership'
      ? change.membership.changedSeq
      : change.conversation.changedSeq

test.each([
  ['one less than a page', 9],
  ['exactly a page', 10],
  ['one more than a page', 11],
  ['exactly two pages', 20],
  ['two pages and one', 21],
])('%s behind: every change once, in order, and the cursor ends at the head (I5, I6)', async (_what, n) => {
  const { resources, author, conversationId } = await setUp(n)
  const pages = await followAll(resources, author, conversationId, 0, 10)
  expect(pages.flatMap((page) => page.changes).map(numberOf)).toEqual(Array.from({ length: n }, (_, i) => i + 1))
  expect(pages.at(-1)).toMatchObject({ cursorSeq: n, lastSeq: n, reset: false, more: false })
})

test('kinds mixed across page borders: the last state of each, nothing skipped at any page size (I6)', async () => {
  const { resources, workspaceId, author, conversationId } = await setUp(3)
  const guests = await Promise.all(Array.from({ length: 3 }, () => addMember(resources, workspaceId)))
  for (const guest of guests) await inviteToConversation(resources, author, conversationId, guest.memberId) // 4, 5, 6
  await setTopic(resources, author, conversationId, 'one') // 7, later told as 10
  await post(resources, author, conversationId, 'm8')
  await leaveConversation(resources, guests[1]!, conversationId) // 9 replaces 5
  await setTopic(resources, author, conversationId, 'two') // 10
  const expected = [
    [1, 'message'],
    [2, 'message'],
    [3, 'message'],
    [4, 'membership'],
    [6, 'membership'],
    [8, 'message'],
    [9, 'membership'],
    [10, 'conversation'],
  ]
  for (let limit = 1; limit <= 9; limit++) {
    const pages = await followAll(resources, author, conversationId, 0, limit)
    expect(pages.flatMap((page) => page.changes).map((change) => [numberOf(change), change.type])).toEqual(expected)
    expect(pages.at(-1)?.cursorSeq).toBe(10)
  }
  const pages = await followAll(resources, author, conversationId, 8, 10)
  expect(pages.flatMap((page) => page.changes)).toMatchObject([
    { type: 'membership', membership: { memberId: guests[1]?.memberId, active: false } },
    { type: 'conversation', conversation: { topic: 'two' } },
  ])
})

test('a client at the head gets nothing and stays there', async () => {
  const { resources, author, conversationId } = await setUp(3)
  const page = await catchUp(resources, author, { conversationId, epoch: 1, afterSeq: 3, limit: 10 })
  expect(page).toMatchObject({ changes: [], cursorSeq: 3, lastSeq: 3, more: false, reset: false })
})

test('what is committed while pages are fetched is never skipped (I6)', async () => {
  const { resources, author, conversationId } = await setUp(25)
  let writing = true
  const writer = (async () => {
    for (let i = 0; i < 60; i++) await post(resources, author, conversationId, `late ${i}`)
    writing = false
  })()
  const seen = new Set<number>()
  let cursor = 0
  while (writing || cursor < 85) {
    const page = await catchUp(resources, author, { conversationId, epoch: 1, afterSeq: cursor, limit: 7 })
    for (const change of page.changes) seen.add(numberOf(change))
    for (let seq = cursor + 1; seq <= page.cursorSeq; seq++)
      expect(seen.has(seq), `${seq} before the cursor passed it`).toBe(true)
    cursor = page.cursorSeq
  }
  await writer
  expect(seen.size).toBe(85)
})

test('another epoch, or a cursor beyond the head: the newest page and a reset, as after a restored database', async () => {
  const { resources, author, conversationId } = await setUp(15)
  for (const cursor of [
    { epoch: 2, afterSeq: 3 },
    { epoch: 1, afterSeq: 16 },
  ]) {
    const page = await catchUp(resources, author, { conversationId, ...cursor, limit: 5 })
    expect(page).toMatchObject({ reset: true, epoch: 1, cursorSeq: 15, more: false })
    expect(page.changes.map(numberOf)).toEqual([11, 12, 13, 14, 15])
  }
})

test('2,000 behind is caught up, 2,001 behind starts anew with the newest page', async () => {
  const { resources, author, conversationId } = await setUp(5)
  await resources.mysql.read.query('UPDATE channel SET last_seq = 2005, last_message_seq = 2005 WHERE id = ?', [
    conversationId,
  ])
  await resources.mysql.read.query(
    'UPDATE message SET seq = seq + 2000, changed_seq = changed_seq + 2000 WHERE channel_id = ? ORDER BY seq DESC',
    [conversationId],
  )
  const near = await catchUp(resources, author, { conversationId, epoch: 1, afterSeq: 5, limit: 10 })
  expect(near).toMatchObject({ reset: false, cursorSeq: 2005 })
  const far = await catchUp(resources, author, { conversationId, epoch: 1, afterSeq: 4, limit: 3 })
  expect(far).toMatchObject({ reset: true, cursorSeq: 2005 })
  expect(far.changes.map(numberOf)).toEqual([2003, 2004, 2005])
})

test('what may not be read is answered as if it were not there, and has no head (I7)', async () => {
  const { resources, workspaceId, author } = await setUp()
  const secret = await addConversation(resources, [author], { kind: 'private' })
  const stranger = await addMember(resources, workspaceId)
  const outsider = await addMember(resources, await addWorkspace(resources))
  for (const actor of [stranger, outsider]) {
    await expect(
      catchUp(resources, actor, { conversationId: secret, epoch: 1, afterSeq: 0, limit: 5 }),
    ).rejects.toMatchObject({ code: 'not_found' })
    expect(await loadHeads(resources, actor)).toEqual([])
  }
  expect((await loadHeads(resources, author)).map((head) => head.conversationId)).toContain(secret)
})

test('history pages backwards without a gap or a repeat', async () => {
  const { resources, author, conversationId } = await setUp(11)
  const seqs: number[] = []
  for (let beforeSeq: number | undefined; ;) {
    const page = await loadHistory(resources, author, { conversationId, beforeSeq, limit: 5 })
    seqs.unshift(...page.messages.map((message) => message.seq))
    beforeSeq = page.messages[0]?.seq
    if (!page.more) break
  }
  expect(seqs).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
})

test('the place of a ts is found as a linear search finds it, with gaps between messages, for any ts', async () => {
  const { resources, workspaceId, author, conversationId } = await setUp(4)
  await setTopic(resources, author, conversationId, 'gap') // 5
  for (const text of ['m6', 'm7']) await post(resources, author, conversationId, text)
  await setTopic(resources, author, conversationId, 'gap') // 8, the last
  const [rows] = await resources.mysql.read.query<Row[]>(
    'SELECT seq, ts_us FROM message WHERE channel_id = ? ORDER BY seq',
    [conversationId],
  )
  const messages = rows.map((row) => ({ seq: Number(row.seq), tsUs: BigInt(row.ts_us) }))
  const [first, last] = [messages[0]!.tsUs, messages.at(-1)!.tsUs]
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.bigInt(first - 10n, last + 10n),
        fc.constantFrom(...messages.flatMap(({ tsUs }) => [tsUs - 1n, tsUs, tsUs + 1n])),
      ),
      async (tsUs) => {
        const found = await seqAtOrAfterTs(resources.mysql.read, workspaceId, conversationId, tsUs, 8)
        for (const message of messages) expect(message.seq >= found).toBe(message.tsUs >= tsUs)
        const page = await loadHistoryByTs(resources, author, {
          conversationId,
          oldestUs: tsUs,
          inclusive: true,
          limit: 100,
        })
        expect(page.messages.map((message) => message.seq)).toEqual(
          messages
            .filter((message) => message.tsUs >= tsUs)
            .map((message) => message.seq)
            .toReversed(),
        )
      },
    ),
    { numRuns: 60 },
  )
})
