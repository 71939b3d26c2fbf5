/** Conditions of a scheduled message through the Slack-compatible door, and the list that shows everything (N3). */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { formatId, parsePublicId, type ConversationId, type MessageId } from '#server/domain/ids.ts'
import { moveSendAt, nowSeconds, readRow, refOf, sendThese } from '#server/testing/scheduling.ts'
import { useSlackScene } from '#server/testing/slack-scene.ts'
import { postMessage } from '#server/usecases/messages/post-message.ts'

const scene = useSlackScene()
const now = () => nowSeconds(scene().world.resources)
const schedule = (args: Record<string, unknown>) => scene().call('chat.scheduleMessage', { text: 'x', ...args })
const update = (args: Record<string, unknown>) => scene().call('chat.updateScheduledMessage', args)
const list = async (channel: string) =>
  (await scene().slack.chat.scheduledMessages.list({ channel })).scheduled_messages ?? []
const off = { only_if_no_reply: false, hold_if_archived: false, skip_if_away: false }

async function send(publicId: unknown): Promise<string | null> {
  const { resources } = scene().world
  const id = parsePublicId<MessageId>('scheduled', String(publicId))
  await moveSendAt(resources, scene().ana, id, (await now()) - 1)
  await sendThese(resources, [refOf(scene().ana, id)])
  const { status, failReason } = await readRow(resources, scene().ana, id)
  return failReason ?? status
}

test('conditions are listed as they were given, as form text or JSON, and none are given by leaving them out', async () => {
  const channel = await scene().newChannel()
  const post_at = (await now()) + 600
  await schedule({ channel, post_at })
  await schedule({
    channel,
    post_at: post_at + 1,
    only_if_no_reply: 'true',
    skip_if_away: 1,
    not_after: String(post_at + 61),
  })
  expect(await list(channel)).toMatchObject([
    off,
    { only_if_no_reply: true, hold_if_archived: false, skip_if_away: true, not_after: post_at + 61 },
  ])
  expect((await list(channel))[0]).not.toHaveProperty('not_after')
})

test('a change keeps every condition it does not name, and every other field where it names conditions alone', async () => {
  const channel = await scene().newChannel()
  const post_at = (await now()) + 600
  const blocks = [{ type: 'section', text: { type: 'plain_text', text: 'one' } }]
  const metadata = { event_type: 'a', event_payload: { n: 1 } }
  const { scheduled_message_id } = await schedule({
    ...{ channel, post_at, blocks, metadata, text: 'own' },
    ...{ hold_if_archived: true, not_after: post_at + 300 },
  })
  const kept = { text: 'own', blocks, metadata, post_at }
  expect(await update({ scheduled_message_id, only_if_no_reply: true })).toMatchObject({
    ...kept,
    ...{ ok: true, only_if_no_reply: true, hold_if_archived: true, skip_if_away: false, not_after: post_at + 300 },
  })
  const conditions = { only_if_no_reply: true, hold_if_archived: true, skip_if_away: false, not_after: post_at + 300 }
  expect(await update({ scheduled_message_id, post_at: post_at + 60 })).toMatchObject({
    ...kept,
    ...conditions,
    post_at: post_at + 60,
  })
  expect(await update({ scheduled_message_id, text: 'new' })).toMatchObject({ ...conditions, text: 'new' })
  const lifted = await update({
    scheduled_message_id,
    not_after: 0,
    only_if_no_reply: false,
    hold_if_archived: 'false',
  })
  expect(lifted).toMatchObject({ ...off, ok: true, text: 'new', blocks, metadata })
  expect(lifted).not.toHaveProperty('not_after')
})

test('the list is complete: content, thread, state, conditions, and until when it may be changed', async () => {
  const channel = await scene().newChannel()
  const { ts } = await scene().slack.chat.postMessage({ channel, text: 'root' })
  const post_at = (await now()) + 600
  const parts = {
    text: 'all of it',
    blocks: [{ type: 'divider' }],
    attachments: [{ text: 'attached' }],
    metadata: { event_type: 'a', event_payload: { n: 1 } },
    thread_ts: ts,
    reply_broadcast: true,
  }
  const { scheduled_message_id } = await schedule({ channel, post_at, ...parts, only_if_no_reply: true })
  expect(await list(channel)).toEqual([
    {
      ...parts,
      ...off,
      id: scheduled_message_id,
      channel_id: channel,
      post_at,
      time_zone: expect.any(String),
      date_created: expect.any(Number),
      only_if_no_reply: true,
      status: 'scheduled',
      editable_until: post_at,
      can_edit: true,
      can_cancel: true,
    },
  ])
})

test('a reply that stays in its thread is listed without reply_broadcast; a change and a series tell thread and channel, too', async () => {
  const channel = await scene().newChannel()
  const { ts: thread_ts } = await scene().slack.chat.postMessage({ channel, text: 'root' })
  const post_at = (await now()) + 600
  const plain = await schedule({ channel, post_at, thread_ts })
  expect(await list(channel)).toMatchObject([{ thread_ts }])
  expect((await list(channel))[0]).not.toHaveProperty('reply_broadcast')
  const both = { thread_ts, reply_broadcast: true }
  const { scheduled_message_id } = await schedule({ channel, post_at, ...both })
  expect(await update({ scheduled_message_id, text: 'new' })).toMatchObject(both)
  const changed = await update({ scheduled_message_id: plain.scheduled_message_id, text: 'new' })
  expect(changed).toMatchObject({ thread_ts })
  expect(changed).not.toHaveProperty('reply_broadcast')
  const recurrence = { rule: 'FREQ=DAILY' }
  const series = await schedule({ channel, post_at, ...both, recurrence })
  expect(series.recurrence).toMatchObject(both)
  expect((await scene().call('chat.scheduledSeries.list', { channel })).series).toMatchObject([both])
  const { id: series_id } = series.recurrence as { id: string }
  expect(await scene().call('chat.updateScheduledSeries', { series_id, action: 'pause' })).toMatchObject({
    series: both,
  })
})

test('what is not acceptable is named with its value, and nothing is stored', async () => {
  const channel = await scene().newChannel()
  const post_at = (await now()) + 600
  const wrong: [Record<string, unknown>, string, string][] = [
    [{ not_after: post_at - 1 }, 'invalid_arguments', `not_after ${post_at - 1} is before post_at ${post_at}`],
    [{ not_after: 'noon' }, 'invalid_time', 'noon'],
    [{ only_if_no_reply: 'perhaps' }, 'invalid_arguments', 'perhaps'],
  ]
  for (const [args, error, told] of wrong) {
    const answer = await schedule({ channel, post_at, ...args })
    expect(answer).toMatchObject({ ok: false, error })
    expect(answer.response_metadata?.messages?.join()).toContain(told)
  }
  expect(await list(channel)).toEqual([])
})

test('a condition holds for what a program scheduled: somebody wrote meanwhile, so it is not posted', async () => {
  const channel = await scene().newChannel()
  const bo = await scene().company.hire()
  await scene().slack.conversations.invite({ channel, users: formatId('member', bo.memberId) })
  const ask = async () => schedule({ channel, post_at: (await now()) + 600, only_if_no_reply: true })
  const [stopped, alone] = [await ask(), await ask()]
  await postMessage(scene().world.resources, bo, {
    conversationId: parsePublicId<ConversationId>('conversation', channel),
    text: 'a reply',
    clientToken: randomUUID(),
  })
  expect(await send(stopped.scheduled_message_id)).toBe('replied_meanwhile')
  await update({ scheduled_message_id: alone.scheduled_message_id, text: 'having read it' })
  expect(await send(alone.scheduled_message_id)).toBe('SENT')
  const { messages } = await scene().slack.conversations.history({ channel })
  expect(messages?.map(({ text }) => text)).toEqual(['having read it', 'a reply'])
})
