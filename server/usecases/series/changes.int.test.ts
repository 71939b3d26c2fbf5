/** All following ones edited, and who may change a series (T4). */
import { beforeAll, describe, expect, test } from 'vitest'
import type { ConversationId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import { listPosted, nowSeconds } from '#server/testing/scheduling.ts'
import { DAY_S, repeat, sendAll, setSeries, waitingOf, wallIn } from '#server/testing/series.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import type { Resources } from '../resources.ts'
import { cancelScheduled } from '../scheduled/cancel-scheduled.ts'
import { editScheduled } from '../scheduled/edit-scheduled.ts'
import { listScheduled, loadScheduledHistory } from '../scheduled/load-scheduled.ts'
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
    await sendAll(resources, author, [...before, ...waiting])
    expect((await listPosted(resources, author, place)).map(({ id }) => id).toSorted()).toEqual(
      waiting.map(({ id }) => id).toSorted(),
    )
  })

  test('another text: what waited is replaced, also what was changed on its own; what was sent stays', async () => {
    const place = await addConversation(resources, [author])
    const series = await repeat(resources, author, place, { text: 'old' })
    const [first, second] = await waitingOf(resources, series.id)
    await sendAll(resources, author, [first!])
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
    await sendAll(resources, author, [first!])
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
