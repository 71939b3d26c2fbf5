/** What a scheduled message holds, how it is listed, and that it is posted as it was given. */
import { describe, expect, test } from 'vitest'
import { formatId, parsePublicId, type ConversationId, type MessageId } from '#server/domain/ids.ts'
import { readScheduled } from '#server/mysql/scheduled-messages.ts'
import { moveSendAt, nowSeconds, refOf, scheduleOne, sendThese } from '#server/testing/scheduling.ts'
import { useSlackScene } from '#server/testing/slack-scene.ts'

const scene = useSlackScene()
const now = () => nowSeconds(scene().world.resources)
const schedule = (args: Record<string, unknown>) => scene().call('chat.scheduleMessage', { text: 'x', ...args })
const rowIdOf = (publicId: unknown) => parsePublicId<MessageId>('scheduled', String(publicId))
const channelIdOf = (channel: string) => parsePublicId<ConversationId>('conversation', channel)

async function send(publicId: unknown): Promise<void> {
  const id = rowIdOf(publicId)
  await moveSendAt(scene().world.resources, scene().ana, id, (await now()) - 1)
  await sendThese(scene().world.resources, [refOf(scene().ana, id)])
}

describe('content', () => {
  test('40,000 characters are accepted and posted whole, one more is msg_too_long', async () => {
    const channel = await scene().newChannel()
    const post_at = (await now()) + 600
    const scheduled = await schedule({ channel, post_at, text: 'x'.repeat(40_000) })
    await send(scheduled.scheduled_message_id)
    const { messages } = await scene().slack.conversations.history({ channel })
    expect(messages?.[0]?.text).toHaveLength(40_000)
    expect(await schedule({ channel, post_at, text: 'x'.repeat(40_001) })).toMatchObject({ error: 'msg_too_long' })
  })

  test('blocks, attachments and metadata alone: listed with a text made of them, and posted with them (K49)', async () => {
    const channel = await scene().newChannel()
    const blocks = [{ type: 'section', text: { type: 'mrkdwn', text: '*Deployed* v7' } }]
    const attachments = [{ fallback: 'a chart', color: '#abc' }]
    const metadata = { event_type: 'deployed', event_payload: { version: 7 } }
    const parts = { blocks, attachments, metadata }
    const root = await scene().slack.chat.postMessage({ channel, text: 'root' })
    const post_at = (await now()) + 600
    const scheduled = await scene().slack.chat.scheduleMessage({
      channel,
      post_at,
      thread_ts: root.ts ?? '',
      ...parts,
      metadata: { ...metadata, event_payload: { version: 7 } },
    })
    const expected = { text: '*Deployed* v7\na chart', thread_ts: root.ts, ...parts }
    expect(scheduled.message).toMatchObject(expected)
    expect((await scene().slack.chat.scheduledMessages.list({ channel })).scheduled_messages).toMatchObject([expected])
    await send(scheduled.scheduled_message_id)
    const thread = { channel, ts: root.ts ?? '', include_all_metadata: true }
    const { messages } = await scene().slack.conversations.replies(thread)
    expect(messages?.[1]).toMatchObject(expected)
  })

  test.each<[string, unknown]>([
    ['51 blocks', Array.from({ length: 51 }, () => ({ type: 'divider' }))],
    ['4,001 characters in one', [{ type: 'section', text: { type: 'mrkdwn', text: 'x'.repeat(4_001) } }]],
    ['an unknown type', [{ type: 'hologram' }]],
  ])('%s: invalid_blocks, not internal_error (K50)', async (_, blocks) => {
    const channel = await scene().newChannel()
    expect(await schedule({ channel, post_at: (await now()) + 600, blocks })).toMatchObject({ error: 'invalid_blocks' })
  })
})

describe('list', () => {
  test('what was just scheduled is listed by the next call, twenty times (K44)', async () => {
    const channel = await scene().newChannel()
    for (let i = 0; i < 20; i++) {
      const { scheduled_message_id } = await scene().slack.chat.scheduleMessage({
        channel,
        text: `m${i}`,
        post_at: (await now()) + 600 + i * 60,
      })
      const { scheduled_messages } = await scene().slack.chat.scheduledMessages.list({ channel })
      expect(scheduled_messages?.map(({ id }) => id)).toContain(scheduled_message_id)
    }
  })

  test('one’s own alone, whichever door they came through; oldest and latest include their second', async () => {
    const channel = await scene().newChannel()
    const bo = await scene().company.hire()
    await scene().slack.conversations.invite({ channel, users: formatId('member', bo.memberId) })
    const base = (await now()) + 3_600
    await scheduleOne(scene().world.resources, bo, channelIdOf(channel), { sendAt: base })
    await scheduleOne(scene().world.resources, scene().ana, channelIdOf(channel), {
      sendAt: base,
      text: 'in the browser',
    })
    await schedule({ channel, post_at: base + 10, text: 'by program' })
    const texts = async (args: Record<string, unknown>) => {
      const answer = await scene().call('chat.scheduledMessages.list', { channel, ...args })
      return (answer.scheduled_messages as { text: string }[]).map(({ text }) => text)
    }
    expect(await texts({})).toEqual(['in the browser', 'by program'])
    expect(await texts({ oldest: base, latest: base })).toEqual(['in the browser'])
    expect(await texts({ oldest: base + 1 })).toEqual(['by program'])
    expect(await texts({ latest: `${base + 9}.9` })).toEqual(['in the browser'])
  })

  test('who was removed from a private channel still sees and deletes what they scheduled there', async () => {
    const { channel: made } = await scene().slack.conversations.create({
      name: `p-${Math.random().toString(36).slice(2, 10)}`,
      is_private: true,
    })
    const channel = made?.id ?? ''
    const { scheduled_message_id } = await schedule({ channel, post_at: (await now()) + 600 })
    await scene().world.resources.mysql.read.query(
      'UPDATE channel_member SET left_ms = 1 WHERE workspace_id = ? AND channel_id = ?',
      [scene().ana.workspaceId, channelIdOf(channel)],
    )
    expect(await scene().call('chat.scheduledMessages.list', { channel })).toMatchObject({
      scheduled_messages: [{ id: scheduled_message_id }],
    })
    expect((await scene().call('chat.deleteScheduledMessage', { channel, scheduled_message_id })).ok).toBe(true)
    expect(await scene().call('chat.scheduledMessages.list', { channel })).toMatchObject({
      error: 'invalid_channel',
    })
  })
})

test('a message of a program waits in its author’s zone, by the server’s reckoning', async () => {
  const channel = await scene().newChannel()
  const { scheduled_message_id } = await schedule({ channel, post_at: (await now()) + 600 })
  const read = await readScheduled(
    scene().world.resources.mysql.read,
    scene().ana.workspaceId,
    rowIdOf(scheduled_message_id),
  )
  expect(read?.row.zone).toBe('Asia/Tokyo')
  const shown = new Date(((read?.row.sendAt ?? 0) + 9 * 3_600) * 1000).toISOString().slice(0, 19)
  expect(read?.row.wallClock).toBe(shown)
})
