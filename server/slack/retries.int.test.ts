/** Answers that are lost after the commit, and clients that try again: the official SDK does, by itself. */
import { beforeAll, expect, test } from 'vitest'
import { millis } from '#server/domain/time/units.ts'
import type { ChatPostMessageResponse, ChatScheduleMessageResponse } from '@slack/web-api'
import { formatId } from '#server/domain/ids.ts'
import { createRateLimiter } from '#server/redis/rate-limiter.ts'
import { nowSeconds } from '#server/testing/scheduling.ts'
import { addBot, openSlackDoor, tokenOf, type Loss } from '#server/testing/slack-door.ts'
import { useSlackScene, type SlackScene } from '#server/testing/slack-scene.ts'

const scene = useSlackScene()
let { door, company, ana, token, slack, newChannel } = {} as SlackScene
beforeAll(() => {
  ;({ door, company, ana, token, slack, newChannel } = scene())
})

const inAnHour = async () => (await nowSeconds(scene().world.resources)) + 3_600
const textsIn = async (channel: string) =>
  ((await slack.conversations.history({ channel })).messages ?? []).map(({ text }) => text)
const pendingIn = async (channel: string) =>
  (await slack.chat.scheduledMessages.list({ channel })).scheduled_messages ?? []

const LOSSES: { losses: Loss[] }[] = [
  { losses: ['cut'] },
  { losses: ['status 500'] },
  { losses: ['cut', 'status 500', 'cut'] },
]

test.each(LOSSES)(
  'chat.postMessage with client_msg_id, its answer lost ($losses): the SDK repeats it, one message (K47)',
  async ({ losses }) => {
    const channel = await newChannel()
    const before = door.requests()
    door.loseNext(...losses)
    const answer: ChatPostMessageResponse = await slack.apiCall('chat.postMessage', {
      channel,
      text: 'once',
      client_msg_id: channel,
    })
    expect(door.requests() - before).toBe(losses.length + 1)
    const { messages } = await slack.conversations.history({ channel })
    expect(messages).toMatchObject([{ text: 'once', ts: answer.ts }])
    await slack.apiCall('chat.postMessage', { channel, text: 'other', client_msg_id: `another of ${channel}` })
    expect(await textsIn(channel)).toEqual(['other', 'once'])
  },
)

test.each(LOSSES)(
  'chat.scheduleMessage with client_msg_id, its answer lost ($losses): one pending message (K47)',
  async ({ losses }) => {
    const channel = await newChannel()
    const post_at = await inAnHour()
    door.loseNext(...losses)
    const answer: ChatScheduleMessageResponse = await slack.apiCall('chat.scheduleMessage', {
      channel,
      text: 'once',
      post_at,
      client_msg_id: channel,
    })
    expect(await pendingIn(channel)).toMatchObject([{ id: answer.scheduled_message_id, text: 'once', post_at }])
  },
)

test('the header Idempotency-Key does the same as client_msg_id', async () => {
  const channel = await newChannel()
  const keyed = door.client(token, { headers: { 'Idempotency-Key': `header of ${channel}` } })
  door.loseNext('status 500')
  await keyed.chat.postMessage({ channel, text: 'once' })
  await keyed.chat.scheduleMessage({ channel, text: 'later', post_at: await inAnHour() })
  expect(await textsIn(channel)).toEqual(['once'])
  expect(await pendingIn(channel)).toHaveLength(1)
})

test('without a key a lost answer makes a second message, as documented: equal content is legal (K37, K47)', async () => {
  const channel = await newChannel()
  door.loseNext('cut')
  await slack.chat.postMessage({ channel, text: 'same' })
  const post_at = await inAnHour()
  for (let i = 0; i < 5; i++) await slack.chat.scheduleMessage({ channel, text: 'same', post_at })
  expect(await textsIn(channel)).toEqual(['same', 'same'])
  expect(await pendingIn(channel)).toHaveLength(5)
})

test('the same key at the same moment, many times: one message, one pending message, the same answer to all', async () => {
  const channel = await newChannel()
  const post_at = await inAnHour()
  const posted: ChatPostMessageResponse[] = await Promise.all(
    Array.from({ length: 12 }, () =>
      slack.apiCall('chat.postMessage', { channel, text: 'x', client_msg_id: `at once ${channel}` }),
    ),
  )
  const scheduled: ChatScheduleMessageResponse[] = await Promise.all(
    Array.from({ length: 12 }, () =>
      slack.apiCall('chat.scheduleMessage', { channel, text: 'x', post_at, client_msg_id: `at once ${channel}` }),
    ),
  )
  expect(new Set(posted.map(({ ts }) => ts)).size).toBe(1)
  expect(new Set(scheduled.map(({ scheduled_message_id }) => scheduled_message_id)).size).toBe(1)
  expect(await textsIn(channel)).toEqual(['x'])
  expect(await pendingIn(channel)).toHaveLength(1)
})

test.each<[string, Record<string, unknown>]>([
  ['another text', { text: 'other' }],
  ['other blocks', { text: 'one', blocks: [{ type: 'divider' }] }],
  ['other metadata', { text: 'one', metadata: { event_type: 'a', event_payload: {} } }],
])('a key used again for %s is refused, and nothing is posted (C9)', async (_, content) => {
  const channel = await newChannel()
  const post_at = await inAnHour()
  const first = { channel, text: 'one', post_at, client_msg_id: `again ${channel}` }
  for (const method of ['chat.postMessage', 'chat.scheduleMessage']) {
    await door.call(token, method, first)
    expect(await door.call(token, method, { ...first, ...content })).toMatchObject({
      ok: false,
      error: 'idempotency_key_reused',
    })
  }
  expect(await textsIn(channel)).toEqual(['one'])
  expect(await pendingIn(channel)).toHaveLength(1)
})

test('a repeat is the same also with half an emoji in it, which no database stores', async () => {
  const channel = await newChannel()
  const args = { channel, text: 'half \ud83d', client_msg_id: channel }
  const [first, again] = [
    await door.call(token, 'chat.postMessage', args),
    await door.call(token, 'chat.postMessage', args),
  ]
  expect(again).toEqual(first)
  expect(await textsIn(channel)).toEqual(['half \ufffd'])
})

test('a key belongs to one member: two programs may use the same', async () => {
  const channel = await newChannel()
  const bot = await addBot(scene().world.resources, ana)
  await slack.conversations.invite({ channel, users: bot.user })
  for (const one of [token, bot.token])
    await door.call(one, 'chat.postMessage', { channel, text: 'x', client_msg_id: `shared ${channel}` })
  expect(await textsIn(channel)).toEqual(['x', 'x'])
})

test('an answer lost by any other writing method can be asked again', async () => {
  const channel = await newChannel()
  const bo = formatId('member', (await company.hire()).memberId)
  door.loseNext('status 500')
  const opened = await slack.conversations.open({ users: bo })
  expect(opened).toMatchObject({ ok: true, already_open: true })
  door.loseNext('status 500')
  await expect(slack.conversations.invite({ channel, users: bo })).rejects.toMatchObject({
    data: { error: 'already_in_channel' },
  })
  const theirs = door.client(await tokenOf(scene().world.resources, await company.hire()))
  door.loseNext('status 500')
  expect(await theirs.conversations.join({ channel })).toMatchObject({ ok: true, warning: 'already_in_channel' })
  const { scheduled_message_id: id } = await slack.chat.scheduleMessage({
    channel,
    text: 'x',
    post_at: await inAnHour(),
  })
  door.loseNext('status 500')
  expect(await slack.apiCall('chat.updateScheduledMessage', { scheduled_message_id: id, text: 'y' })).toMatchObject({
    ok: true,
    text: 'y',
  })
  door.loseNext('status 500')
  const deleted = slack.chat.deleteScheduledMessage({ channel, scheduled_message_id: id ?? '' })
  await expect(deleted).rejects.toMatchObject({ data: { error: 'invalid_scheduled_message_id' } })
  expect(await pendingIn(channel)).toEqual([])
})

test('too many calls get 429 with whole seconds, and the SDK waits and comes through', async () => {
  const limiter = createRateLimiter(scene().world.resources.redis)
  const strict = await openSlackDoor(scene().world.resources, {
    countCall: (name) => limiter.consume(`strict:${name}`, { max: 2, window: millis(1_200) }),
  })
  try {
    const answers = await Promise.all(
      [1, 2, 3].map(() => fetch(`${strict.url}auth.test`, { headers: { authorization: `Bearer ${token}` } })),
    )
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
    expect(await refused?.json()).toMatchObject({ ok: false, error: 'ratelimited' })
    const before = strict.requests()
    expect((await strict.client(token).auth.test()).ok).toBe(true)
    expect(strict.requests() - before).toBeGreaterThan(1)
    // Another method, another token: counted by itself.
    expect((await strict.client(token).api.test()).ok).toBe(true)
    expect((await strict.client(await tokenOf(scene().world.resources, ana)).auth.test()).ok).toBe(true)
  } finally {
    await strict.close()
  }
})

test('a failure before the commit is answered with status 200, not with one that SDKs repeat', async () => {
  const broken = await openSlackDoor({ ...scene().world.resources, prisma: undefined as never })
  try {
    const answer = await fetch(`${broken.url}auth.test`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ ok: false, error: 'internal_error' })
  } finally {
    await broken.close()
  }
})
