/** Lists in pages of 1, 2 and 1,000, as the SDK walks them, and cursors from elsewhere. */
import { beforeAll, describe, expect, test } from 'vitest'
import { formatId, parsePublicId, type ConversationId } from '#server/domain/ids.ts'
import { postMessage } from '#server/usecases/messages/post-message.ts'
import { nowSeconds } from '#server/testing/scheduling.ts'
import { tokenOf } from '#server/testing/slack-door.ts'
import { useSlackScene, type SlackScene } from '#server/testing/slack-scene.ts'

const COUNT = 7
const scene = useSlackScene()
let { door, company, ana, token, slack, newChannel } = {} as SlackScene
let channel: string
beforeAll(async () => {
  ;({ door, company, ana, token, slack, newChannel } = scene())
  channel = await newChannel()
  const now = await nowSeconds(scene().world.resources)
  for (let i = 0; i < COUNT; i++) {
    const member = await company.hire()
    await slack.conversations.invite({ channel, users: formatId('member', member.memberId) })
    await newChannel()
    await slack.chat.postMessage({ channel, text: `m${i}` })
    // Two of the same second: the second page must begin between them.
    await slack.chat.scheduleMessage({ channel, text: `s${i}`, post_at: now + 3_600 + Math.floor(i / 2) })
  }
}, 120_000)

type Row = Record<string, unknown>
const LISTS: [method: string, field: string, key: string, count: number, args: () => Row][] = [
  ['conversations.list', 'channels', 'id', COUNT + 2, () => ({})],
  ['conversations.members', 'members', '', COUNT + 1, () => ({ channel })],
  ['conversations.history', 'messages', 'ts', COUNT, () => ({ channel })],
  ['chat.scheduledMessages.list', 'scheduled_messages', 'id', COUNT, () => ({})],
  ['users.list', 'members', 'id', COUNT + 2, () => ({})],
]

describe.each(LISTS)('%s', (method, field, key, count, args) => {
  const keysOf = (answer: unknown): unknown[] =>
    ((answer as Row)[field] as Row[]).map((row) => (key === '' ? row : row[key]))

  test('in pages of 1, 2 and 1,000: all of it, once, in the same order, and an empty cursor at the end', async () => {
    const whole = keysOf(await door.call(token, method, args()))
    expect(whole).toHaveLength(count)
    expect(new Set(whole).size).toBe(count)
    for (const limit of [1, 2, 1_000]) {
      const walked: unknown[] = []
      let last: unknown
      for await (const page of slack.paginate(method, { ...args(), limit })) {
        expect(keysOf(page).length).toBeLessThanOrEqual(limit)
        walked.push(...keysOf(page))
        last = page.response_metadata?.next_cursor
      }
      expect(walked).toEqual(whole)
      expect(last).toBe('')
    }
  })

  test('a cursor of another method, another member, other arguments, or a changed one: invalid_cursor', async () => {
    const first = await door.call(token, method, { ...args(), limit: 1 })
    const cursor = first.response_metadata?.next_cursor ?? ''
    expect(cursor).not.toBe('')
    const bo = await tokenOf(scene().world.resources, company.owner)
    const inside = await newChannel()
    const foreign: [string, string, Row][] = [
      [token, method, { ...args(), cursor: `${cursor}A` }],
      [token, method, { ...args(), cursor: `A${cursor}` }],
      [token, method, { ...args(), cursor: cursor.split('.')[0] }],
      [bo, method, { ...args(), cursor }],
      [token, method === 'users.list' ? 'conversations.list' : 'users.list', { cursor }],
      ...(method === 'users.list'
        ? []
        : [[token, method, { ...args(), channel: inside, exclude_archived: true, cursor }] as [string, string, Row]]),
    ]
    for (const [by, where, what] of foreign) {
      expect(await door.call(by, where, what), JSON.stringify(what)).toMatchObject({
        ok: false,
        error: 'invalid_cursor',
      })
    }
    expect((await door.call(token, method, { ...args(), limit: 5, cursor })).ok).toBe(true)
  })
})

describe('conversations.history', () => {
  test('newest first, has_more until the last page', async () => {
    const { messages, has_more } = await slack.conversations.history({ channel, limit: COUNT - 1 })
    expect(messages?.map(({ text }) => text)).toEqual(['m6', 'm5', 'm4', 'm3', 'm2', 'm1'])
    expect(has_more).toBe(true)
    expect((await slack.conversations.history({ channel, limit: COUNT })).has_more).toBe(false)
  })

  test('oldest and latest shut their own message out, unless inclusive', async () => {
    const all = (await slack.conversations.history({ channel })).messages ?? []
    const [oldest, latest] = [all[5]?.ts ?? '', all[1]?.ts ?? '']
    const texts = async (args: Row) =>
      ((await door.call(token, 'conversations.history', { channel, ...args })).messages as Row[]).map(
        ({ text }) => text,
      )
    expect(await texts({ oldest, latest })).toEqual(['m4', 'm3', 'm2'])
    expect(await texts({ oldest, latest, inclusive: true })).toEqual(['m5', 'm4', 'm3', 'm2', 'm1'])
    expect(await texts({ latest: oldest, inclusive: true, limit: 1 })).toEqual(['m1'])
    expect(await texts({ oldest: '0', latest: '4000000000' })).toHaveLength(COUNT)
    expect(await texts({ oldest: '4000000000' })).toEqual([])
  })

  test('messages that arrive while a list is walked do not move its pages', async () => {
    const room = await newChannel()
    const id = parsePublicId<ConversationId>('conversation', room)
    const post = (text: string) =>
      postMessage(scene().world.resources, ana, { conversationId: id, text, clientToken: `${room}:${text}` })
    for (const text of ['a', 'b', 'c']) await post(text)
    const first = await slack.conversations.history({ channel: room, limit: 2 })
    await post('d')
    const second = await slack.conversations.history({
      channel: room,
      limit: 2,
      cursor: first.response_metadata?.next_cursor ?? '',
    })
    expect([...(first.messages ?? []), ...(second.messages ?? [])].map(({ text }) => text)).toEqual(['c', 'b', 'a'])
  })
})

test('a page holds 100 unless asked otherwise, and 1,000 at most', async () => {
  const room = await newChannel()
  const id = parsePublicId<ConversationId>('conversation', room)
  await Promise.all(
    Array.from({ length: 1_001 }, (_, i) =>
      postMessage(scene().world.resources, ana, { conversationId: id, text: `${i}`, clientToken: `${room}:${i}` }),
    ),
  )
  expect((await slack.conversations.history({ channel: room })).messages).toHaveLength(100)
  expect((await slack.conversations.history({ channel: room, limit: 0 })).messages).toHaveLength(100)
  const full = await slack.conversations.history({ channel: room, limit: 1_000 })
  expect([full.messages?.length, full.has_more]).toEqual([1_000, true])
})
