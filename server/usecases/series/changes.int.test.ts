/** What people do to a series: edit all following, skip, pause, resume, end; and who may (T4). */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ConversationId, MessageId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import { listPosted, moveSendAt, nowSeconds, refOf, sendThese, setRow } from '#server/testing/scheduling.ts'
import { DAY_S, listStored, repeat, setSeries, waitingOf, wallIn } from '#server/testing/series.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import type { Resources } from '../resources.ts'
import { cancelScheduled } from '../scheduled/cancel-scheduled.ts'
import { editScheduled } from '../scheduled/edit-scheduled.ts'
import { listScheduled, loadScheduledHistory } from '../scheduled/load-scheduled.ts'
import { scheduleAgain } from '../scheduled/schedule-again.ts'
import { editFollowing } from './edit-following.ts'
import { listSeries, loadSeries, loadSeriesHistory } from './load-series.ts'
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
/** Sends everything of the series, as if all of its seconds had come. */
async function sendAll(by: Actor, stored: { id: Parameters<typeof refOf>[1] }[]) {
  const now = await nowSeconds(resources)
  for (const { id } of stored)
    await resources.mysql.read.query(
      'UPDATE scheduled_message SET send_at = ?, wake_at_ms = ? WHERE id = ? AND wake_at_ms IS NOT NULL',
      [now - 1, (now - 1) * 1000, id],
    )
  await sendThese(
    resources,
    stored.map(({ id }) => refOf(by, id)),
  )
}
const at = (day: string, clock: string) => Date.parse(`${day}T${clock}Z`) / 1000
const dayIn = async (days: number) => wallIn((await nowSeconds(resources)) + days * DAY_S).slice(0, 10)

describe('edit all following', () => {
  test('a weekly moved from 9:00 to 10:00, and all workers started three times: one message a week, at 10:00 (K33)', async () => {
    const place = await addConversation(resources, [author])
    const day = await dayIn(3)
    const series = await repeat(resources, author, place, { rule: 'FREQ=WEEKLY', wallClock: `${day}T09:00` })
    const before = await waitingOf(resources, series.id)
    const { series: moved, tooLate } = await editFollowing(resources, author, {
      ...{ id: series.id, version: series.version, wallClock: `${day}T10:00`, sendAt: at(day, '10:00:00') },
    })
    expect(tooLate).toEqual([])
    expect(moved!.upcoming.map(({ wallClock }) => wallClock.slice(11))).toEqual(Array(5).fill('10:00:00'))
    for (let restart = 0; restart < 3; restart++) {
      await setSeries(resources, series.id, { look_ms: 0, decided_to: await nowSeconds(resources) })
      await Promise.all([pass(await world().openResources()), pass(await world().openResources())])
    }
    const waiting = await waitingOf(resources, series.id)
    expect(waiting.map(({ sendAt }) => sendAt)).toEqual([0, 7, 14].map((days) => at(day, '10:00:00') + days * DAY_S))
    await sendAll(author, [...before, ...waiting])
    expect((await listPosted(resources, author, place)).map(({ id }) => id).toSorted()).toEqual(
      waiting.map(({ id }) => id).toSorted(),
    )
  })

  test('another text: what waited is replaced, also what was changed on its own; what was sent stays', async () => {
    const place = await addConversation(resources, [author])
    const series = await repeat(resources, author, place, { text: 'old' })
    const [first, second] = await waitingOf(resources, series.id)
    await sendAll(author, [first!])
    await editScheduled(resources, author, { id: second!.id, text: 'only this one' })
    const { series: edited } = await editFollowing(resources, author, { id: series.id, text: 'new' })
    expect(edited).toMatchObject({ text: 'new', version: series.version + 1 })
    const waiting = await waitingOf(resources, series.id)
    expect(new Set(waiting.map(({ text }) => text))).toEqual(new Set(['new']))
    expect(waiting.map(({ day }) => day)).not.toContain(first!.day)
    expect(await listPosted(resources, author, place)).toMatchObject([{ text: 'old' }])
    // The words somebody wrote for one day alone are not lost with it; what nobody touched is not shown as cancelled.
    const canceled = await listScheduled(resources, author, { status: 'canceled', conversationId: place, limit: 50 })
    expect(canceled.items.map(({ text }) => text)).toEqual(['only this one'])
    expect((await loadScheduledHistory(resources, author, second!.id)).at(-1)).toMatchObject({
      kind: 'canceled',
      detail: { because: 'series_edited' },
    })
    expect((await loadSeriesHistory(resources, author, series.id)).at(-1)).toMatchObject({
      kind: 'edited',
      detail: { before: { text: 'old' }, after: { text: 'new' } },
    })
  })

  test('a skipped day stays skipped, and a day whose message went out gets no second one later that day', async () => {
    const series = await repeat(resources, author, conversationId)
    const [first, second] = await waitingOf(resources, series.id)
    await sendAll(author, [first!])
    await cancelScheduled(resources, author, { id: second!.id })
    const later = wallIn(first!.sendAt + 600)
    // Only where ten minutes later is still the same day.
    const wallClock = later.slice(0, 10) === first!.day ? later : wallIn(first!.sendAt - 600)
    await editFollowing(resources, author, { id: series.id, wallClock: `${first!.day}T${wallClock.slice(11)}` })
    const days = (await waitingOf(resources, series.id)).map(({ day }) => day)
    expect(days).not.toContain(first!.day)
    expect(days).not.toContain(second!.day)
    expect(days.length).toBeGreaterThanOrEqual(2)
  })

  test('another rule; of a counted one what is left is counted', async () => {
    const series = await repeat(resources, author, conversationId, { rule: 'FREQ=DAILY;COUNT=12' })
    const { series: weekly } = await editFollowing(resources, author, { id: series.id, rule: 'FREQ=WEEKLY' })
    expect(weekly!.rule).toBe('FREQ=WEEKLY')
    expect(await waitingOf(resources, series.id)).toHaveLength(3)

    const counted = await repeat(resources, author, conversationId, {
      rule: 'FREQ=DAILY;COUNT=12',
      in_s: 3600 - 4 * DAY_S,
    })
    const [next] = await waitingOf(resources, counted.id)
    const { series: moved } = await editFollowing(resources, author, {
      ...{ id: counted.id, wallClock: wallIn(next!.sendAt + 60) },
    })
    expect(moved!.rule).toBe('FREQ=DAILY;COUNT=8')
    expect(moved!.start).toBe(wallIn(next!.sendAt + 60))
  })

  test('the time that was shown counts: another instant for it, or the other reading of a clock change, is refused (T1)', async () => {
    // Clocks of Berlin go back in thirty days, whatever the day of this test.
    const today = Math.floor((await nowSeconds(resources)) / DAY_S) * DAY_S
    const back = today + 30 * DAY_S + 3600
    const offsetAt: Resources['zoneRules']['offsetAt'] = (at_s, zone) =>
      zone === 'Europe/Berlin' ? (at_s < back ? 7200 : 3600) : 0
    const ruled: Resources = { ...resources, zoneRules: { version: '2099a', offsetAt } }
    const zone = 'Europe/Berlin'
    const twice = wallIn(back + 3600 + 1800)
    const [first, second] = [back - 1800, back + 1800]
    const fresh = repeat(ruled, author, conversationId, { rule: 'FREQ=WEEKLY', wallClock: twice, zone, sendAt: second })
    await expect(fresh).rejects.toMatchObject({ code: 'time_does_not_match', facts: { wallClock_means: first } })
    const series = await repeat(ruled, author, conversationId, { rule: 'FREQ=WEEKLY', zone })
    const edit = (sendAt: number) => editFollowing(ruled, author, { id: series.id, wallClock: twice, sendAt })
    for (const at_s of [second, first + 60])
      await expect(edit(at_s)).rejects.toMatchObject({ code: 'time_does_not_match', facts: { wallClock_means: first } })
    await expect(editFollowing(ruled, author, { id: series.id, sendAt: first })).rejects.toMatchObject({
      code: 'time_does_not_match',
    })
    expect(await loadSeries(ruled, author, series.id)).toEqual(series)
    expect((await edit(first)).series).toMatchObject({ start: twice, version: series.version + 1 })
  })

  test('nothing changed: no new version and no line in the trail; another version seen is a conflict', async () => {
    const series = await repeat(resources, author, conversationId)
    const { series: same } = await editFollowing(resources, author, { id: series.id, text: series.text! })
    expect(same).toEqual(series)
    expect(await loadSeriesHistory(resources, author, series.id)).toHaveLength(1)
    await expect(editFollowing(resources, author, { id: series.id, version: 7, text: 'x' })).rejects.toMatchObject({
      code: 'edit_conflict',
      facts: { seen: 7, version: 1 },
    })
    await expect(
      editFollowing(resources, author, { id: series.id, rule: 'FREQ=DAILY;BYHOUR=3' }),
    ).rejects.toMatchObject({
      code: 'rule_invalid',
    })
    expect(await loadSeries(resources, author, series.id)).toEqual(series)
  })
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
    await sendAll(author, waiting)
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
    await sendAll(author, waiting)
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

  test('an edit and the job at the same moment, again and again: only the last form waits', async () => {
    const series = await repeat(resources, author, conversationId)
    const other = await world().openResources()
    for (let round = 0; round < 8; round++) {
      await setSeries(resources, series.id, { look_ms: 0, decided_to: await nowSeconds(resources) })
      await Promise.all([
        pass(other),
        editFollowing(resources, author, { id: series.id, text: `round ${round}` }),
        pass(other),
      ])
      await pass()
      const waiting = await waitingOf(resources, series.id)
      expect(new Set(waiting.map(({ text }) => text))).toEqual(new Set([`round ${round}`]))
      expect(new Set(waiting.map(({ day }) => day)).size).toBe(waiting.length)
      expect(waiting.length).toBeGreaterThanOrEqual(8)
    }
  })
})

describe('a channel’s series', () => {
  test('everyone who may post there changes it, and speaks for themselves; who may only read it, reads it', async () => {
    const [colleague, stranger] = [
      await addMember(resources, author.workspaceId),
      await addMember(resources, author.workspaceId),
    ]
    const place = await addConversation(resources, [author, colleague])
    const series = await repeat(resources, author, place, { belongsTo: 'channel', text: 'stand-up' })
    expect(await listSeries(resources, colleague)).toMatchObject([{ id: series.id, text: 'stand-up', canChange: true }])
    await expect(loadSeries(resources, stranger, series.id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(skipNext(resources, stranger, { id: series.id })).rejects.toMatchObject({ code: 'not_found' })

    await skipNext(resources, colleague, { id: series.id })
    expect((await loadSeries(resources, author, series.id)).authorId).toBe(author.memberId)
    const { series: edited } = await editFollowing(resources, colleague, {
      id: series.id,
      text: 'stand-up at the door',
    })
    expect(edited!.authorId).toBe(colleague.memberId)
    const waiting = await waitingOf(resources, series.id)
    expect(new Set(waiting.map(({ authorId }) => authorId))).toEqual(new Set([colleague.memberId]))

    await resources.mysql.read.query("UPDATE channel SET posting = 'admins' WHERE id = ?", [place])
    expect(await loadSeries(resources, author, series.id)).toMatchObject({
      text: 'stand-up at the door',
      canChange: false,
    })
    await expect(skipNext(resources, author, { id: series.id })).rejects.toMatchObject({ code: 'not_allowed' })
  })

  test('a person’s own is nobody else’s, in the same channel too', async () => {
    const [colleague, admin] = [
      await addMember(resources, author.workspaceId),
      await addMember(resources, author.workspaceId, { role: 'admin' }),
    ]
    const place = await addConversation(resources, [author, colleague, admin])
    const series = await repeat(resources, author, place)
    for (const other of [colleague, admin]) {
      expect(await listSeries(resources, other)).toEqual([])
      for (const change of [pauseSeries, resumeSeries, skipNext, endSeries])
        await expect(change(resources, other, { id: series.id })).rejects.toMatchObject({ code: 'not_found' })
      await expect(loadSeriesHistory(resources, other, series.id)).rejects.toMatchObject({ code: 'not_found' })
    }
  })
})
