/** Skip, pause, resume and end a series; and one of it that is cancelled and scheduled again (T4). */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ConversationId, MessageId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import { listPosted, moveSendAt, nowSeconds, refOf, sendThese, setRow } from '#server/testing/scheduling.ts'
import { DAY_S, listStored, repeat, sendAll, setSeries, waitingOf, wallIn } from '#server/testing/series.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import type { Resources } from '../resources.ts'
import { cancelScheduled } from '../scheduled/cancel-scheduled.ts'
import { editScheduled } from '../scheduled/edit-scheduled.ts'
import { listScheduled } from '../scheduled/load-scheduled.ts'
import { scheduleAgain } from '../scheduled/schedule-again.ts'
import { editFollowing } from './edit-following.ts'
import { loadSeries, loadSeriesHistory } from './load-series.ts'
import { endSeries, pauseSeries, resumeSeries, skipNext } from './steer-series.ts'
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

describe('an occurrence that is cancelled and scheduled again', () => {
  const again = (id: MessageId, clientToken = randomUUID()) => scheduleAgain(resources, author, { id, clientToken })

  test('is the message of its day again: once, whoever asks twice, and withdrawn with the series like any other', async () => {
    const place = await addConversation(resources, [author])
    const series = await repeat(resources, author, place, { guards: { skipIfAway: true }, lateBy_s: 900 })
    const [first] = await waitingOf(resources, series.id)
    await cancelScheduled(resources, author, { id: first!.id })
    const token = randomUUID()
    const back = await again(first!.id, token)
    expect(back).toMatchObject({
      ...{ seriesId: series.id, sendAt: first!.sendAt, notAfter: first!.sendAt + 900 },
      guards: { skipIfAway: true },
    })
    expect((await again(first!.id, token)).id, 'the same token, the same answer').toBe(back.id)
    await expect(again(first!.id)).rejects.toMatchObject({ code: 'edit_conflict', facts: { day: first!.day } })
    await setSeries(resources, series.id, { look_ms: 0, decided_to: await nowSeconds(resources) })
    await pass()
    const waiting = await waitingOf(resources, series.id)
    expect(waiting[0]).toMatchObject({ id: back.id, day: first!.day })
    expect(new Set(waiting.map(({ day }) => day)).size).toBe(waiting.length)
    expect((await loadSeries(resources, author, series.id)).upcoming[0]).toMatchObject({ id: back.id })

    await pauseSeries(resources, author, { id: series.id })
    await sendAll(resources, author, waiting)
    expect(await listPosted(resources, author, place)).toEqual([])
  })

  test('not while the series is paused, nor in an older form, nor after its second', async () => {
    const series = await repeat(resources, author, conversationId)
    const [first, second, third] = await waitingOf(resources, series.id)
    for (const one of [first, second, third]) await cancelScheduled(resources, author, { id: one!.id })
    const gone = (await nowSeconds(resources)) - 1
    await setRow(resources, author, third!.id, { send_at: gone, wall_clock: wallIn(gone) })
    await expect(again(third!.id)).rejects.toMatchObject({ code: 'time_in_past' })
    await pauseSeries(resources, author, { id: series.id })
    await expect(again(first!.id)).rejects.toMatchObject({ code: 'series_paused' })
    await resumeSeries(resources, author, { id: series.id })
    await expect(again(first!.id), 'changed since').rejects.toMatchObject({ code: 'edit_conflict' })
    await endSeries(resources, author, { id: series.id })
    await expect(again(second!.id)).rejects.toMatchObject({ code: 'series_ended' })
    expect(await waitingOf(resources, series.id)).toEqual([])
  })
})

describe('skip, pause, resume, end', () => {
  test('one that was moved years ahead is withdrawn years later, too', async () => {
    const series = await repeat(resources, author, conversationId)
    const [first] = await waitingOf(resources, series.id)
    // As it is four years after its day was moved by five.
    const day = wallIn(first!.sendAt - 4 * 366 * DAY_S).slice(0, 10)
    const at_s = first!.sendAt + 300 * DAY_S
    await setRow(resources, author, first!.id, { series_day: day, send_at: at_s, wake_at_ms: at_s * 1000 })
    await resources.mysql.read.query('UPDATE series_occurrence SET day = ? WHERE scheduled_id = ?', [day, first!.id])
    await endSeries(resources, author, { id: series.id })
    expect(await waitingOf(resources, series.id)).toEqual([])
  })

  test('the next one is skipped, once each time, and two still wait', async () => {
    const series = await repeat(resources, author, conversationId, { rule: 'FREQ=WEEKLY' })
    const [first, second] = await waitingOf(resources, series.id)
    await skipNext(resources, author, { id: series.id })
    const { series: skipped } = await skipNext(resources, author, { id: series.id })
    expect(skipped!.upcoming.map(({ id }) => id)).not.toContain(first!.id)
    expect(skipped!.upcoming.map(({ id }) => id)).not.toContain(second!.id)
    expect(skipped!.nextWall).toBe(skipped!.upcoming[0]?.wallClock)
    expect(await waitingOf(resources, series.id)).toHaveLength(3)
    const trail = await loadSeriesHistory(resources, author, series.id)
    expect(trail.map(({ kind, detail }) => [kind, detail?.day])).toEqual([
      ['created', undefined],
      ['skipped', first!.day],
      ['skipped', second!.day],
    ])
    const canceled = await listScheduled(resources, author, { status: 'canceled', limit: 100 })
    expect(canceled.items.map(({ id }) => id)).toEqual(expect.arrayContaining([first!.id, second!.id]))
  })

  test('a skip is taken back by scheduling that one again: the next is the one of its day, once', async () => {
    const series = await repeat(resources, author, conversationId, { rule: 'FREQ=WEEKLY' })
    const before = await waitingOf(resources, series.id)
    const { skipped } = await skipNext(resources, author, { id: series.id })
    expect(skipped).toBe(before[0]!.id)
    const back = await scheduleAgain(resources, author, { id: skipped!, clientToken: `again:${skipped}` })
    const after = await waitingOf(resources, series.id)
    expect(after[0]).toMatchObject({ id: back.id, day: before[0]!.day })
    expect(new Set(after.map(({ day }) => day)).size).toBe(after.length)
    expect((await loadSeries(resources, author, series.id)).upcoming[0]?.id).toBe(back.id)
  })

  test('what was changed on its own and is taken back with the rest is told of', async () => {
    const series = await repeat(resources, author, conversationId, { rule: 'FREQ=WEEKLY' })
    const [first] = await waitingOf(resources, series.id)
    await editScheduled(resources, author, { id: first!.id, text: 'on its own' })
    const paused = await pauseSeries(resources, author, { id: series.id })
    expect(paused).toMatchObject({ edited: [first!.id], tooLate: [] })
    await resumeSeries(resources, author, { id: series.id })
    expect((await pauseSeries(resources, author, { id: series.id })).edited).toEqual([])
  })

  test('paused, nothing waits; resumed, it goes on with the next one from now', async () => {
    const place = await addConversation(resources, [author])
    const series = await repeat(resources, author, place)
    const waiting = await waitingOf(resources, series.id)
    const { series: paused } = await pauseSeries(resources, author, { id: series.id })
    expect(paused).toMatchObject({ status: 'PAUSED', pausedBecause: 'by_hand', upcoming: [] })
    expect(await waitingOf(resources, series.id)).toEqual([])
    await pass()
    await sendAll(resources, author, waiting)
    expect(await listPosted(resources, author, place)).toEqual([])
    await expect(skipNext(resources, author, { id: series.id })).rejects.toMatchObject({ code: 'series_paused' })
    expect((await pauseSeries(resources, author, { id: series.id })).series).toEqual(paused)

    const { series: resumed } = await resumeSeries(resources, author, { id: series.id })
    expect(resumed).toMatchObject({ status: 'ACTIVE', pausedBecause: null })
    const again = await waitingOf(resources, series.id)
    expect(again.map(({ day }) => day)).toEqual(waiting.map(({ day }) => day))
    expect(again.map(({ id }) => id)).not.toContain(waiting[0]!.id)
    expect((await resumeSeries(resources, author, { id: series.id })).series).toEqual(resumed)
  })

  test('paused while it is being edited: the new form waits for the resume', async () => {
    const series = await repeat(resources, author, conversationId)
    await pauseSeries(resources, author, { id: series.id })
    const { series: edited } = await editFollowing(resources, author, { id: series.id, text: 'after the pause' })
    expect(edited).toMatchObject({ status: 'PAUSED', text: 'after the pause', nextWall: series.nextWall })
    expect(series.nextWall).toBe(series.upcoming[0]?.wallClock)
    expect(await waitingOf(resources, series.id)).toEqual([])
    await resumeSeries(resources, author, { id: series.id })
    expect((await waitingOf(resources, series.id))[0]).toMatchObject({ text: 'after the pause' })
  })

  test('one that is being sent, or is closed by the workspace, is told as too late, and goes out as it was', async () => {
    const workspaceId = await addWorkspace(resources, { freeze_s: 600 })
    const careful = await addMember(resources, workspaceId)
    const place = await addConversation(resources, [careful])
    const series = await repeat(resources, careful, place)
    const [closed, leased] = await waitingOf(resources, series.id)
    const now = await nowSeconds(resources)
    await moveSendAt(resources, careful, closed!.id, now + 300)
    await setRow(resources, careful, leased!.id, {
      ...{ status: 'DISPATCHING', lease_owner: 'x', wake_at_ms: (now + 60) * 1000 },
    })
    const { tooLate } = await editFollowing(resources, careful, { id: series.id, text: 'too late for two' })
    expect(tooLate.toSorted()).toEqual([closed!.id, leased!.id].toSorted())
    const stored = await listStored(resources, series.id)
    expect(stored.find(({ id }) => id === closed!.id)).toMatchObject({ text: 'again', status: 'SCHEDULED' })
    const live = stored.filter(({ day }) => day !== null)
    expect(new Set(live.map(({ day }) => day)).size).toBe(live.length)
  })

  test('a pause racing the send: what is acknowledged as stopped is never posted, and what was too late is (I3)', async () => {
    for (let round = 0; round < 10; round++) {
      const place = await addConversation(resources, [author])
      const series = await repeat(resources, author, place)
      const [first] = await waitingOf(resources, series.id)
      await moveSendAt(resources, author, first!.id, (await nowSeconds(resources)) - 1)
      const [{ tooLate }] = await Promise.all([
        pauseSeries(resources, author, { id: series.id }),
        sendThese(resources, [refOf(author, first!.id)]),
      ])
      await sendThese(resources, [refOf(author, first!.id)])
      const posted = await listPosted(resources, author, place)
      const stopped = (await listStored(resources, series.id)).find(({ id }) => id === first!.id)?.status === 'CANCELED'
      expect(posted).toHaveLength(stopped ? 0 : 1)
      if (tooLate.length > 0) expect(posted).toHaveLength(1)
    }
  })

  test('ended for good', async () => {
    const series = await repeat(resources, author, conversationId)
    const { series: ended } = await endSeries(resources, author, { id: series.id })
    expect(ended).toMatchObject({ status: 'ENDED', upcoming: [] })
    expect(await waitingOf(resources, series.id)).toEqual([])
    for (const change of [pauseSeries, resumeSeries, skipNext, endSeries])
      await expect(change(resources, author, { id: series.id })).rejects.toMatchObject({ code: 'series_ended' })
  })
})
