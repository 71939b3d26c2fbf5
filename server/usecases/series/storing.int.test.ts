/** The job that stores the coming occurrences of a series: ahead, once each, whatever runs twice or stops (T4). */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { DomainError } from '#server/domain/errors.ts'
import type { ConversationId, MessageId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { laneOf } from '#server/domain/partition/lane-of.ts'
import { epochSeconds } from '#server/domain/time/units.ts'
import { decideThePast } from '#server/mysql/series.ts'
import { withTransaction } from '#server/mysql/tx.ts'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import { readDue } from '#server/testing/pipeline.ts'
import {
  listPosted,
  moveSendAt,
  nowSeconds,
  readRow,
  refOf,
  scheduleDue,
  sendThese,
} from '#server/testing/scheduling.ts'
import { DAY_S, listStored, readSeriesColumns, repeat, setSeries, waitingOf, wallIn } from '#server/testing/series.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { listNotices } from '../notices/notices.ts'
import type { Resources } from '../resources.ts'
import { cancelScheduled } from '../scheduled/cancel-scheduled.ts'
import { loadScheduledHistory } from '../scheduled/load-scheduled.ts'
import { createSeries } from './create-series.ts'
import { listSeries, loadSeries, loadSeriesHistory, previewSeries } from './load-series.ts'
import { storeAhead } from './store-ahead.ts'
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

/** As if nobody had looked since the series was made, though its messages were stored: a job that died before it wrote that down. */
const forgetLooks = async (id: Parameters<typeof setSeries>[1], decidedTo: number) =>
  setSeries(resources, id, { decided_to: decidedTo, look_ms: 0 })

describe('ahead', () => {
  test.each([
    ['FREQ=DAILY', 8],
    ['FREQ=WEEKLY', 3],
    ['FREQ=MONTHLY', 3],
    ['FREQ=YEARLY', 3],
  ])('%s has its messages when it is made: at least two, and all of the next week', async (rule, least) => {
    const series = await repeat(resources, author, conversationId, { rule })
    const waiting = await waitingOf(resources, series.id)
    expect(waiting.length).toBeGreaterThanOrEqual(least)
    expect(waiting.map(({ sendAt }) => sendAt).slice(0, 5)).toEqual(
      series.upcoming.filter(({ id }) => id !== null).map(({ sendAt }) => sendAt),
    )
    expect(series.upcoming).toHaveLength(5)
    expect((await previewSeries(resources, author, { ...series, wallClock: series.start })).occurrences).toEqual(
      series.upcoming.map(({ id: _, ...occurrence }) => occurrence),
    )
  })

  test('each is a scheduled message of its own: with its audit line, and in the fast queue where it is due soon', async () => {
    const series = await repeat(resources, author, conversationId)
    const [first, second] = await waitingOf(resources, series.id)
    expect(await loadScheduledHistory(resources, author, first!.id)).toMatchObject([
      { kind: 'created', client: 'series', detail: { seriesId: series.id } },
    ])
    const queued = (await readDue(resources, laneOf(conversationId))).map(([, score]) => score)
    expect(queued).toContain(first!.sendAt * 1000)
    expect(queued).not.toContain(second!.sendAt * 1000)
    expect(await loadSeriesHistory(resources, author, series.id)).toMatchObject([{ kind: 'created', client: 'test' }])
  })

  test('made again with the same token it is the same series; with another rule it is refused (C9)', async () => {
    const clientToken = randomUUID()
    const facts = { clientToken, wallClock: wallIn((await nowSeconds(resources)) + 3600) }
    const made = await Promise.all([1, 2, 3, 4].map(() => repeat(resources, author, conversationId, facts)))
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    expect(await listStored(resources, made[0]!.id)).toHaveLength(8)
    const other = repeat(resources, author, conversationId, { ...facts, rule: 'FREQ=WEEKLY' })
    await expect(other).rejects.toEqual(new DomainError('token_reused', { clientToken }))
  })

  test('what cannot be is refused: rule, past, horizon, place, and an instant that was shown otherwise', async () => {
    const now = await nowSeconds(resources)
    const refusal = (facts: Parameters<typeof repeat>[3]) =>
      repeat(resources, author, conversationId, facts).then(
        () => 'accepted',
        (error: DomainError) => error.code,
      )
    expect(await refusal({ rule: 'FREQ=HOURLY' })).toBe('rule_invalid')
    expect(await refusal({ rule: 'FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30' })).toBe('rule_never_happens')
    expect(await refusal({ rule: 'FREQ=DAILY;COUNT=2', in_s: -10 * DAY_S })).toBe('time_in_past')
    expect(await refusal({ in_s: 400 * DAY_S })).toBe('time_too_far')
    expect(await refusal({ sendAt: now + 7200 })).toBe('time_does_not_match')
    expect(await refusal({ text: ' ' })).toBe('text_empty')
    const stranger = await addMember(resources, author.workspaceId)
    const hidden = await addConversation(resources, [stranger], { kind: 'private' })
    expect(await refusal({ conversationId: hidden })).toBe('not_found')
  })
})

describe('once', () => {
  test('two jobs at once, and three restarts of each that died before they wrote it down: one message a day (K33)', async () => {
    const decidedTo = await nowSeconds(resources)
    const series = await repeat(resources, author, conversationId)
    const before = await listStored(resources, series.id)
    for (let restart = 0; restart < 3; restart++) {
      await forgetLooks(series.id, decidedTo)
      const [one, other] = [await world().openResources(), await world().openResources()]
      await Promise.all([pass(one), pass(other), storeAhead(one, { workspaceId: author.workspaceId, id: series.id })])
      expect(await listStored(resources, series.id)).toEqual(before)
    }
    expect(new Set(before.map(({ day }) => day)).size).toBe(before.length)
  })

  test('looked at, it does not ask to be looked at again before there is something to do (K61, K63)', async () => {
    const series = await repeat(resources, author, conversationId, { zone: 'America/Los_Angeles' })
    await pass()
    const { look_ms } = await readSeriesColumns(resources, series.id)
    expect(Number(look_ms)).toBeGreaterThan(((await nowSeconds(resources)) + 60) * 1000)
    expect(await pass()).toBe(0)
  })

  test('the key refuses a second message for a day, whoever asks', async () => {
    const series = await repeat(resources, author, conversationId)
    const [first] = await waitingOf(resources, series.id)
    const insert = resources.mysql.read.query(
      'INSERT INTO series_occurrence (workspace_id, series_id, day, scheduled_id) VALUES (?, ?, ?, 1)',
      [author.workspaceId, series.id, first!.day],
    )
    await expect(insert).rejects.toMatchObject({ code: 'ER_DUP_ENTRY' })
  })
})

describe('over the night in which clocks go back', () => {
  const zone = 'America/New_York'
  /** Rules by which New York's clocks go back at that second, whatever the day of this test. */
  const backAt =
    (back: number) =>
    (r: Resources): Resources => ({
      ...r,
      zoneRules: { version: '2099a', offsetAt: (at, name) => (name === zone ? (at < back ? -14_400 : -18_000) : 0) },
    })

  test('weekly on the day after, and everything started anew on the day itself: one message, one post at its time (K60)', async () => {
    const place = await addConversation(resources, [author])
    const today = Math.floor((await nowSeconds(resources)) / DAY_S) * DAY_S
    const underRules = backAt(today + 2 * DAY_S + 6 * 3600)
    const day = wallIn(today + 3 * DAY_S).slice(0, 10)
    const at = today + 3 * DAY_S + 11 * 3600
    const series = await repeat(underRules(resources), author, place, {
      ...{ rule: 'FREQ=WEEKLY', wallClock: `${day}T06:00`, zone, sendAt: at },
    })
    for (let restart = 0; restart < 3; restart++) {
      await setSeries(resources, series.id, { look_ms: 0, decided_to: await nowSeconds(resources) })
      await pass(underRules(await world().openResources()))
    }
    const stored = await listStored(resources, series.id)
    expect(stored.map(({ sendAt }) => sendAt)).toEqual([at, at + 7 * DAY_S, at + 14 * DAY_S])
    await moveSendAt(resources, author, stored[0]!.id, (await nowSeconds(resources)) - 1)
    for (const r of [resources, await world().openResources()]) await sendThese(r, [refOf(author, stored[0]!.id)])
    expect((await listPosted(resources, author, place)).map(({ id }) => id)).toEqual([stored[0]!.id])
  })

  test('workers that start before and after the change, one repeating and 100 others due in it: 101 posts, none twice (K63)', async () => {
    const owner = await addMember(resources, await addWorkspace(resources))
    const place = await addConversation(resources, [owner])
    const now = await nowSeconds(resources)
    const [before, after] = [backAt(now + 1800)(resources), backAt(now - 1800)(await world().openResources())]
    const wallClock = wallIn(now + 3600 - 14_400)
    const series = await repeat(before, owner, place, { wallClock, zone, text: 'again' })
    const others = await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        scheduleDue(resources, owner, place, { zone, overdue_s: 1 + (i % 40), text: `${i}` }),
      ),
    )
    const [first] = await waitingOf(resources, series.id)
    await moveSendAt(resources, owner, first!.id, now - 1)
    const refs = [first!, ...others].map(({ id }) => refOf(owner, id))
    for (let round = 0; round < 3; round++) {
      await setSeries(resources, series.id, { look_ms: 0 })
      await Promise.all([pass(before), pass(after), sendThese(before, refs), sendThese(after, refs)])
    }
    const posted = await listPosted(resources, owner, place)
    expect(posted.map(({ text }) => text).toSorted()).toEqual(['again', ...others.map((_, i) => `${i}`)].toSorted())
    expect(new Set(posted.map(({ id }) => id)).size).toBe(101)
    const days = (await listStored(resources, series.id)).map(({ day }) => day)
    expect(new Set(days).size).toBe(days.length)
  })
})

describe('one after the other', () => {
  test('one that is cancelled and one that fails do not end the series; nothing comes in their place', async () => {
    const series = await repeat(resources, author, conversationId, { rule: 'FREQ=WEEKLY' })
    const [first, second, third] = await waitingOf(resources, series.id)
    await cancelScheduled(resources, author, { id: first!.id })
    await moveSendAt(resources, author, second!.id, (await nowSeconds(resources)) - 2 * DAY_S)
    await sendThese(resources, [refOf(author, second!.id)])
    await setSeries(resources, series.id, { look_ms: 0 })
    await pass()
    const stored = await listStored(resources, series.id)
    expect(stored.map(({ status }) => status)).toEqual(['FAILED', 'CANCELED', 'SCHEDULED', 'SCHEDULED', 'SCHEDULED'])
    expect(new Set(stored.map(({ day }) => day)).size).toBe(5)
    expect(stored.map(({ id }) => id)).toContain(third!.id)
    expect((await loadSeries(resources, author, series.id)).status).toBe('ACTIVE')
  })

  test('sent, the day has its message, and the next ones are as they were', async () => {
    const series = await repeat(resources, author, conversationId, { text: 'unlike any other' })
    const [first] = await waitingOf(resources, series.id)
    await moveSendAt(resources, author, first!.id, (await nowSeconds(resources)) - 1)
    await sendThese(resources, [refOf(author, first!.id)])
    await forgetLooks(series.id, (await nowSeconds(resources)) - 3600)
    await pass()
    const posted = await listPosted(resources, author, conversationId)
    expect(posted.filter(({ text }) => text === 'unlike any other').map(({ id }) => id)).toEqual([first!.id])
    expect((await waitingOf(resources, series.id)).map(({ day }) => day)).not.toContain(first!.day)
  })

  test('a rule that ends, ends the series once its last message is due, and that is in its history', async () => {
    const series = await repeat(resources, author, conversationId, { rule: 'FREQ=DAILY;COUNT=2' })
    expect(await waitingOf(resources, series.id)).toHaveLength(2)
    await pass()
    expect((await loadSeries(resources, author, series.id)).status).toBe('ACTIVE')
    // Two days later: both are due.
    for (const { id } of await waitingOf(resources, series.id))
      await moveSendAt(resources, author, id, (await nowSeconds(resources)) - 1)
    await setSeries(resources, series.id, { look_ms: 0 })
    await pass()
    expect(await loadSeries(resources, author, series.id)).toMatchObject({ status: 'ENDED' })
    expect((await loadSeriesHistory(resources, author, series.id)).at(-1)).toMatchObject({
      kind: 'ended',
      client: 'system',
    })
  })
})

describe('after an outage in which nothing was stored (C7)', () => {
  /** Daily for a month; nobody looked for the last twenty days, so only what was due before has a message. */
  async function afterOutage(facts: Parameters<typeof repeat>[3] = {}) {
    const series = await repeat(resources, author, conversationId, { in_s: DAY_S - 7200, text: 'late', ...facts })
    const now = await nowSeconds(resources)
    await resources.mysql.read.query('DELETE FROM scheduled_message WHERE series_id = ?', [series.id])
    await resources.mysql.read.query('DELETE FROM series_occurrence WHERE series_id = ?', [series.id])
    await setSeries(resources, series.id, {
      start_wall: wallIn(now - 30 * DAY_S - 7200),
      decided_to: now - 20 * DAY_S - 7200,
      look_ms: 0,
    })
    return { series, now }
  }

  test('the latest missed one goes late, once; the others are told once and do not flood', async () => {
    const { series, now } = await afterOutage()
    const [one, other] = [await world().openResources(), await world().openResources()]
    await Promise.all([pass(one), pass(other)])
    const stored = await listStored(resources, series.id)
    expect(stored.filter(({ sendAt }) => sendAt <= now)).toMatchObject([{ sendAt: now - 7200, status: 'SCHEDULED' }])
    expect(stored.filter(({ sendAt }) => sendAt > now)).toHaveLength(8)
    const notices = (await listNotices(resources, author)).filter(({ seriesId }) => seriesId === series.id)
    expect(notices).toMatchObject([{ kind: 'series_missed', sendAt: now - DAY_S - 7200 }])
    expect((await loadSeriesHistory(resources, author, series.id)).at(-1)).toMatchObject({
      kind: 'missed',
      detail: { count: 19 },
    })
    await sendThese(resources, [refOf(author, stored[0]!.id)], { path: 'sweep' })
    const [sent] = await listStored(resources, series.id)
    expect(sent!.status).toBe('SENT')
    expect((await loadScheduledHistory(resources, author, sent!.id)).at(-1)).toMatchObject({
      kind: 'sent',
      detail: { cause: 'workers_away' },
    })
  })

  test('after a restore nothing of the lost time is stored: it may have been sent then', async () => {
    const { series, now } = await afterOutage()
    await withTransaction(resources.mysql, (tx) => decideThePast(tx, epochSeconds(now)))
    await pass()
    const stored = await listStored(resources, series.id)
    expect(stored.filter(({ sendAt }) => sendAt <= now)).toEqual([])
    expect(stored).toHaveLength(8)
  })

  test('of what was stored before, with a week of grace, the latest alone goes late; the others are told, in whatever batches they are found', async () => {
    const owner = await addMember(resources, await addWorkspace(resources))
    const place = await addConversation(resources, [owner])
    await resources.mysql.read.query('UPDATE workspace SET late_policy_s = ? WHERE workspace_id = ?', [
      ...[7 * DAY_S, owner.workspaceId],
    ])
    const series = await repeat(resources, owner, place)
    const waiting = (await waitingOf(resources, series.id)).slice(0, 6)
    const alone = await scheduleDue(resources, owner, place, { overdue_s: 3 * DAY_S, text: 'of no series' })
    const now = await nowSeconds(resources)
    for (const [i, { id }] of waiting.entries()) await moveSendAt(resources, owner, id, now - (5 - i) * DAY_S - 7200)
    const send = (ids: MessageId[]) =>
      sendThese(
        resources,
        ids.map((id) => refOf(owner, id)),
        { path: 'sweep' },
      )
    const ids = waiting.map(({ id }) => id)
    await send([ids[3]!, ids[0]!, alone.id])
    await send([ids[5]!, ids[1]!])
    await send([ids[2]!, ids[4]!]) // after the latest has gone out
    expect((await listPosted(resources, owner, place)).map(({ id }) => id)).toEqual([alone.id, ids[5]])
    const stored = await listStored(resources, series.id)
    expect(stored.slice(0, 6).map(({ status }) => status)).toEqual([...Array(5).fill('FAILED'), 'SENT'])
    for (const id of ids.slice(0, 5))
      expect(await readRow(resources, owner, id)).toMatchObject({ failReason: 'expired' })
    const told = (await listNotices(resources, owner)).filter(({ kind }) => kind === 'scheduled_failed')
    expect(told).toHaveLength(5)
  })

  test('a later one that was cancelled or moved ahead overtakes none', async () => {
    const owner = await addMember(resources, await addWorkspace(resources))
    const place = await addConversation(resources, [owner])
    const series = await repeat(resources, owner, place)
    const [first, second, third] = await waitingOf(resources, series.id)
    await cancelScheduled(resources, owner, { id: second!.id })
    const now = await nowSeconds(resources)
    await moveSendAt(resources, owner, first!.id, now - 50_000)
    await moveSendAt(resources, owner, third!.id, now + 600)
    await sendThese(resources, [refOf(owner, first!.id)], { path: 'sweep' })
    expect((await listPosted(resources, owner, place)).map(({ id }) => id)).toEqual([first!.id])
  })

  test('what was stored before follows the late policy message by message, and the job adds nothing to it', async () => {
    const series = await repeat(resources, author, conversationId)
    const waiting = await waitingOf(resources, series.id)
    const now = await nowSeconds(resources)
    for (const [i, { id }] of waiting.slice(0, 3).entries())
      await moveSendAt(resources, author, id, now - (3 - i) * 50_000)
    await sendThese(
      resources,
      waiting.slice(0, 3).map(({ id }) => refOf(author, id)),
      { path: 'sweep' },
    )
    await setSeries(resources, series.id, { look_ms: 0 })
    await pass()
    const stored = await listStored(resources, series.id)
    expect(stored.slice(0, 3).map(({ status }) => status)).toEqual(['FAILED', 'FAILED', 'SENT'])
    expect(new Set(stored.map(({ day }) => day)).size).toBe(stored.length)
  })
})

test('a series of a suspended workspace waits, and none stands before the others', async () => {
  const owner = await addMember(resources, await addWorkspace(resources))
  const place = await addConversation(resources, [owner])
  const series = await repeat(resources, owner, place)
  await resources.mysql.read.query('UPDATE workspace SET suspended_ms = 1 WHERE workspace_id = ?', [owner.workspaceId])
  await setSeries(resources, series.id, { look_ms: 0 })
  await pass()
  expect(Number((await readSeriesColumns(resources, series.id)).look_ms)).toBeGreaterThan(Date.now() + 1_800_000)

  const broken = await repeat(resources, author, conversationId)
  await setSeries(resources, broken.id, { rule: 'FREQ=NEVER', look_ms: 0 })
  const failed: string[] = []
  await storeDueSeries(resources, (_, id) => failed.push(id))
  expect(failed).toEqual([broken.id])
  expect(Number((await readSeriesColumns(resources, broken.id)).look_ms)).toBeGreaterThan(Date.now() + 200_000)
  await resources.mysql.read.query('DELETE FROM scheduled_series WHERE id = ?', [broken.id])
})

test('the list has one’s own, running ones first, each with what comes', async () => {
  const somebody = await addMember(resources, author.workspaceId)
  const place = await addConversation(resources, [somebody, author])
  const mine = await repeat(resources, somebody, place)
  expect(await listSeries(resources, somebody)).toEqual([mine])
  expect((await listSeries(resources, author)).map(({ id }) => id)).not.toContain(mine.id)
  await expect(loadSeries(resources, author, mine.id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(
    createSeries(resources, author, { ...mine, text: 'x', wallClock: mine.start, rule: 'nonsense', clientToken: 'x' }),
  ).rejects.toMatchObject({ code: 'rule_invalid' })
})
