/** What a series ties each of its messages to (C5, C7, T4): stored with every occurrence, judged by each send. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { MessageId, SeriesId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { NO_GUARDS, type GuardChoice } from '#server/domain/scheduled-message/guards.ts'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import { listPosted, moveSendAt, nowSeconds, readRow, refOf, sendThese, setRow } from '#server/testing/scheduling.ts'
import { repeat, setSeries, waitingOf } from '#server/testing/series.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { setArchived } from '../conversations/change-properties.ts'
import { postMessage } from '../messages/post-message.ts'
import { cancelScheduled } from '../scheduled/cancel-scheduled.ts'
import { editScheduled } from '../scheduled/edit-scheduled.ts'
import { loadScheduled } from '../scheduled/load-scheduled.ts'
import { createSeries, type SeriesInput } from './create-series.ts'
import { editFollowing } from './edit-following.ts'
import { handOverSeries } from './hand-over-series.ts'
import { loadSeries, loadSeriesHistory } from './load-series.ts'
import { pauseSeries, resumeSeries } from './steer-series.ts'
import { storeAhead } from './store-ahead.ts'

const world = useTestWorld()
const quiet: Partial<GuardChoice> = { unlessReplied: true }

async function setUp(facts: Partial<SeriesInput> = {}) {
  const { resources } = world()
  const workspaceId = await addWorkspace(resources)
  const author = await addMember(resources, workspaceId)
  const other = await addMember(resources, workspaceId, { role: 'owner' })
  const conversationId = await addConversation(resources, [author, other])
  const say = (actor: Actor, text: string, threadRootId: MessageId | null = null) =>
    postMessage(resources, actor, { conversationId, text, threadRootId, clientToken: randomUUID() })
  const series = await repeat(resources, author, conversationId, facts)
  const waiting = () => waitingOf(resources, series.id)
  const outcomeOf = async (id: MessageId) => {
    const { status, failReason } = await readRow(resources, author, id)
    return failReason ?? status
  }
  /** Sends the next one, as if its second had come `ago_s` seconds ago. */
  const sendNext = async (ago_s: number) => {
    const [next] = await waiting()
    await moveSendAt(resources, author, next!.id, (await nowSeconds(resources)) - ago_s)
    await sendThese(resources, [refOf(author, next!.id)])
    return outcomeOf(next!.id)
  }
  /** As if all that was written until now had been written `ago_s` seconds ago. */
  const age = (ago_s: number) =>
    resources.mysql.read.query(
      'UPDATE message SET ts_us = ts_us - ?, created_ms = created_ms - ? WHERE workspace_id = ? AND channel_id = ?',
      [ago_s * 1_000_000, ago_s * 1_000, workspaceId, conversationId],
    )
  const store = (id: SeriesId = series.id) => storeAhead(resources, { workspaceId, id })
  return {
    resources,
    workspaceId,
    author,
    other,
    conversationId,
    say,
    series,
    waiting,
    sendNext,
    age,
    store,
    outcomeOf,
  }
}

test('each occurrence is stored with what the series is tied to, its own last second among it', async () => {
  const guards = { unlessReplied: true, holdIfArchived: true, skipIfAway: true }
  const { resources, author, series, waiting } = await setUp({ guards, lateBy_s: 900 })
  expect(series).toMatchObject({ guards, lateBy_s: 900 })
  const stored = await waiting()
  expect(stored.length).toBeGreaterThanOrEqual(8)
  for (const { id, sendAt } of stored)
    expect(await loadScheduled(resources, author, id)).toMatchObject({ guards, notAfter: sendAt + 900 })
  expect((await loadSeriesHistory(resources, author, series.id))[0]).toMatchObject({
    kind: 'created',
    detail: { guards, lateBy_s: 900 },
  })
})

test('without any it is as before: nothing of them in its rows, its trail or what makes a repeat the same (C9)', async () => {
  const { resources, author, conversationId, series, waiting } = await setUp()
  expect(series).toMatchObject({ guards: NO_GUARDS, lateBy_s: null })
  const [first] = await waiting()
  expect(await loadScheduled(resources, author, first!.id)).toMatchObject({ guards: NO_GUARDS, notAfter: null })
  expect((await loadSeriesHistory(resources, author, series.id))[0]!.detail).not.toHaveProperty('guards')
  const asked = { conversationId, text: 'x', rule: 'FREQ=DAILY', wallClock: series.start, zone: 'UTC' }
  const clientToken = randomUUID()
  const made = await createSeries(resources, author, { ...asked, clientToken })
  const again = { ...asked, guards: NO_GUARDS, lateBy_s: null, clientToken }
  expect((await createSeries(resources, author, again)).id).toBe(made.id)
  await expect(createSeries(resources, author, { ...again, guards: quiet })).rejects.toMatchObject({
    code: 'token_reused',
  })
})

test.each([-1, 0.5, 40_000_000])('a lateness of %d is refused, with its value', async (lateBy_s) => {
  await expect(setUp({ lateBy_s })).rejects.toMatchObject({
    code: 'invalid_input',
    facts: { field: 'lateBy_s', value: lateBy_s },
  })
})

test('only if nobody has replied: the first counts from when the series was set up', async () => {
  const { say, other, sendNext } = await setUp({ guards: quiet })
  await say(other, 'already done')
  expect(await sendNext(1)).toBe('replied_meanwhile')
})

test('a reply stops the next one and no other: each counts from the second of the one before', async () => {
  const { say, author, other, sendNext, age } = await setUp({ guards: quiet })
  expect(await sendNext(3_600)).toBe('SENT')
  await age(3_000)
  await say(other, 'on it')
  await age(600)
  expect(await sendNext(300)).toBe('replied_meanwhile')
  // Between the second one and the third nobody wrote, though all of them were stored before the reply.
  await say(author, 'my own words')
  expect(await sendNext(60)).toBe('SENT')
  await say(other, 'and again')
  expect(await sendNext(1)).toBe('replied_meanwhile')
})

test('one that was cancelled or moved behind the next one: what counts is the second of the last that came before', async () => {
  const { resources, author, say, other, waiting, sendNext, age } = await setUp({ guards: quiet })
  expect(await sendNext(3_600)).toBe('SENT')
  await say(other, 'after the first')
  await age(1_800)
  const [second, third] = await waiting()
  await moveSendAt(resources, author, second!.id, (await nowSeconds(resources)) - 600)
  await cancelScheduled(resources, author, { id: second!.id })
  expect(await sendNext(300)).toBe('SENT')

  // The fourth is moved to after the fifth; the third was the last before the fifth.
  await say(other, 'after the third')
  const [fourth, fifth] = await waiting()
  expect(fourth!.id).not.toBe(third!.id)
  await moveSendAt(resources, author, fifth!.id, (await nowSeconds(resources)) - 10)
  await sendThese(resources, [refOf(author, fifth!.id)])
  expect(await readRow(resources, author, fifth!.id)).toMatchObject({ failReason: 'replied_meanwhile' })
})

test('in a thread it asks about that thread', async () => {
  const { resources, author, other, conversationId, say } = await setUp()
  const root = await say(author, 'root')
  const { id } = await repeat(resources, author, conversationId, { guards: quiet, threadRootId: root.id })
  const sendNext = async () => {
    const [next] = await waitingOf(resources, id)
    await moveSendAt(resources, author, next!.id, (await nowSeconds(resources)) - 1)
    await sendThese(resources, [refOf(author, next!.id)])
    return readRow(resources, author, next!.id)
  }
  await say(other, 'beside the thread')
  expect(await sendNext()).toMatchObject({ status: 'SENT' })
  await say(other, 'in the thread', root.id)
  expect(await sendNext()).toMatchObject({ failReason: 'replied_meanwhile' })
})

test('one edited on its own counts from that edit; resumed after a pause, the next one counts from then', async () => {
  const { resources, author, other, say, series, waiting, sendNext } = await setUp({ guards: quiet })
  expect(await sendNext(60)).toBe('SENT')
  await say(other, 'seen while editing')
  const [next] = await waiting()
  await editScheduled(resources, author, { id: next!.id, text: 'all the same' })
  expect(await sendNext(1)).toBe('SENT')

  await say(other, 'before the pause ended')
  await pauseSeries(resources, author, { id: series.id })
  await resumeSeries(resources, author, { id: series.id })
  expect(await sendNext(1)).toBe('SENT')
})

test('handed over, what the author before sent is no reply to the new one', async () => {
  const { resources, workspaceId, author, other, series, waiting, sendNext } = await setUp({ guards: quiet })
  expect(await sendNext(60)).toBe('SENT')
  // Whoever takes it on reads it.
  await resources.mysql.read.query('UPDATE workspace SET admins_read_scheduled = 1 WHERE workspace_id = ?', [
    workspaceId,
  ])
  await setSeries(resources, series.id, { status: 'PAUSED', paused_because: 'author_deactivated', look_ms: null })
  await handOverSeries(resources, other, { id: series.id, memberId: other.memberId })
  const [next] = await waiting()
  expect(next!.authorId).toBe(other.memberId)
  await moveSendAt(resources, author, next!.id, (await nowSeconds(resources)) - 1)
  await sendThese(resources, [refOf(author, next!.id)])
  expect(await readRow(resources, author, next!.id)).toMatchObject({ status: 'SENT' })
})

test('skip if I am away: those due in that time, and the series goes on', async () => {
  const { resources, author, workspaceId, sendNext, waiting, series, store } = await setUp({
    guards: { skipIfAway: true },
  })
  const setAway = (until_ms: number | null) =>
    resources.mysql.read.query('UPDATE member SET away_until_ms = ? WHERE workspace_id = ? AND id = ?', [
      until_ms,
      workspaceId,
      author.memberId,
    ])
  await setAway(Date.now() + 3_600_000)
  expect(await sendNext(2)).toBe('author_away')
  await setAway(null)
  expect(await sendNext(1)).toBe('SENT')
  await setSeries(resources, series.id, { look_ms: 0 })
  await store()
  expect(await loadSeries(resources, author, series.id)).toMatchObject({ status: 'ACTIVE' })
  expect((await waiting()).length).toBeGreaterThanOrEqual(2)
})

test('hold if the channel is archived: one due before the job looks waits among the drafts, and the series stands still', async () => {
  const { resources, author, other, conversationId, series, sendNext, store } = await setUp({
    guards: { holdIfArchived: true },
  })
  await setArchived(resources, other, conversationId, true)
  expect(await sendNext(1)).toBe('held_channel_archived')
  await store()
  expect(await loadSeries(resources, author, series.id)).toMatchObject({
    status: 'PAUSED',
    pausedBecause: 'channel_archived',
    guards: { holdIfArchived: true },
  })
})

test('not later than: one that would be later is told and not sent; none is stored after an outage that ends too late', async () => {
  const { resources, author, conversationId, waiting, sendNext } = await setUp({ lateBy_s: 60 })
  const [next] = await waiting()
  const now = await nowSeconds(resources)
  await setRow(resources, author, next!.id, {
    ...{ send_at: now - 120, not_after: now - 60, wake_at_ms: (now - 120) * 1000 },
  })
  await sendThese(resources, [refOf(author, next!.id)])
  expect(await readRow(resources, author, next!.id)).toMatchObject({ failReason: 'expired' })
  expect(await sendNext(1)).toBe('SENT')

  // Nothing ran for ten minutes and its time was among them: the workspace would still let it go, its author would not.
  const missed = await repeat(resources, author, conversationId, { lateBy_s: 60, in_s: 120 })
  const planned = await waitingOf(resources, missed.id)
  for (const { id } of planned) await cancelScheduled(resources, author, { id })
  await resources.mysql.read.query('DELETE FROM series_occurrence WHERE series_id = ?', [missed.id])
  const start = new Date((now - 600) * 1000).toISOString().slice(0, 19)
  await setSeries(resources, missed.id, { start_wall: start, version: 2, decided_to: now - 700, look_ms: 0 })
  await storeAhead(resources, { workspaceId: author.workspaceId, id: missed.id })
  expect((await waitingOf(resources, missed.id)).every(({ sendAt }) => sendAt > now)).toBe(true)
  expect((await loadSeriesHistory(resources, author, missed.id)).at(-1)).toMatchObject({
    kind: 'missed',
    detail: { count: 1 },
  })
})

test('changed for all following: what waits is replaced, the trail tells both, and what is not given stays', async () => {
  const { resources, author, series, waiting } = await setUp({ guards: quiet, lateBy_s: 60 })
  const before = (await waiting()).map(({ id }) => id)
  const { series: edited } = await editFollowing(resources, author, {
    ...{ id: series.id, version: series.version, guards: { skipIfAway: true } },
  })
  const guards = { ...NO_GUARDS, unlessReplied: true, skipIfAway: true }
  expect(edited).toMatchObject({ guards, lateBy_s: 60, version: 2 })
  const after = await waiting()
  expect(after.map(({ id }) => id).filter((id) => before.includes(id))).toEqual([])
  expect(await loadScheduled(resources, author, after[0]!.id)).toMatchObject({
    guards,
    notAfter: after[0]!.sendAt + 60,
  })
  expect((await loadSeriesHistory(resources, author, series.id)).at(-1)).toMatchObject({
    kind: 'edited',
    detail: { before: { guards: { ...NO_GUARDS, ...quiet }, lateBy_s: 60 }, after: { guards, lateBy_s: 60 } },
  })
  const { series: free } = await editFollowing(resources, author, {
    ...{ id: series.id, guards: { unlessReplied: false, skipIfAway: false }, lateBy_s: null },
  })
  expect(free).toMatchObject({ guards: NO_GUARDS, lateBy_s: null, version: 3 })
  expect((await editFollowing(resources, author, { id: series.id, guards: NO_GUARDS })).series).toEqual(free)
})

test('a reply racing the send: it is posted exactly where the reply came after it (I3)', async () => {
  for (let round = 0; round < 20; round++) {
    const { resources, author, other, conversationId, say, waiting, sendNext, age } = await setUp({ guards: quiet })
    expect(await sendNext(60)).toBe('SENT')
    await age(60)
    const [next] = await waiting()
    await moveSendAt(resources, author, next!.id, (await nowSeconds(resources)) - 1)
    const [reply] = await Promise.all([say(other, 'here'), sendThese(resources, [refOf(author, next!.id)])])
    const posted = await listPosted(resources, author, conversationId)
    const mine = posted.find(({ id }) => id === next!.id)
    const { status } = await readRow(resources, author, next!.id)
    expect(status).toBe(mine ? 'SENT' : 'FAILED')
    if (mine) expect(mine.seq).toBeLessThan(posted.find(({ id }) => id === reply.id)!.seq)
  }
})
