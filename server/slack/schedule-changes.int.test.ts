/** Deleting and changing what waits, until a sender has it. */
import { describe, expect, test } from 'vitest'
import { formatId, parsePublicId, type ConversationId, type MessageId } from '#server/domain/ids.ts'
import { readScheduled } from '#server/mysql/scheduled-messages.ts'
import {
  listPosted,
  moveSendAt,
  nowSeconds,
  refOf,
  scheduleOne,
  sendThese,
  setRow,
} from '#server/testing/scheduling.ts'
import { useSlackScene } from '#server/testing/slack-scene.ts'

const DAY_S = 86_400
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

describe('delete', () => {
  test.each([299, 120, 61, 5])('%i s before its time: answered ok, never posted (K55)', async (seconds) => {
    const channel = await scene().newChannel()
    const { scheduled_message_id } = await schedule({ channel, post_at: (await now()) + seconds })
    await scene().slack.chat.deleteScheduledMessage({ channel, scheduled_message_id: String(scheduled_message_id) })
    const id = rowIdOf(scheduled_message_id)
    await sendThese(scene().world.resources, [refOf(scene().ana, id)], { path: 'sweep' })
    expect(await listPosted(scene().world.resources, scene().ana, channelIdOf(channel))).toEqual([])
    expect((await readScheduled(scene().world.resources.mysql.read, scene().ana.workspaceId, id))?.row.status).toBe(
      'CANCELED',
    )
  })

  test('past its second, and before a sender has it, it can still be deleted', async () => {
    const channel = await scene().newChannel()
    const { scheduled_message_id } = await schedule({ channel, post_at: (await now()) + 600 })
    await moveSendAt(scene().world.resources, scene().ana, rowIdOf(scheduled_message_id), (await now()) - 1)
    expect((await scene().call('chat.deleteScheduledMessage', { channel, scheduled_message_id })).ok).toBe(true)
    await sendThese(scene().world.resources, [refOf(scene().ana, rowIdOf(scheduled_message_id))])
    expect(await listPosted(scene().world.resources, scene().ana, channelIdOf(channel))).toEqual([])
  })

  test('mistyped, sent, deleted, in another channel and somebody else’s: the same answer (I7)', async () => {
    const channel = await scene().newChannel()
    const bo = await scene().company.hire()
    await scene().slack.conversations.invite({ channel, users: formatId('member', bo.memberId) })
    const post_at = (await now()) + 600
    const mine = async (place = channel) => (await schedule({ channel: place, post_at })).scheduled_message_id
    const sent = await mine()
    await send(sent)
    const deleted = await mine()
    await scene().call('chat.deleteScheduledMessage', { channel, scheduled_message_id: deleted })
    const theirs = formatId('scheduled', (await scheduleOne(scene().world.resources, bo, channelIdOf(channel))).id)
    const elsewhere = await mine(await scene().newChannel())
    for (const method of ['chat.deleteScheduledMessage', 'chat.updateScheduledMessage']) {
      for (const id of ['Q404', `${String(sent).slice(0, -1)}!`, sent, deleted, theirs, elsewhere]) {
        const answer = await scene().call(method, { channel, scheduled_message_id: id, text: 'y' })
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

  test('while a sender has it, and within a workspace’s freeze: refused, and told why', async () => {
    const channel = await scene().newChannel()
    const held = (await schedule({ channel, post_at: (await now()) + 600 })).scheduled_message_id
    await setRow(scene().world.resources, scene().ana, rowIdOf(held), {
      status: 'DISPATCHING',
      wake_at_ms: Date.now() + 30_000,
      lease_owner: 'x',
      fence: 1,
    })
    const frozen = (await schedule({ channel, post_at: (await now()) + 600 })).scheduled_message_id
    await setRow(scene().world.resources, scene().ana, rowIdOf(frozen), { freeze_s: 3_600 })
    for (const [scheduled_message_id, told] of [
      [held, 'being sent'],
      [frozen, 'too close'],
    ] as const) {
      const answer = await scene().call('chat.deleteScheduledMessage', { channel, scheduled_message_id })
      expect(answer).toMatchObject({ error: 'invalid_scheduled_message_id' })
      expect(answer.response_metadata?.messages?.[0]).toContain(told)
    }
    const listed = (await scene().slack.chat.scheduledMessages.list({ channel })).scheduled_messages
    expect(listed?.map((one) => ('status' in one ? one.status : null)).toSorted()).toEqual(['scheduled', 'sending'])
  })
})

describe('update', () => {
  const update = (args: Record<string, unknown>) => scene().call('chat.updateScheduledMessage', args)

  test('only what is given changes; what goes out is the last acknowledged state (I3, N3)', async () => {
    const channel = await scene().newChannel()
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
    const { messages } = await scene().slack.conversations.history({ channel })
    expect(messages).toMatchObject([{ text: 'mine' }])
    expect(messages?.[0]).not.toHaveProperty('blocks')
  })

  test('two changes of different parts at the same moment: both are there', async () => {
    const channel = await scene().newChannel()
    const post_at = (await now()) + 600
    const { scheduled_message_id } = await schedule({ channel, post_at })
    const metadata = { event_type: 'a', event_payload: {} }
    const answers = await Promise.all([
      update({ scheduled_message_id, text: 'new' }),
      update({ scheduled_message_id, metadata }),
      update({ scheduled_message_id, post_at: post_at + 7 }),
    ])
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, true])
    expect((await scene().slack.chat.scheduledMessages.list({ channel })).scheduled_messages).toMatchObject([
      { text: 'new', metadata, post_at: post_at + 7 },
    ])
  })

  test('the same limits as when it was scheduled', async () => {
    const channel = await scene().newChannel()
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
    expect((await scene().slack.chat.scheduledMessages.list({ channel })).scheduled_messages).toMatchObject([
      { text: 'x' },
    ])
  })
})
