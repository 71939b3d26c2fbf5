/** search.messages through the official client: what is found, in which order and page, and nothing that may not be seen (I7). */
import { beforeAll, expect, test } from 'vitest'
import { formatId } from '#server/domain/ids.ts'
import { indexAll } from '#server/testing/searching.ts'
import { tokenOf } from '#server/testing/slack-door.ts'
import { useSlackScene, type SlackScene } from '#server/testing/slack-scene.ts'

const COUNT = 7
const scene = useSlackScene()
let { door, company, ana, token, slack, newChannel } = {} as SlackScene
let channel: string

beforeAll(async () => {
  ;({ door, company, ana, token, slack, newChannel } = scene())
  channel = await newChannel()
  for (let i = 1; i <= COUNT; i++) await slack.chat.postMessage({ channel, text: `Walrus number ${i}` })
  await slack.chat.postMessage({ channel, text: 'walrus walrus walrus' })
  await indexAll(scene().world.resources)
}, 120_000)

test('answers with messages, their place, author and address, and with totals in both of its forms', async () => {
  const answer = await slack.search.messages({ query: 'walrus', sort: 'timestamp', count: 3, highlight: true })
  expect(answer).toMatchObject({
    ok: true,
    query: 'walrus',
    messages: {
      total: COUNT + 1,
      paging: { count: 3, total: COUNT + 1, page: 1, pages: 3 },
      pagination: { total_count: COUNT + 1, page: 1, per_page: 3, page_count: 3, first: 1, last: 3 },
    },
  })
  const matches = answer.messages?.matches ?? []
  expect(matches).toHaveLength(3)
  expect(matches[1]).toMatchObject({
    ...{ type: 'message', text: '\ue000Walrus\ue001 number 7', user: formatId('member', ana.memberId) },
    ...{ team: formatId('workspace', company.workspaceId), channel: { id: channel, is_private: false, is_im: false } },
  })
  expect(matches[1]?.permalink).toMatch(new RegExp(`^http://chat.test/client/T\\w+/${channel}\\?at=M\\w+$`))
  const { messages } = await slack.conversations.history({ channel })
  expect(messages?.map(({ ts }) => ts)).toContain(matches[1]?.ts)
})

test('by score what says it more often comes first; by time both ways', async () => {
  const texts = async (args: object) =>
    ((await slack.search.messages({ query: 'walrus', ...args })).messages?.matches ?? []).map(({ text }) => text)
  expect((await texts({}))[0]).toBe('walrus walrus walrus')
  const newest = await texts({ sort: 'timestamp' })
  expect(newest).toHaveLength(COUNT + 1)
  expect(await texts({ sort: 'timestamp', sort_dir: 'asc' })).toEqual(newest.toReversed())
})

test('by pages and by cursor the same, all of it and once', async () => {
  const query = { query: 'walrus', sort: 'timestamp' as const, count: 3 }
  const paged: unknown[] = []
  for (const page of [1, 2, 3, 4]) {
    paged.push(...((await slack.search.messages({ ...query, page })).messages?.matches ?? []))
  }
  const walked: unknown[] = []
  for (let cursor = '*'; cursor !== '';) {
    const answer = await slack.search.messages({ ...query, cursor })
    walked.push(...(answer.messages?.matches ?? []))
    cursor = answer.response_metadata?.next_cursor ?? ''
  }
  expect(walked).toHaveLength(COUNT + 1)
  expect(walked).toEqual(paged)
})

test('operators and ids as programs write them', async () => {
  const total = async (query: string) => (await slack.search.messages({ query })).messages?.total
  expect(await total(`walrus in:<#${channel}>`)).toBe(COUNT + 1)
  expect(await total(`walrus from:<@${formatId('member', ana.memberId)}> -"number 3"`)).toBe(COUNT)
  expect(await total('walrus in:#there-is-no-such')).toBe(0)
})

test('what another wrote where one is not is not found, and a token without the scope finds nothing at all', async () => {
  const other = await company.hire()
  const their = door.client(await tokenOf(scene().world.resources, other))
  const { channel: hidden } = await their.conversations.create({ name: 'hidden-walrus', is_private: true })
  await their.chat.postMessage({ channel: hidden?.id ?? '', text: 'secret walrus' })
  await indexAll(scene().world.resources)
  expect((await their.search.messages({ query: 'secret walrus' })).messages?.total).toBe(1)
  expect(await door.call(token, 'search.messages', { query: 'secret walrus' })).toMatchObject({
    messages: { total: 0, matches: [], pagination: { page_count: 0, first: 0, last: 0 } },
  })
  const narrow = await tokenOf(scene().world.resources, ana, ['users:read'])
  expect(await door.call(narrow, 'search.messages', { query: 'walrus' })).toMatchObject({ error: 'missing_scope' })
})
