/** The rules of a zone change while messages wait: from the author's wall clock to the send at its new second (T6). */
import { beforeEach, describe, expect, test } from 'vitest'
import type { MessageId } from '#server/domain/ids.ts'
import { laneOf } from '#server/domain/partition/lane-of.ts'
import type { ZoneRules } from '#server/domain/time/zone-rules.ts'
import { offsetSecondsAt } from '#server/domain/time/zone.ts'
import { readScheduled } from '#server/mysql/scheduled-messages.ts'
import { findDue } from '#server/redis/find-due.ts'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import { allSent, declareLoaded, dispatchUntil, openDispatcher } from '#server/testing/pipeline.ts'
import { listPosted, nowSeconds, readRow, refOf, setRow } from '#server/testing/scheduling.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { dispatchOnce } from '#workers/dispatcher/dispatch-once.ts'
import { listNotices } from '../notices/notices.ts'
import type { Resources } from '../resources.ts'
import { applyZoneRules } from './apply-zone-rules.ts'
import { cancelScheduled } from './cancel-scheduled.ts'
import { loadScheduledHistory } from './load-scheduled.ts'
import type { ScheduleInput } from './new-scheduled.ts'
import { scheduleMessage } from './schedule-message.ts'

const world = useTestWorld()
const HOUR_S = 3600
const zone = 'Asia/Tehran'
let edition = 2090

beforeEach(async () => {
  await world().resources.mysql.read.query('DELETE FROM scheduled_message')
})

/** Two editions of the rules; the later one moves this zone's clocks by `shift_s` from the second after `now` on. */
async function setUp(shift_s: number) {
  const base = world().resources
  const author = await addMember(base, await addWorkspace(base))
  const conversationId = await addConversation(base, [author])
  const now = await nowSeconds(base)
  const offsetAt: ZoneRules['offsetAt'] = (at, name) => (name === zone ? 3 * HOUR_S : offsetSecondsAt(at, name))
  const [older, newer] = [`${edition}a`, `${edition++}b`]
  const before: Resources = { ...base, zoneRules: { version: older, offsetAt } }
  const after: Resources = {
    ...base,
    zoneRules: {
      version: newer,
      offsetAt: (at, name) => offsetAt(at, name) + (name === zone && at > now ? shift_s : 0),
    },
  }
  /** What a clock there shows so many seconds from now, by the older rules. */
  const wallIn = (later_s: number) => new Date((now + 3 * HOUR_S + later_s) * 1000).toISOString().slice(0, 19)
  const schedule = (facts: Partial<ScheduleInput> = {}) =>
    scheduleMessage(before, author, {
      ...{ conversationId, text: 'ten on the wall', zone, clientToken: crypto.randomUUID() },
      ...(facts.sendAt === undefined ? { wallClock: wallIn(10 * HOUR_S) } : {}),
      ...facts,
    })
  const rowOf = async (id: MessageId) => (await readScheduled(base.mysql.read, author.workspaceId, id))!.row
  const placeOf = (id: MessageId) => findDue(base.redis, laneOf(conversationId), refOf(author, id))
  return { author, conversationId, now, before, after, older, newer, wallIn, schedule, rowOf, placeOf }
}

describe('a newer edition of the zone rules', () => {
  test.each([
    ['an hour earlier', HOUR_S],
    ['half an hour later', -HOUR_S / 2],
  ])('moves the instant %s and keeps the wall clock; audit trail, author and queue are told', async (_, shift_s) => {
    const { author, conversationId, after, older, newer, wallIn, schedule, rowOf, placeOf } = await setUp(shift_s)
    const wallClock = wallIn(10 * HOUR_S)
    const { id, sendAt } = await schedule()
    expect(await rowOf(id)).toMatchObject({ zoneRules: older, promised: null })
    expect((await applyZoneRules(after)).moved).toBe(1)
    const moved = sendAt - shift_s
    expect(await rowOf(id)).toMatchObject({
      ...{ sendAt: moved, wallClock, zone, zoneRules: newer, status: 'SCHEDULED' },
      ...{ version: 2, fence: 1, wakeAt_ms: moved * 1000 },
    })
    expect((await loadScheduledHistory(after, author, id)).at(-1)).toMatchObject({
      ...{ kind: 'rules_changed', actorId: null, client: 'system' },
      detail: {
        before: { sendAt, zone, wallClock, rules: older },
        after: { sendAt: moved, zone, wallClock, rules: newer },
      },
    })
    expect(await listNotices(after, author)).toMatchObject([
      { kind: 'rules_changed', scheduledId: id, conversationId, sendAt: moved },
    ])
    // A score only moves earlier; one that comes too early goes back to its row's second when it is claimed.
    expect(await placeOf(id)).toMatchObject({ place: { in: 'due', at_ms: Math.min(sendAt, moved) * 1000 } })
    expect(await applyZoneRules(after)).toEqual({ confirmed: 0, moved: 0 })
  })

  test.each([HOUR_S, -HOUR_S / 2])(
    'moved by %s s, "not later than" stays as far from the message as it was; of a promised instant it stays',
    async (shift_s) => {
      const { now, after, schedule, rowOf, wallIn } = await setUp(shift_s)
      const notAfter = now + 10 * HOUR_S + 900
      const kept = await schedule({ notAfter })
      const instant = await schedule({ sendAt: now + 10 * HOUR_S, notAfter })
      await applyZoneRules(after)
      expect(await rowOf(kept.id)).toMatchObject({
        ...{ sendAt: kept.sendAt - shift_s, notAfter: notAfter - shift_s, wallClock: wallIn(10 * HOUR_S) },
      })
      expect(await rowOf(instant.id)).toMatchObject({ sendAt: instant.sendAt, notAfter })
    },
  )

  test('what moved earlier goes out at its new second, once', async () => {
    const { author, conversationId, after, wallIn, schedule, rowOf } = await setUp(HOUR_S)
    await declareLoaded(after)
    const { id } = await schedule({ wallClock: wallIn(HOUR_S + 3) })
    await applyZoneRules(after)
    await dispatchUntil('it is sent', [await openDispatcher(after)], allSent(after, author.workspaceId, 1))
    const row = await rowOf(id)
    expect(row.sentAt_ms).toBeGreaterThanOrEqual(row.sendAt * 1000)
    expect(row.lateCause).toBeNull()
    expect(await listPosted(after, author, conversationId)).toMatchObject([{ id }])
  })

  test('what moved later does not go out at its old second, and waits in the queue for the new one', async () => {
    const { author, conversationId, now, after, wallIn, schedule, rowOf, placeOf } = await setUp(-HOUR_S)
    await declareLoaded(after)
    const { id, sendAt } = await schedule({ wallClock: wallIn(2) })
    await applyZoneRules(after)
    const dispatcher = await openDispatcher(after)
    await dispatchUntil('its old second is over', [dispatcher], async () => (await nowSeconds(after)) > sendAt + 1)
    await dispatchOnce(dispatcher)
    expect(await listPosted(after, author, conversationId)).toEqual([])
    expect((await rowOf(id)).sendAt).toBe(now + 2 + HOUR_S)
    expect(await placeOf(id)).toMatchObject({ place: { in: 'due', at_ms: (now + 2 + HOUR_S) * 1000 } })
  })

  test('the choice between two instants stays what its author chose (T2)', async () => {
    const { author, now, before, after, schedule, rowOf } = await setUp(HOUR_S)
    // By both editions clocks go back an hour; by the newer one that happens an hour sooner.
    const back = now + 20 * HOUR_S
    const foldAt = (change: number) => (at: number) => (at < change ? 4 : 3) * HOUR_S
    before.zoneRules.offsetAt = foldAt(back)
    after.zoneRules.offsetAt = (at) => foldAt(back - HOUR_S)(at) + HOUR_S
    const wallClock = new Date((back + 3 * HOUR_S + HOUR_S / 2) * 1000).toISOString().slice(0, 19)
    const [first, second] = [await schedule({ wallClock }), await schedule({ wallClock, choice: 'second' })]
    expect(second.sendAt - first.sendAt).toBe(HOUR_S)
    await applyZoneRules(after)
    const [one, other] = [await rowOf(first.id), await rowOf(second.id)]
    expect([one.promised, other.promised]).toEqual(['earlier', 'later'])
    expect([one.sendAt, other.sendAt]).toEqual([first.sendAt - HOUR_S, second.sendAt - HOUR_S])
    expect((await listNotices(after, author)).length).toBe(2)
  })

  test('a promised instant stays; what clocks show then is told in the audit trail, and nobody is bothered', async () => {
    const { author, now, after, schedule, rowOf } = await setUp(HOUR_S)
    const { id, wallClock } = await schedule({ sendAt: now + 10 * HOUR_S })
    await applyZoneRules(after)
    const row = await rowOf(id)
    expect(row).toMatchObject({ sendAt: now + 10 * HOUR_S, promised: 'instant' })
    expect(Date.parse(`${row.wallClock}Z`) - Date.parse(`${wallClock}Z`)).toBe(HOUR_S * 1000)
    expect((await loadScheduledHistory(after, author, id)).at(-1)?.kind).toBe('rules_changed')
    expect(await listNotices(after, author)).toEqual([])
  })

  test('where the instant is the same only the edition is noted: same version, same fence, no audit line', async () => {
    const { author, after, newer, schedule, rowOf } = await setUp(HOUR_S)
    const { id } = await schedule({ zone: 'Europe/Berlin' })
    expect(await applyZoneRules(after)).toEqual({ confirmed: 1, moved: 0 })
    expect(await rowOf(id)).toMatchObject({ zoneRules: newer, version: 1, fence: 0 })
    expect(await loadScheduledHistory(after, author, id)).toHaveLength(1)
  })

  test('what is canceled, due, being sent or was tried keeps its second; what a newer edition reckoned too', async () => {
    const { author, now, before, after, schedule, rowOf } = await setUp(HOUR_S)
    const made = await Promise.all(Array.from({ length: 5 }, () => schedule()))
    const [canceled, due, leased, tried, newest] = made.map(({ id }) => id) as [MessageId, ...MessageId[]] & MessageId[]
    await cancelScheduled(before, author, { id: canceled! })
    await setRow(after, author, due!, { send_at: now - 1, wake_at_ms: (now - 1) * 1000 })
    await setRow(after, author, leased!, { status: 'DISPATCHING', lease_owner: 'x', wake_at_ms: (now + 60) * 1000 })
    await setRow(after, author, tried!, { attempts: 1 })
    await setRow(after, author, newest!, { zone_rules: '2999z' })
    const seen = () => Promise.all(made.map(({ id }) => rowOf(id)))
    const untouched = await seen()
    expect((await applyZoneRules(after)).moved).toBe(0)
    expect(await seen()).toEqual(untouched)
  })

  test('several jobs at once, while authors cancel: each row is moved once or canceled, never both', async () => {
    const { author, after, schedule } = await setUp(HOUR_S)
    const other: Resources = { ...(await world().openResources()), zoneRules: after.zoneRules }
    const made = await Promise.all(Array.from({ length: 120 }, () => schedule()))
    const [one, two] = await Promise.all([
      applyZoneRules(after),
      applyZoneRules(other),
      ...made.filter((_, i) => i % 3 === 0).map(({ id }) => cancelScheduled(after, author, { id })),
    ] as [ReturnType<typeof applyZoneRules>, ReturnType<typeof applyZoneRules>])
    let moves = 0
    for (const [i, { id }] of made.entries()) {
      const kinds = (await loadScheduledHistory(after, author, id)).map(({ kind }) => kind)
      const { status, version } = await readRow(after, author, id)
      expect(status).toBe(i % 3 === 0 ? 'CANCELED' : 'SCHEDULED')
      expect(version).toBe(kinds.length)
      const moved = kinds.filter((kind) => kind === 'rules_changed').length
      expect(moved).toBeLessThanOrEqual(1)
      if (i % 3 !== 0) expect(moved).toBe(1)
      moves += moved
    }
    expect(one.moved + two.moved).toBe(moves)
  })
})

test('an older process beside a newer one moves nothing back', async () => {
  const { before, after, schedule, rowOf } = await setUp(HOUR_S)
  const { id, sendAt } = await schedule()
  await applyZoneRules(after)
  expect((await applyZoneRules(before)).moved).toBe(0)
  expect((await rowOf(id)).sendAt).toBe(sendAt - HOUR_S)
})
