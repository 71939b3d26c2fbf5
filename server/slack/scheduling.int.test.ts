/** What a program may schedule, how it sees it, and what becomes of it. */
import type { WebClient } from '@slack/web-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatId, parsePublicId, type ConversationId, type MessageId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { readScheduled } from '#server/mysql/scheduled-messages.ts'
import { foundCompany, type Company } from '#server/testing/company.ts'
import {
  listPosted,
  moveSendAt,
  nowSeconds,
  refOf,
  scheduleOne,
  sendThese,
  setRow,
} from '#server/testing/scheduling.ts'
import { openSlackDoor, tokenOf, type SlackDoor } from '#server/testing/slack-door.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

const DAY_S = 86_400
const world = useTestWorld()
let door: SlackDoor
let company: Company
let ana: Actor
let token: string
let slack: WebClient

beforeAll(async () => {
  door = await openSlackDoor(world().resources)
  company = await foundCompany(world().resources)
  ana = await company.hire()
  token = await tokenOf(world().resources, ana)
  slack = door.client(token)
})
afterAll(() => door.close())

async function newChannel(): Promise<string> {
  const { channel } = await slack.conversations.create({ name: `c-${Math.random().toString(36).slice(2, 10)}` })
  return channel?.id ?? ''
}
const now = () => nowSeconds(world().resources)
const schedule = (args: Record<string, unknown>) => door.call(token, 'chat.scheduleMessage', { text: 'x', ...args })
const rowIdOf = (publicId: unknown) => parsePublicId<MessageId>('scheduled', String(publicId))
const channelIdOf = (channel: string) => parsePublicId<ConversationId>('conversation', channel)

async function send(publicId: unknown): Promise<void> {
  const id = rowIdOf(publicId)
  await moveSendAt(world().resources, ana, id, (await now()) - 1)
  await sendThese(world().resources, [refOf(ana, id)])
}

describe('post_at', () => {
  test('the next second is accepted, this one is past', async () => {
    const channel = await newChannel()
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
    const channel = await newChannel()
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
    const channel = await newChannel()
    const post_at = (await now()) + 600
    expect((await schedule({ channel, post_at: String(post_at) })).post_at).toBe(post_at)
  })
})

describe('30 within five minutes in one channel', () => {
  const fill = (channel: string, times: number[]) => Promise.all(times.map((post_at) => schedule({ channel, post_at })))

  test('the thirtieth is accepted, the next is restricted_too_many; 299 s away too, 300 s away is free again', async () => {
    const channel = await newChannel()
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
    const channel = await newChannel()
    const other = await openSlackDoor(await world().openResources())
    try {
      const post_at = (await now()) + 3_600
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, i) =>
          (i % 2 ? door : other).call(token, 'chat.scheduleMessage', { channel, text: 'x', post_at }),
        ),
      )
      expect(answers.filter(({ ok }) => ok)).toHaveLength(30)
      expect(answers.filter(({ error }) => error === 'restricted_too_many')).toHaveLength(10)
    } finally {
      await other.close()
    }
  })

  test('another channel, another author and people in the browser are not limited by it', async () => {
    const [channel, elsewhere] = [await newChannel(), await newChannel()]
    const post_at = (await now()) + 3_600
    await fill(
      channel,
      Array.from({ length: 30 }, () => post_at),
    )
    expect((await schedule({ channel: elsewhere, post_at })).ok).toBe(true)
    const bo = await company.hire()
    await slack.conversations.invite({ channel, users: formatId('member', bo.memberId) })
    const theirs = await tokenOf(world().resources, bo)
    expect((await door.call(theirs, 'chat.scheduleMessage', { channel, text: 'x', post_at })).ok).toBe(true)
    expect((await scheduleOne(world().resources, ana, channelIdOf(channel), { sendAt: post_at })).status).toBe(
      'SCHEDULED',
    )
  })

  test('a repeat with its key gets its answer also where the window is full', async () => {
    const channel = await newChannel()
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
    const channel = await newChannel()
    const post_at = (await now()) + 3_600
    const inside = await fill(
      channel,
      Array.from({ length: 30 }, () => post_at),
    )
    const outside = await schedule({ channel, post_at: post_at + 1_000 })
    const move = (scheduled_message_id: unknown, to: number) =>
      door.call(token, 'chat.updateScheduledMessage', { scheduled_message_id, post_at: to })
    expect(await move(outside.scheduled_message_id, post_at)).toMatchObject({ error: 'restricted_too_many' })
    expect(await move(inside[0]?.scheduled_message_id, post_at + 1)).toMatchObject({ ok: true, post_at: post_at + 1 })
    await slack.chat.deleteScheduledMessage({ channel, scheduled_message_id: String(inside[1]?.scheduled_message_id) })
    expect(await move(outside.scheduled_message_id, post_at)).toMatchObject({ ok: true })
  })
})

describe('content', () => {
  test('40,000 characters are accepted and posted whole, one more is msg_too_long', async () => {
    const channel = await newChannel()
    const post_at = (await now()) + 600
    const scheduled = await schedule({ channel, post_at, text: 'x'.repeat(40_000) })
    await send(scheduled.scheduled_message_id)
    const { messages } = await slack.conversations.history({ channel })
    expect(messages?.[0]?.text).toHaveLength(40_000)
    expect(await schedule({ channel, post_at, text: 'x'.repeat(40_001) })).toMatchObject({ error: 'msg_too_long' })
  })

  test('blocks, attachments and metadata alone: listed with a text made of them, and posted with them (K49)', async () => {
    const channel = await newChannel()
    const blocks = [{ type: 'section', text: { type: 'mrkdwn', text: '*Deployed* v7' } }]
    const attachments = [{ fallback: 'a chart', color: '#abc' }]
    const metadata = { event_type: 'deployed', event_payload: { version: 7 } }
    const parts = { blocks, attachments, metadata }
    const root = await slack.chat.postMessage({ channel, text: 'root' })
    const post_at = (await now()) + 600
    const scheduled = await slack.chat.scheduleMessage({
      channel,
      post_at,
      thread_ts: root.ts ?? '',
      ...parts,
      metadata: { ...metadata, event_payload: { version: 7 } },
    })
    const expected = { text: '*Deployed* v7\na chart', thread_ts: root.ts, ...parts }
    expect(scheduled.message).toMatchObject(expected)
    expect((await slack.chat.scheduledMessages.list({ channel })).scheduled_messages).toMatchObject([expected])
    await send(scheduled.scheduled_message_id)
    const { messages } = await slack.conversations.history({ channel, include_all_metadata: true })
    expect(messages?.[0]).toMatchObject(expected)
  })

  test.each<[string, unknown]>([
    ['51 blocks', Array.from({ length: 51 }, () => ({ type: 'divider' }))],
    ['4,001 characters in one', [{ type: 'section', text: { type: 'mrkdwn', text: 'x'.repeat(4_001) } }]],
    ['an unknown type', [{ type: 'hologram' }]],
  ])('%s: invalid_blocks, not internal_error (K50)', async (_, blocks) => {
    const channel = await newChannel()
    expect(await schedule({ channel, post_at: (await now()) + 600, blocks })).toMatchObject({ error: 'invalid_blocks' })
  })
})

describe('list', () => {
  test('what was just scheduled is listed by the next call, twenty times (K44)', async () => {
    const channel = await newChannel()
    for (let i = 0; i < 20; i++) {
      const { scheduled_message_id } = await slack.chat.scheduleMessage({
        channel,
        text: `m${i}`,
        post_at: (await now()) + 600 + i * 60,
      })
      const { scheduled_messages } = await slack.chat.scheduledMessages.list({ channel })
      expect(scheduled_messages?.map(({ id }) => id)).toContain(scheduled_message_id)
    }
  })

  test('one’s own alone, whichever door they came through; oldest and latest include their second', async () => {
    const channel = await newChannel()
    const bo = await company.hire()
    await slack.conversations.invite({ channel, users: formatId('member', bo.memberId) })
    const base = (await now()) + 3_600
    await scheduleOne(world().resources, bo, channelIdOf(channel), { sendAt: base })
    await scheduleOne(world().resources, ana, channelIdOf(channel), { sendAt: base, text: 'in the browser' })
    await schedule({ channel, post_at: base + 10, text: 'by program' })
    const texts = async (args: Record<string, unknown>) => {
      const answer = await door.call(token, 'chat.scheduledMessages.list', { channel, ...args })
      return (answer.scheduled_messages as { text: string }[]).map(({ text }) => text)
    }
    expect(await texts({})).toEqual(['in the browser', 'by program'])
    expect(await texts({ oldest: base, latest: base })).toEqual(['in the browser'])
    expect(await texts({ oldest: base + 1 })).toEqual(['by program'])
    expect(await texts({ latest: `${base + 9}.9` })).toEqual(['in the browser'])
  })

  test('who was removed from a private channel still sees and deletes what they scheduled there', async () => {
    const { channel: made } = await slack.conversations.create({
      name: `p-${Math.random().toString(36).slice(2, 10)}`,
      is_private: true,
    })
    const channel = made?.id ?? ''
    const { scheduled_message_id } = await schedule({ channel, post_at: (await now()) + 600 })
    await world().resources.mysql.read.query(
      'UPDATE channel_member SET left_ms = 1 WHERE workspace_id = ? AND channel_id = ?',
      [ana.workspaceId, channelIdOf(channel)],
    )
    expect(await door.call(token, 'chat.scheduledMessages.list', { channel })).toMatchObject({
      scheduled_messages: [{ id: scheduled_message_id }],
    })
    expect((await door.call(token, 'chat.deleteScheduledMessage', { channel, scheduled_message_id })).ok).toBe(true)
    expect(await door.call(token, 'chat.scheduledMessages.list', { channel })).toMatchObject({
      error: 'invalid_channel',
    })
  })
})

describe('delete', () => {
  test.each([299, 120, 61, 5])('%i s before its time: answered ok, never posted (K55)', async (seconds) => {
    const channel = await newChannel()
    const { scheduled_message_id } = await schedule({ channel, post_at: (await now()) + seconds })
    await slack.chat.deleteScheduledMessage({ channel, scheduled_message_id: String(scheduled_message_id) })
    const id = rowIdOf(scheduled_message_id)
    await sendThese(world().resources, [refOf(ana, id)], { path: 'sweep' })
    expect(await listPosted(world().resources, ana, channelIdOf(channel))).toEqual([])
    expect((await readScheduled(world().resources.mysql.read, ana.workspaceId, id))?.row.status).toBe('CANCELED')
  })

  test('past its second, and before a sender has it, it can still be deleted', async () => {
    const channel = await newChannel()
    const { scheduled_message_id } = await schedule({ channel, post_at: (await now()) + 600 })
    await moveSendAt(world().resources, ana, rowIdOf(scheduled_message_id), (await now()) - 1)
    expect((await door.call(token, 'chat.deleteScheduledMessage', { channel, scheduled_message_id })).ok).toBe(true)
    await sendThese(world().resources, [refOf(ana, rowIdOf(scheduled_message_id))])
    expect(await listPosted(world().resources, ana, channelIdOf(channel))).toEqual([])
  })

  test('mistyped, sent, deleted, in another channel and somebody else’s: the same answer (I7)', async () => {
    const channel = await newChannel()
    const bo = await company.hire()
    await slack.conversations.invite({ channel, users: formatId('member', bo.memberId) })
    const post_at = (await now()) + 600
    const mine = async (place = channel) => (await schedule({ channel: place, post_at })).scheduled_message_id
    const sent = await mine()
    await send(sent)
    const deleted = await mine()
    await door.call(token, 'chat.deleteScheduledMessage', { channel, scheduled_message_id: deleted })
    const theirs = formatId('scheduled', (await scheduleOne(world().resources, bo, channelIdOf(channel))).id)
    const elsewhere = await mine(await newChannel())
    for (const method of ['chat.deleteScheduledMessage', 'chat.updateScheduledMessage']) {
      for (const id of ['Q404', `${String(sent).slice(0, -1)}!`, sent, deleted, theirs, elsewhere]) {
        const answer = await door.call(token, method, { channel, scheduled_message_id: id, text: 'y' })
        expect(answer).toEqual({
          ok: false,
          error: 'invalid_scheduled_message_id',
          response_metadata: {
            messages: [
              `[ERROR] no message of yours waits under this id; given: "${id}" [json-pointer:/scheduled_message_id]`,
            ],
          },
        })
      }
    }
  })

  test('while a sender has it, and within a workspace’s freeze: refused, told why, and sent as it was', async () => {
    const channel = await newChannel()
    const held = (await schedule({ channel, post_at: (await now()) + 600 })).scheduled_message_id
    await setRow(world().resources, ana, rowIdOf(held), {
      status: 'DISPATCHING',
      wake_at_ms: Date.now() + 30_000,
      lease_owner: 'x',
      fence: 1,
    })
    const frozen = (await schedule({ channel, post_at: (await now()) + 600 })).scheduled_message_id
    await setRow(world().resources, ana, rowIdOf(frozen), { freeze_s: 3_600 })
    for (const [scheduled_message_id, told] of [
      [held, 'being sent'],
      [frozen, 'too close'],
    ] as const) {
      const answer = await door.call(token, 'chat.deleteScheduledMessage', { channel, scheduled_message_id })
      expect(answer).toMatchObject({ error: 'invalid_scheduled_message_id' })
      expect(answer.response_metadata?.messages?.[0]).toContain(told)
    }
    const listed = (await slack.chat.scheduledMessages.list({ channel })).scheduled_messages
    expect(listed?.map((one) => ('status' in one ? one.status : null)).toSorted()).toEqual(['scheduled', 'sending'])
  })
})

describe('update', () => {
  const update = (args: Record<string, unknown>) => door.call(token, 'chat.updateScheduledMessage', args)

  test('only what is given changes; what goes out is the last acknowledged state (I3, N3)', async () => {
    const channel = await newChannel()
    const blocks = [{ type: 'section', text: { type: 'plain_text', text: 'one' } }]
    const post_at = (await now()) + 600
    const { scheduled_message_id } = await schedule({ channel, post_at, text: 'own', blocks })
    expect(await update({ scheduled_message_id, post_at: post_at + 60 })).toMatchObject({
      ok: true,
      text: 'own',
      blocks,
      post_at: post_at + 60,
    })
    expect(await update({ scheduled_message_id, text: 'mine' })).toMatchObject({
      ok: true,
      text: 'mine',
      blocks,
      post_at: post_at + 60,
    })
    expect(await update({ scheduled_message_id, blocks: [] })).toMatchObject({ ok: true, text: 'mine' })
    await send(scheduled_message_id)
    const { messages } = await slack.conversations.history({ channel })
    expect(messages).toMatchObject([{ text: 'mine' }])
    expect(messages?.[0]).not.toHaveProperty('blocks')
  })

  test('two changes of different parts at the same moment: both are there', async () => {
    const channel = await newChannel()
    const post_at = (await now()) + 600
    const { scheduled_message_id } = await schedule({ channel, post_at })
    const metadata = { event_type: 'a', event_payload: {} }
    const answers = await Promise.all([
      update({ scheduled_message_id, text: 'new' }),
      update({ scheduled_message_id, metadata }),
      update({ scheduled_message_id, post_at: post_at + 7 }),
    ])
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, true])
    expect((await slack.chat.scheduledMessages.list({ channel })).scheduled_messages).toMatchObject([
      { text: 'new', metadata, post_at: post_at + 7 },
    ])
  })

  test('the same limits as when it was scheduled', async () => {
    const channel = await newChannel()
    const { scheduled_message_id } = await schedule({ channel, post_at: (await now()) + 600 })
    const refusals: [Record<string, unknown>, string][] = [
      [{}, 'invalid_arguments'],
      [{ post_at: (await now()) - 1 }, 'time_in_past'],
      [{ post_at: (await now()) + 121 * DAY_S }, 'time_too_far'],
      [{ post_at: 1.5 }, 'invalid_time'],
      [{ text: 'x'.repeat(40_001) }, 'msg_too_long'],
      [{ text: '  ' }, 'no_text'],
      [{ blocks: 'no' }, 'invalid_blocks_format'],
      [{ blocks: [{ type: 'hologram' }] }, 'invalid_blocks'],
      [{ text: 'a', markdown_text: 'b' }, 'markdown_text_conflict'],
      [{ text: 'a', channel: 'C404' }, 'channel_not_found'],
    ]
    for (const [args, error] of refusals)
      expect(await update({ scheduled_message_id, ...args }), JSON.stringify(args).slice(0, 60)).toMatchObject({
        ok: false,
        error,
      })
    expect((await slack.chat.scheduledMessages.list({ channel })).scheduled_messages).toMatchObject([{ text: 'x' }])
  })
})

test('a message of a program waits in its author’s zone, by the server’s reckoning', async () => {
  const channel = await newChannel()
  const { scheduled_message_id } = await schedule({ channel, post_at: (await now()) + 600 })
  const read = await readScheduled(world().resources.mysql.read, ana.workspaceId, rowIdOf(scheduled_message_id))
  expect(read?.row.zone).toBe('Asia/Tokyo')
  const shown = new Date(((read?.row.sendAt ?? 0) + 9 * 3_600) * 1000).toISOString().slice(0, 19)
  expect(read?.row.wallClock).toBe(shown)
})
