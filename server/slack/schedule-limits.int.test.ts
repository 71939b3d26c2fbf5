/** When a program may schedule for, and how much for the same minutes. */
import { describe, expect, test } from 'vitest'
import { formatId, parsePublicId, type ConversationId } from '#server/domain/ids.ts'
import { nowSeconds, scheduleOne } from '#server/testing/scheduling.ts'
import { openSlackDoor, tokenOf } from '#server/testing/slack-door.ts'
import { useSlackScene } from '#server/testing/slack-scene.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

const DAY_S = 86_400
const scene = useSlackScene()
const now = () => nowSeconds(scene().world.resources)
const schedule = (args: Record<string, unknown>) => scene().call('chat.scheduleMessage', { text: 'x', ...args })
const channelIdOf = (channel: string) => parsePublicId<ConversationId>('conversation', channel)

describe('post_at', () => {
  test('the next second is accepted, this one is past', async () => {
    const channel = await scene().newChannel()
    // The clock may tick between the question and the call.
    await waitUntil(
      'the next second is accepted',
      async () => (await schedule({ channel, post_at: (await now()) + 1 })).ok,
    )
    const refused = await schedule({ channel, post_at: await now() })
    expect(refused).toMatchObject({ error: 'time_in_past' })
    expect(refused.response_metadata?.messages?.[0]).toMatch(/post_at \d+ is not after now, which is \d+ here/)
  })

  test('120 days ahead is accepted, a second more is too far', async () => {
    const channel = await scene().newChannel()
    expect((await schedule({ channel, post_at: (await now()) + 120 * DAY_S })).ok).toBe(true)
    await waitUntil('a second more is too far', async () => {
      const refused = await schedule({ channel, post_at: (await now()) + 120 * DAY_S + 1 })
      return (
        refused.error === 'time_too_far' &&
        /post_at \d+ is later than \d+/.test(String(refused.response_metadata?.messages?.[0]))
      )
    })
  })

  test.each([
    ['a fraction (K51)', '1800000000.5'],
    ['a fraction as a number (K51)', 1_800_000_000.123],
    ['milliseconds', 1_800_000_000_000],
    ['a sign', -5],
    ['words', 'tomorrow'],
    ['hexadecimal', '0x6b49d200'],
    ['an exponent', '1.8e9'],
  ])('%s is refused as invalid_time, with the field and the value', async (_, post_at) => {
    const refused = await schedule({ channel: 'C1', post_at })
    expect(refused).toMatchObject({ ok: false, error: 'invalid_time' })
    expect(refused.response_metadata?.messages?.[0]).toContain(JSON.stringify(post_at))
    expect(refused.response_metadata?.messages?.[0]).toContain('[json-pointer:/post_at]')
  })

  test('it comes back as a number, whether it was given as one or as text', async () => {
    const channel = await scene().newChannel()
    const post_at = (await now()) + 600
    expect((await schedule({ channel, post_at: String(post_at) })).post_at).toBe(post_at)
  })
})

describe('30 within five minutes in one channel', () => {
  const fill = (channel: string, times: number[]) => Promise.all(times.map((post_at) => schedule({ channel, post_at })))

  test('the thirtieth is accepted, the next is restricted_too_many; 299 s away too, 300 s away is free again', async () => {
    const channel = await scene().newChannel()
    const post_at = (await now()) + 3_600
    const answers = await fill(
      channel,
      Array.from({ length: 30 }, () => post_at),
    )
    expect(answers.every(({ ok }) => ok)).toBe(true)
    for (const moved of [0, 299, -299]) {
      expect(await schedule({ channel, post_at: post_at + moved })).toMatchObject({ error: 'restricted_too_many' })
    }
    for (const moved of [300, -300]) expect((await schedule({ channel, post_at: post_at + moved })).ok).toBe(true)
  })

  test('forty at the same moment, from two processes: thirty are accepted', async () => {
    const channel = await scene().newChannel()
    const other = await openSlackDoor(await scene().world.openResources())
    try {
      const post_at = (await now()) + 3_600
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, i) =>
          (i % 2 ? scene().door : other).call(scene().token, 'chat.scheduleMessage', { channel, text: 'x', post_at }),
        ),
      )
      expect(answers.filter(({ ok }) => ok)).toHaveLength(30)
      expect(answers.filter(({ error }) => error === 'restricted_too_many')).toHaveLength(10)
    } finally {
      await other.close()
    }
  })

  test('another channel, another author and people in the browser are not limited by it', async () => {
    const [channel, elsewhere] = [await scene().newChannel(), await scene().newChannel()]
    const post_at = (await now()) + 3_600
    await fill(
      channel,
      Array.from({ length: 30 }, () => post_at),
    )
    expect((await schedule({ channel: elsewhere, post_at })).ok).toBe(true)
    const bo = await scene().company.hire()
    await scene().slack.conversations.invite({ channel, users: formatId('member', bo.memberId) })
    const theirs = await tokenOf(scene().world.resources, bo)
    expect((await scene().door.call(theirs, 'chat.scheduleMessage', { channel, text: 'x', post_at })).ok).toBe(true)
    expect(
      (await scheduleOne(scene().world.resources, scene().ana, channelIdOf(channel), { sendAt: post_at })).status,
    ).toBe('SCHEDULED')
  })

  test('a repeat with its key gets its answer also where the window is full', async () => {
    const channel = await scene().newChannel()
    const post_at = (await now()) + 3_600
    const first = await schedule({ channel, post_at, client_msg_id: channel })
    await fill(
      channel,
      Array.from({ length: 29 }, () => post_at),
    )
    const again = await schedule({ channel, post_at, client_msg_id: channel })
    expect(again).toMatchObject({ ok: true, scheduled_message_id: first.scheduled_message_id })
  })

  test('moving one into a full window is refused, moving one within it is not', async () => {
    const channel = await scene().newChannel()
    const post_at = (await now()) + 3_600
    const inside = await fill(
      channel,
      Array.from({ length: 30 }, () => post_at),
    )
    const outside = await schedule({ channel, post_at: post_at + 1_000 })
    const move = (scheduled_message_id: unknown, to: number) =>
      scene().call('chat.updateScheduledMessage', { scheduled_message_id, post_at: to })
    expect(await move(outside.scheduled_message_id, post_at)).toMatchObject({ error: 'restricted_too_many' })
    expect(await move(inside[0]?.scheduled_message_id, post_at + 1)).toMatchObject({ ok: true, post_at: post_at + 1 })
    await scene().slack.chat.deleteScheduledMessage({
      channel,
      scheduled_message_id: String(inside[1]?.scheduled_message_id),
    })
    expect(await move(outside.scheduled_message_id, post_at)).toMatchObject({ ok: true })
  })
})
