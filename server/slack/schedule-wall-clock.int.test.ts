/** A wall clock with its zone instead of an instant, and the choice where a clock change leaves one (T2). */
import { beforeAll, expect, test } from 'vitest'
import { parsePublicId, type MessageId } from '#server/domain/ids.ts'
import { resolveSendAt } from '#server/domain/time/resolve-send-at.ts'
import { offsetSecondsAt, parseZone } from '#server/domain/time/zone.ts'
import { readScheduled } from '#server/mysql/scheduled-messages.ts'
import { nowSeconds } from '#server/testing/scheduling.ts'
import { useSlackScene } from '#server/testing/slack-scene.ts'

const scene = useSlackScene()
const schedule = (args: Record<string, unknown>) => scene().call('chat.scheduleMessage', { text: 'x', ...args })
const rowOf = async (publicId: unknown) => {
  const id = parsePublicId<MessageId>('scheduled', String(publicId))
  return (await readScheduled(scene().world.resources.mysql.read, scene().ana.workspaceId, id))?.row
}
const DAY_S = 86_400
const BERLIN = parseZone('Europe/Berlin')

/** Rules in which Berlin's clocks go forward in 30 days and back in 60, whatever the day of this test. */
const change = { gap: '', fold: '' }
beforeAll(async () => {
  const { resources } = scene().world
  const today = Math.floor((await nowSeconds(resources)) / DAY_S) * DAY_S
  const [forward, back] = [today + 30 * DAY_S + 3600, today + 60 * DAY_S + 3600]
  const isSummer = (at: number) => at >= forward && at < back
  resources.zoneRules = {
    version: '2099a',
    offsetAt: (at, zone) => (zone === BERLIN ? (isSummer(at) ? 7200 : 3600) : offsetSecondsAt(at, zone)),
  }
  change.gap = new Date((forward + 3600 + 1800) * 1000).toISOString().slice(0, 19)
  change.fold = new Date((back + 3600 + 1800) * 1000).toISOString().slice(0, 19)
})

test('a wall clock in a zone is that instant, and stays a promise of the wall clock', async () => {
  const channel = await scene().newChannel()
  const day = new Date((await nowSeconds(scene().world.resources)) * 1000 + 30 * DAY_S * 1000)
    .toISOString()
    .slice(0, 10)
  const answer = await schedule({ channel, wall_clock: `${day}T12:00`, time_zone: 'Asia/Kathmandu' })
  expect(answer.post_at).toBe(Date.parse(`${day}T06:15:00Z`) / 1000)
  expect(await rowOf(answer.scheduled_message_id)).toMatchObject({
    zone: 'Asia/Kathmandu',
    wallClock: `${day}T12:00:00`,
    promised: null,
  })
})

test('post_at alone is a promise of that second', async () => {
  const channel = await scene().newChannel()
  const post_at = (await nowSeconds(scene().world.resources)) + DAY_S
  const { scheduled_message_id } = await schedule({ channel, post_at })
  expect((await rowOf(scheduled_message_id))?.promised).toBe('instant')
})

test('the equal wall clock given afterwards makes an instant a promise of the clock, which a change of rules keeps (T6)', async () => {
  const channel = await scene().newChannel()
  const { resources } = scene().world
  const day = new Date((await nowSeconds(resources)) * 1000 + 40 * DAY_S * 1000).toISOString().slice(0, 10)
  const post_at = Date.parse(`${day}T06:15:00Z`) / 1000
  const { scheduled_message_id } = await schedule({ channel, post_at, time_zone: 'Asia/Kathmandu' })
  const before = await rowOf(scheduled_message_id)
  const wall_clock = `${day}T12:00:00`
  expect(before).toMatchObject({ promised: 'instant', wallClock: wall_clock })
  const update = (args: object) => scene().call('chat.updateScheduledMessage', { scheduled_message_id, ...args })
  expect(await update({ wall_clock })).toMatchObject({ ok: true, post_at, wall_clock })
  expect(await rowOf(scheduled_message_id)).toMatchObject({ promised: null, sendAt: post_at, version: 2 })
  // And the second alone, the other way round.
  expect(await update({ post_at })).not.toHaveProperty('wall_clock')
  expect(await rowOf(scheduled_message_id)).toMatchObject({ promised: 'instant', sendAt: post_at, version: 3 })
})

test.each(['gap', 'fold'] as const)('in a %s the choice is taken, and without one the usual reading', async (kind) => {
  const channel = await scene().newChannel()
  const wall_clock = change[kind]
  const resolved = resolveSendAt(wall_clock, BERLIN, scene().world.resources.zoneRules.offsetAt)
  expect(resolved.kind).toBe(kind)
  const { sendAt, alternative } = resolved
  const [earlier, later] = [Math.min(sendAt, Number(alternative)), Math.max(sendAt, Number(alternative))]
  const asked = { channel, wall_clock, time_zone: BERLIN }
  const usual = kind === 'gap' ? later : earlier
  expect((await schedule(asked)).post_at).toBe(usual)
  for (const [time_choice, at] of Object.entries({ earlier, first: earlier, later, second: later })) {
    const answer = await schedule({ ...asked, time_choice })
    expect(answer.post_at, time_choice).toBe(at)
    expect((await rowOf(answer.scheduled_message_id))?.promised).toBe(at === earlier ? 'earlier' : 'later')
  }
  // The same with an update: the choice alone is enough.
  const { scheduled_message_id } = await schedule(asked)
  const update = (args: Record<string, unknown>) =>
    scene().call('chat.updateScheduledMessage', { scheduled_message_id, ...args })
  expect((await update({ time_choice: usual === later ? 'earlier' : 'later' })).post_at).toBe(
    usual === later ? earlier : later,
  )
  expect((await update({ wall_clock, time_zone: BERLIN })).post_at).toBe(usual)
})

test('an instant and a wall clock that disagree are refused with both readings (T1)', async () => {
  const channel = await scene().newChannel()
  const post_at = Math.floor((await nowSeconds(scene().world.resources)) / DAY_S + 30) * DAY_S
  const wall_clock = new Date(post_at * 1000 + 3_600_000).toISOString().slice(0, 19)
  const refused = await schedule({ channel, post_at, wall_clock, time_zone: 'Etc/UTC' })
  expect(refused).toMatchObject({ ok: false, error: 'invalid_time' })
  expect(refused.response_metadata?.messages?.[0]).toBe(
    `[ERROR] post_at ${post_at} shows ${new Date(post_at * 1000).toISOString().slice(0, 19)} in Etc/UTC, while wall_clock ${wall_clock} there is ${post_at + 3600} [json-pointer:/post_at]`,
  )
})

test.each([
  ['no time at all', {}, 'invalid_arguments', 'missing required field: post_at'],
  ['a day that is on no calendar', { wall_clock: '2027-02-30T09:00' }, 'invalid_time', 'wall_clock must be a time'],
  [
    'an offset for a zone',
    { wall_clock: '2027-03-01T09:00', time_zone: '+02:00' },
    'invalid_arguments',
    'time_zone "+02:00"',
  ],
  [
    'an unknown choice',
    { wall_clock: '2027-03-01T09:00', time_choice: 'third' },
    'invalid_arguments',
    'must be one of',
  ],
])('%s is refused', async (_, args, error, message) => {
  const channel = await scene().newChannel()
  const refused = await schedule({ channel, ...args })
  expect(refused).toMatchObject({ ok: false, error })
  expect(refused.response_metadata?.messages?.[0]).toContain(message)
})

test('what was promised can be read back, and a zone alone keeps it a promise of the wall clock', async () => {
  const channel = await scene().newChannel()
  const listed = async (id: unknown) => {
    const { scheduled_messages } = await scene().call('chat.scheduledMessages.list', { channel })
    return (scheduled_messages as Record<string, unknown>[]).find((one) => one.id === id)
  }
  const asked = { channel, wall_clock: change.fold, time_zone: BERLIN }
  const plain = await schedule(asked)
  expect(await listed(plain.scheduled_message_id)).toMatchObject({
    ...{ wall_clock: change.fold, time_zone: BERLIN, time_choice: 'earlier' },
  })
  const chosen = await schedule({ ...asked, time_choice: 'second' })
  expect(await listed(chosen.scheduled_message_id)).toMatchObject({ wall_clock: change.fold, time_choice: 'later' })
  const post_at = (await nowSeconds(scene().world.resources)) + DAY_S
  const instant = await schedule({ channel, post_at, time_zone: 'Asia/Kathmandu' })
  const shown = await listed(instant.scheduled_message_id)
  expect(shown).toMatchObject({ post_at, time_zone: 'Asia/Kathmandu' })
  expect(shown).not.toHaveProperty('wall_clock')

  const day = new Date((post_at + DAY_S) * 1000).toISOString().slice(0, 10)
  const { scheduled_message_id, post_at: at } = await schedule({
    ...{ channel, wall_clock: `${day}T12:00`, time_zone: 'Asia/Kathmandu' },
  })
  const update = (id: unknown, args: Record<string, unknown>) =>
    scene().call('chat.updateScheduledMessage', { scheduled_message_id: id, ...args })
  expect(await update(scheduled_message_id, { time_zone: 'Asia/Tokyo' })).toMatchObject({
    ...{ ok: true, post_at: at, time_zone: 'Asia/Tokyo', wall_clock: `${day}T15:15:00` },
  })
  expect(await rowOf(scheduled_message_id)).toMatchObject({ promised: null, zone: 'Asia/Tokyo' })
  await update(instant.scheduled_message_id, { time_zone: 'Asia/Tokyo' })
  expect((await rowOf(instant.scheduled_message_id))?.promised).toBe('instant')
})

test.each(['1960-01-01T09:00', '9999-12-31T23:59'])(
  '%s is refused as a time that cannot be, not a fault',
  async (wall_clock) => {
    const channel = await scene().newChannel()
    expect(await schedule({ channel, wall_clock, time_zone: 'UTC' })).toMatchObject({
      ok: false,
      error: 'invalid_time',
    })
  },
)
