/** "This and all following" from a later occurrence: the series is split (T4). */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ConversationId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import type { Row } from '#server/mysql/connect.ts'
import type { SeriesView } from '#server/protocol/series-view.ts'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import { listPosted, moveSendAt, nowSeconds, refOf, sendThese, setRow } from '#server/testing/scheduling.ts'
import {
  DAY_S,
  listStored,
  readSeriesColumns,
  repeat,
  sendAll,
  setSeries,
  waitingOf,
  wallIn,
} from '#server/testing/series.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { upload } from '#server/testing/uploads.ts'
import { postMessage } from '../messages/post-message.ts'
import type { Resources } from '../resources.ts'
import { cancelScheduled } from '../scheduled/cancel-scheduled.ts'
import { editScheduled } from '../scheduled/edit-scheduled.ts'
import { loadScheduled, loadScheduledHistory } from '../scheduled/load-scheduled.ts'
import { editFollowing } from './edit-following.ts'
import { loadSeries, loadSeriesHistory, previewSeries } from './load-series.ts'
import { pauseSeries, resumeSeries, skipNext } from './steer-series.ts'
import { storeDueSeries } from './store-due-series.ts'

const world = useTestWorld()
let resources: Resources
let author: Actor
let conversationId: ConversationId

beforeAll(async () => {
  resources = world().resources
  author = await addMember(resources, await addWorkspace(resources))
  conversationId = await addConversation(resources, [author])
})

const pass = (r: Resources = resources) =>
  storeDueSeries(r, (error) => {
    throw error
  })
const waiting = (series: Pick<SeriesView, 'id'>) => waitingOf(resources, series.id)
const daysOf = async (series: Pick<SeriesView, 'id'>) => (await waiting(series)).map(({ day }) => day)
const dayAfter = (day: string, days = 1) => wallIn(Date.parse(`${day}T00:00:00Z`) / 1000 + days * DAY_S).slice(0, 10)

describe('from a later one on', () => {
  test('those before stay as they are and the series ends with them; another goes on, stored at once, each day once', async () => {
    const place = await addConversation(resources, [author])
    const series = await repeat(resources, author, place, { text: 'old' })
    const before = await waiting(series)
    const from = before[3]!.day!
    const wallClock = wallIn(before[3]!.sendAt + 600)
    const { series: ended, rest } = await editFollowing(resources, author, {
      ...{ id: series.id, version: series.version, from, text: 'new', rule: 'FREQ=DAILY;INTERVAL=2', wallClock },
    })
    expect(ended).toMatchObject({
      ...{ id: series.id, text: 'old', status: 'ACTIVE', version: series.version + 1, start: series.start },
      rule: `FREQ=DAILY;UNTIL=${dayAfter(from, -1).replaceAll('-', '')}`,
    })
    expect(ended!.upcoming.map(({ id }) => id)).toEqual(before.slice(0, 3).map(({ id }) => id))
    expect(rest).toMatchObject({ text: 'new', rule: 'FREQ=DAILY;INTERVAL=2', start: wallClock, version: 1 })
    const next = await waiting(rest!)
    expect(next.map(({ day }) => day).slice(0, 3)).toEqual([from, dayAfter(from, 2), dayAfter(from, 4)])
    expect(next[0]).toMatchObject({ text: 'new', sendAt: before[3]!.sendAt + 600 })
    for (const { id } of before.slice(3))
      expect((await loadScheduledHistory(resources, author, id)).at(-1)).toMatchObject({
        ...{ kind: 'canceled', detail: { because: 'series_edited' } },
      })

    await setSeries(resources, series.id, { look_ms: 0 })
    await setSeries(resources, rest!.id, { look_ms: 0, decided_to: await nowSeconds(resources) })
    await Promise.all([pass(await world().openResources()), pass(await world().openResources())])
    expect((await waiting(series)).map(({ id }) => id)).toEqual(before.slice(0, 3).map(({ id }) => id))
    expect((await waiting(rest!)).map(({ id }) => id)).toEqual(next.map(({ id }) => id))

    await sendAll(resources, author, before)
    await sendAll(resources, author, next)
    expect((await listPosted(resources, author, place)).map(({ text }) => text)).toEqual([
      ...Array(3).fill('old'),
      ...next.map(() => 'new'),
    ])
    await setSeries(resources, series.id, { look_ms: 0 })
    await pass()
    expect(await loadSeries(resources, author, series.id)).toMatchObject({ status: 'ENDED' })
  })

  test('the trail of each names the other; who began with another version is told (C2)', async () => {
    const series = await repeat(resources, author, conversationId, { text: 'old' })
    const [, second] = await waiting(series)
    const change = { id: series.id, from: second!.day!, text: 'new' }
    await expect(editFollowing(resources, author, { ...change, version: 9 })).rejects.toMatchObject({
      ...{ code: 'edit_conflict', facts: { seen: 9, version: 1 } },
    })
    const { rest } = await editFollowing(resources, author, { ...change, version: 1 })
    expect((await loadSeriesHistory(resources, author, series.id)).at(-1)).toMatchObject({
      ...{ kind: 'split', actorId: author.memberId },
      detail: {
        ...{ from: second!.day, goesOnAs: rest!.id },
        ...{ before: { rule: 'FREQ=DAILY' }, after: { rule: expect.stringContaining('UNTIL=') } },
      },
    })
    expect(await loadSeriesHistory(resources, author, rest!.id)).toMatchObject([
      { kind: 'created', detail: { text: 'new', splitFrom: series.id, from: second!.day } },
    ])
    await expect(editFollowing(resources, author, change), 'it has no such day any more').rejects.toMatchObject({
      ...{ code: 'invalid_input', facts: { field: 'from', value: second!.day } },
    })
  })

  test('skipped days stay skipped on both sides; what was changed on its own goes with the rest, and is told', async () => {
    const series = await repeat(resources, author, conversationId, { text: 'old' })
    const [first, second, third, fourth, fifth, sixth] = await waiting(series)
    for (const { id } of [second!, fifth!]) await cancelScheduled(resources, author, { id })
    for (const { id } of [first!, sixth!]) await editScheduled(resources, author, { id, text: 'only this one' })
    const { rest, edited } = await editFollowing(resources, author, { id: series.id, from: fourth!.day!, text: 'new' })
    expect(edited).toEqual([sixth!.id])
    expect(await waiting(series)).toMatchObject([
      { id: first!.id, text: 'only this one' },
      { id: third!.id, text: 'old' },
    ])
    const days = await daysOf(rest!)
    expect(days.slice(0, 2)).toEqual([fourth!.day, sixth!.day])
    expect(rest!.upcoming.map(({ wallClock }) => wallClock.slice(0, 10))).toEqual(
      [0, 2, 3, 4, 5].map((days_s) => dayAfter(fourth!.day!, days_s)),
    )
    const preview = { wallClock: rest!.start, zone: 'UTC', of: { id: rest!.id } }
    const { occurrences } = await previewSeries(resources, author, preview)
    expect(occurrences.map(({ wallClock }) => wallClock)).toEqual(rest!.upcoming.map(({ wallClock }) => wallClock))
  })

  test('an end by count is divided, one by date stays; the preview shows what is stored', async () => {
    for (const [rule, ended, left] of [
      ['FREQ=DAILY;COUNT=6', /^FREQ=DAILY;COUNT=2$/, /^FREQ=DAILY;COUNT=4$/],
      ['FREQ=DAILY;UNTIL=20991231', /^FREQ=DAILY;UNTIL=2\d{7}$/, /^FREQ=DAILY;UNTIL=20991231$/],
    ] as const) {
      const series = await repeat(resources, author, conversationId, { rule })
      const third = (await waiting(series))[2]!
      const wallClock = `${third.day}T${series.start.slice(11)}`
      const of = { id: series.id, from: third.day! }
      const shown = await previewSeries(resources, author, { wallClock, zone: 'UTC', of })
      expect(shown.rule).toMatch(left)
      const { series: first, rest } = await editFollowing(resources, author, { ...of, text: 'new' })
      expect([first!.rule, rest!.rule]).toEqual([expect.stringMatching(ended), shown.rule])
      expect(rest!.upcoming.map(({ wallClock: wall, sendAt }) => [wall, sendAt])).toEqual(
        shown.occurrences.map(({ wallClock: wall, sendAt }) => [wall, sendAt]),
      )
      if (rule.includes('COUNT')) expect(await waiting(rest!)).toHaveLength(4)
    }
  })

  test('nothing comes before it: the series itself is changed; nothing is changed: nothing is split', async () => {
    const series = await repeat(resources, author, conversationId, { text: 'old' })
    const [first, second] = await waiting(series)
    expect(await editFollowing(resources, author, { id: series.id, from: second!.day!, text: 'old' })).toMatchObject({
      ...{ series, tooLate: [] },
    })
    await skipNext(resources, author, { id: series.id })
    const changed = await editFollowing(resources, author, { id: series.id, from: second!.day!, text: 'new' })
    expect(changed).not.toHaveProperty('rest')
    expect(changed.series).toMatchObject({ id: series.id, text: 'new', rule: 'FREQ=DAILY' })
    expect(await daysOf(series)).not.toContain(first!.day)
    await expect(
      editFollowing(resources, author, { id: series.id, from: '2026-13-01', text: 'x' }),
    ).rejects.toMatchObject({ code: 'invalid_input', facts: { field: 'from', value: '2026-13-01' } })
  })

  test('paused stays paused, both of it; resumed, each stores its own', async () => {
    const series = await repeat(resources, author, conversationId, { text: 'old' })
    const third = (await waiting(series))[2]!.day!
    await pauseSeries(resources, author, { id: series.id })
    const { series: before, rest } = await editFollowing(resources, author, { id: series.id, from: third, text: 'new' })
    for (const each of [before!, rest!]) {
      expect(each).toMatchObject({ status: 'PAUSED', pausedBecause: 'by_hand', upcoming: [] })
      expect(await waiting(each)).toEqual([])
      await resumeSeries(resources, author, { id: each.id })
    }
    expect(await daysOf(series)).toEqual([dayAfter(third, -2), dayAfter(third, -1)])
    expect((await daysOf(rest!))[0]).toBe(third)
  })

  test('one that is closed to changes goes out as it was, and its day gets no second one', async () => {
    const series = await repeat(resources, author, conversationId, { text: 'old' })
    const third = (await waiting(series))[2]!
    await setRow(resources, author, third.id, { freeze_s: 30 * DAY_S })
    const { tooLate, rest } = await editFollowing(resources, author, { id: series.id, from: third.day!, text: 'new' })
    expect(tooLate).toEqual([third.id])
    expect(await daysOf(rest!)).not.toContain(third.day)
    expect((await waiting(series)).at(-1)).toMatchObject({ id: third.id, text: 'old' })
    // It is none of the other's to take back.
    await pauseSeries(resources, author, { id: rest!.id })
    expect((await waiting(series)).map(({ id }) => id)).toContain(third.id)
  })

  test('begun with an earlier day than the one it was chosen from: nothing of it is lost', async () => {
    const series = await repeat(resources, author, conversationId)
    const third = (await waiting(series))[2]!
    const wallClock = wallIn(third.sendAt - DAY_S + 60)
    const { rest } = await editFollowing(resources, author, { id: series.id, from: third.day!, wallClock })
    expect((await daysOf(rest!)).slice(0, 2)).toEqual([dayAfter(third.day!, -1), third.day])
  })

  test('what it is tied to and its files go along; a file stays as long as either has it', async () => {
    const file = await upload(resources, author)
    const series = await repeat(resources, author, conversationId, {
      ...{ guards: { skipIfAway: true }, lateBy_s: 900, fileIds: [file.id] },
    })
    const second = (await waiting(series))[1]!.day!
    const { rest } = await editFollowing(resources, author, { id: series.id, from: second, text: 'new' })
    expect(rest).toMatchObject({ guards: { skipIfAway: true }, lateBy_s: 900, payload: series.payload })
    const [uses] = await resources.mysql.read.query<Row[]>(
      'SELECT holder_id FROM file_use WHERE file_id = ? AND holder_id IN (?)',
      [file.id, [series.id, rest!.id]],
    )
    expect(uses.map((row) => row.holder_id).toSorted()).toEqual([series.id, rest!.id].toSorted())
  })
})

test('only if nobody has replied: the first that follows counts from the time of the one before it', async () => {
  const other = await addMember(resources, author.workspaceId)
  const place = await addConversation(resources, [author, other])
  const say = (text: string) =>
    postMessage(resources, other, { conversationId: place, text, clientToken: randomUUID() })
  const series = await repeat(resources, author, place, { guards: { unlessReplied: true } })
  const [first, second] = await waiting(series)
  const { rest } = await editFollowing(resources, author, { id: series.id, from: second!.day!, text: 'new' })
  const [next] = await waiting(rest!)
  // An answer to what was before the last one of the old series, which was due in between.
  await say('an old answer')
  await resources.mysql.read.query('UPDATE message SET ts_us = ts_us - 10000000 WHERE channel_id = ?', [place])
  const now = await nowSeconds(resources)
  await moveSendAt(resources, author, first!.id, now - 5)
  await setRow(resources, author, first!.id, { quiet_after_seq: null })
  await sendThese(resources, [refOf(author, first!.id)])
  await moveSendAt(resources, author, next!.id, now - 1)
  await sendThese(resources, [refOf(author, next!.id)])
  expect(await loadScheduled(resources, author, next!.id)).toMatchObject({ status: 'SENT' })
})

test('a channel’s series: who changes it from a later one on speaks for themselves from then on', async () => {
  const colleague = await addMember(resources, author.workspaceId)
  const place = await addConversation(resources, [author, colleague])
  const series = await repeat(resources, author, place, { belongsTo: 'channel', text: 'old' })
  const second = (await waiting(series))[1]!.day!
  const { series: before, rest } = await editFollowing(resources, colleague, {
    id: series.id,
    from: second,
    text: 'new',
  })
  expect([before!.authorId, rest!.authorId]).toEqual([author.memberId, colleague.memberId])
  expect(new Set((await waiting(rest!)).map(({ authorId }) => authorId))).toEqual(new Set([colleague.memberId]))
  expect(await loadSeries(resources, author, rest!.id)).toMatchObject({ belongsTo: 'channel', canChange: true })
  const stranger = await addMember(resources, author.workspaceId)
  for (const of of [{ id: rest!.id }, { id: series.id, from: second }]) {
    await expect(editFollowing(resources, stranger, { ...of, text: 'x' })).rejects.toMatchObject({ code: 'not_found' })
    const asked = { wallClock: series.start, zone: 'UTC', of }
    await expect(previewSeries(resources, stranger, asked)).rejects.toMatchObject({ code: 'not_found' })
  }
})

test('split and stored at the same moment, again and again: each day has one message, in its last form', async () => {
  const other = await world().openResources()
  let series = await repeat(resources, author, conversationId, { text: 'round 0' })
  const all = [series.id]
  for (let round = 1; round <= 6; round++) {
    const from = (await waiting(series))[1]!.day!
    await setSeries(resources, series.id, { look_ms: 0, decided_to: await nowSeconds(resources) })
    const [, { rest }] = await Promise.all([
      pass(other),
      editFollowing(resources, author, { id: series.id, from, text: `round ${round}` }),
      pass(other),
    ])
    await pass()
    series = rest!
    all.push(series.id)
  }
  const stored = (await Promise.all(all.map((id) => listStored(resources, id)))).flat()
  const now = stored.filter(({ status }) => status === 'SCHEDULED')
  expect(new Set(now.map(({ day }) => day)).size).toBe(now.length)
  expect(now.map(({ text }) => text).slice(0, 7)).toEqual([0, 1, 2, 3, 4, 5, 6].map((round) => `round ${round}`))
  expect(now.length, 'three of the last, and one of each before').toBeGreaterThanOrEqual(9)
  expect((await readSeriesColumns(resources, series.id)).version).toBe(1)
})
