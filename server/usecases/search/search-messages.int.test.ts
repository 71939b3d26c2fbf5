/** Nobody finds, counts or infers what they may not read now (I7). */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ConversationId } from '#server/domain/ids.ts'
import { formatId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { EVERYONE, renewStamps } from '#server/mysql/reading-stamps.ts'
import { mysqlSearchIndex } from '#server/mysql/search-index.ts'
import { withTransaction } from '#server/mysql/tx.ts'
import { foundCompany } from '#server/testing/company.ts'
import { scheduleOne } from '#server/testing/scheduling.ts'
import { indexAll, search, textsOf } from '#server/testing/searching.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import {
  inviteToConversation,
  joinConversation,
  leaveConversation,
  removeFromConversation,
} from '../conversations/change-members.ts'
import { createConversation } from '../conversations/create-conversation.ts'
import { openDirect } from '../conversations/open-direct.ts'
import { postMessage } from '../messages/post-message.ts'
import { updateProfile } from '../members/update-profile.ts'
import type { Resources } from '../resources.ts'
import { searchMessages } from './search-messages.ts'

const world = useTestWorld()
const NONE = { messages: [], scheduled: [], total: 0, atLeast: false, misread: [] }

type Room = { id: ConversationId; name: string }

async function setUp() {
  const { resources: r } = world()
  const company = await foundCompany(r)
  const member = await company.hire()
  const room = async (kind: 'public' | 'private', first = company.owner): Promise<Room> => {
    const name = `c-${randomUUID().slice(0, 8)}`
    return { name, id: (await createConversation(r, first, { name, kind })).id }
  }
  return { r, company, owner: company.owner, member, room }
}

const post = (r: Resources, actor: Actor, conversationId: ConversationId, text: string, threadRootId?: never) =>
  postMessage(r, actor, { conversationId, text, clientToken: randomUUID(), ...(threadRootId ? { threadRootId } : {}) })

test('who is not in a private channel finds nothing of it, in no order, count, page or name', async () => {
  const { r, owner, member, room } = await setUp()
  const secret = await room('private')
  await post(r, owner, secret.id, 'walrus plans')
  await indexAll(r)
  expect((await search(r, owner, 'walrus')).total).toBe(1)
  for (const order of ['newest', 'relevance'] as const) {
    for (const page of [1, 2]) expect(await search(r, member, 'walrus', { order, page })).toEqual(NONE)
  }
  // Named, it is as a channel that does not exist.
  const asked = await search(r, member, `walrus in:#${secret.name}`)
  const made = await search(r, member, 'walrus in:#there-is-no-such')
  expect(asked).toEqual({ ...NONE, misread: [{ operator: 'in', value: `#${secret.name}` }] })
  expect(made).toEqual({ ...NONE, misread: [{ operator: 'in', value: '#there-is-no-such' }] })
  expect((await search(r, member, `in:${formatId('conversation', secret.id)}`)).total).toBe(0)
})

test('who left yesterday or was removed a moment ago finds nothing, though they searched before', async () => {
  const { r, owner, member, room } = await setUp()
  const [left, removedFrom] = [await room('private'), await room('private')]
  for (const { id } of [left, removedFrom]) {
    await inviteToConversation(r, owner, id, member.memberId)
    await post(r, owner, id, 'walrus plans')
  }
  await indexAll(r)
  expect((await search(r, member, 'walrus')).total).toBe(2)
  await leaveConversation(r, member, left.id)
  expect((await search(r, member, 'walrus')).total).toBe(1)
  await removeFromConversation(r, owner, removedFrom.id, member.memberId)
  expect(await search(r, member, 'walrus')).toEqual(NONE)
  // Another process, whose own list was made while they were in, sees it at once, too.
  const other = await world().openResources()
  await inviteToConversation(r, owner, left.id, member.memberId)
  expect((await search(other, member, 'walrus')).total).toBe(1)
  await removeFromConversation(r, owner, left.id, member.memberId)
  expect(await search(other, member, 'walrus')).toEqual(NONE)
})

test('removed between the answer of the index and the page: the page is looked at once more', async () => {
  const { r, owner, member, room } = await setUp()
  const secret = await room('private')
  await inviteToConversation(r, owner, secret.id, member.memberId)
  await post(r, owner, secret.id, 'walrus plans')
  await indexAll(r)
  const input = { query: 'walrus', order: 'newest' as const, page: 1, perPage: 20 }
  const answer = await searchMessages(r, member, input, (db) => ({
    ...mysqlSearchIndex(db),
    find: async (workspaceId, query) => {
      const hits = await mysqlSearchIndex(db).find(workspaceId, query)
      await removeFromConversation(r, owner, secret.id, member.memberId)
      expect(hits).toHaveLength(1)
      return hits
    },
  }))
  expect(answer).toEqual(NONE)
})

test('a public channel is found by everyone until it is made private, then by those in it', async () => {
  const { r, owner, member, room } = await setUp()
  const open = await room('public')
  await post(r, owner, open.id, 'walrus plans')
  await indexAll(r)
  expect((await search(r, member, 'walrus')).total).toBe(1)
  await withTransaction(r.mysql, async (tx) => {
    await tx.query(
      "UPDATE channel SET kind = 'private', acl_version = acl_version + 1 WHERE workspace_id = ? AND id = ?",
      [owner.workspaceId, open.id],
    )
    await renewStamps(tx, owner.workspaceId, [EVERYONE])
  })
  expect(await search(r, member, 'walrus')).toEqual(NONE)
  expect((await search(r, owner, 'walrus')).total).toBe(1)
})

test('another workspace is not there, not even for somebody who is in both', async () => {
  const { r, owner, room } = await setUp()
  const theirs = await foundCompany(r)
  const open = await room('public')
  await post(r, owner, open.id, 'walrus plans')
  await indexAll(r)
  expect(await search(r, theirs.owner, 'walrus')).toEqual(NONE)
  expect(await search(r, theirs.owner, `from:${formatId('member', owner.memberId)} walrus`)).toEqual(NONE)
  const asked = await search(r, theirs.owner, `in:${formatId('conversation', open.id)}`)
  expect(asked.total).toBe(0)
})

test('who joins finds what was written before', async () => {
  const { r, owner, member, room } = await setUp()
  const open = await room('public')
  await post(r, owner, open.id, 'walrus plans')
  await indexAll(r)
  await joinConversation(r, member, open.id)
  expect(textsOf(await search(r, member, `walrus in:#${open.name}`))).toEqual(['walrus plans'])
})

test('people by name, part of a name, id and me; several are any of them', async () => {
  const { r, company, owner, member, room } = await setUp()
  const third = await company.hire()
  await updateProfile(r, owner, { displayName: 'Ana Souza' })
  await updateProfile(r, member, { displayName: 'Anatole' })
  await updateProfile(r, third, { displayName: 'Ben' })
  const open = await room('public')
  for (const [who, text] of [
    [owner, 'walrus 1'],
    [member, 'walrus 2'],
    [third, 'walrus 3'],
  ] as const) {
    if (who !== owner) await joinConversation(r, who, open.id)
    await post(r, who, open.id, text)
  }
  await indexAll(r)
  const find = async (query: string) => textsOf(await search(r, third, `${query} in:${open.name}`))
  expect(await find('from:@Ana')).toEqual(['walrus 2', 'walrus 1'])
  expect(await find('from:"ana souza"')).toEqual(['walrus 1'])
  expect(await find('from:me')).toEqual(['walrus 3'])
  expect(await find('from:ben from:"Ána Souza"')).toEqual(['walrus 3', 'walrus 1'])
  expect(await find('-from:ana')).toEqual(['walrus 3'])
  expect(await find(`from:<@${formatId('member', member.memberId)}>`)).toEqual(['walrus 2'])
  expect(await search(r, third, 'walrus from:zoe')).toEqual({ ...NONE, misread: [{ operator: 'from', value: 'zoe' }] })
})

test('direct messages: in:@somebody both sides, to:me what was written to me', async () => {
  const { r, owner, member } = await setUp()
  await updateProfile(r, owner, { displayName: 'Ana' })
  await updateProfile(r, member, { displayName: 'Ben' })
  const direct = await openDirect(r, owner, member.memberId)
  await post(r, owner, direct.id, 'walrus to ben')
  await post(r, member, direct.id, 'walrus to ana')
  await indexAll(r)
  expect(textsOf(await search(r, owner, 'in:@ben'))).toEqual(['walrus to ana', 'walrus to ben'])
  expect(textsOf(await search(r, owner, 'to:me walrus'))).toEqual(['walrus to ana'])
  expect(textsOf(await search(r, owner, 'to:@ben walrus'))).toEqual(['walrus to ben'])
  expect(textsOf(await search(r, owner, '-to:me walrus'))).toEqual([])
})

test('days are the reader’s: cut at their midnight, wherever they look from (K86, K87)', async () => {
  const { r, owner, room } = await setUp()
  const open = await room('public')
  const [night, morning] = [await post(r, owner, open.id, 'night'), await post(r, owner, open.id, 'morning')]
  // 23:30 on the 4th and 00:30 on the 5th in Anchorage; both are the 5th in Tokyo.
  for (const [message, at] of [
    [night, '2026-12-05T08:30:00Z'],
    [morning, '2026-12-05T09:30:00Z'],
  ] as const) {
    await r.mysql.read.query('UPDATE message SET created_ms = ? WHERE id = ?', [Date.parse(at), message.id])
  }
  await indexAll(r)
  const place = `in:#${open.name}`
  await updateProfile(r, owner, { zone: 'America/Anchorage' })
  expect(textsOf(await search(r, owner, `${place} on:2026-12-05`))).toEqual(['morning'])
  expect(textsOf(await search(r, owner, `${place} before:2026-12-05`))).toEqual(['night'])
  expect(textsOf(await search(r, owner, `${place} after:2026-12-04`))).toEqual(['morning'])
  expect(textsOf(await search(r, owner, `${place} -on:2026-12-05`))).toEqual(['night'])
  await updateProfile(r, owner, { zone: 'Asia/Tokyo' })
  expect(textsOf(await search(r, owner, `${place} on:2026-12-05`))).toEqual(['morning', 'night'])
  expect(textsOf(await search(r, owner, `${place} on:2026-12`))).toHaveLength(2)
})

test('has:link, has:code, is:thread, phrases and what must not be there', async () => {
  const { r, owner, room } = await setUp()
  const open = await room('public')
  const root = await post(r, owner, open.id, 'roll back with `git revert`')
  await postMessage(r, owner, {
    ...{ conversationId: open.id, text: 'see https://example.test/back', clientToken: randomUUID() },
    threadRootId: root.id,
  })
  await post(r, owner, open.id, 'back to roll')
  await indexAll(r)
  const find = async (query: string) => textsOf(await search(r, owner, `in:${open.name} ${query}`))
  expect(await find('"roll back"')).toEqual(['roll back with `git revert`'])
  expect(await find('back -roll')).toEqual(['see https://example.test/back'])
  expect(await find('has:code')).toEqual(['roll back with `git revert`'])
  expect(await find('has:link is:thread')).toEqual(['see https://example.test/back'])
  expect(await find('-is:thread -has:code')).toEqual(['back to roll'])
})

test('is:scheduled is one’s own pending messages and nobody else’s, by words, place and day', async () => {
  const { r, owner, member, room } = await setUp()
  const open = await room('public')
  await joinConversation(r, member, open.id)
  await scheduleOne(r, owner, open.id, { text: 'walrus of the owner' })
  await scheduleOne(r, member, open.id, { text: 'walrus of the member' })
  await indexAll(r)
  const find = async (query: string) => (await search(r, owner, query)).scheduled.map(({ text }) => text)
  expect(await find('is:scheduled walrus')).toEqual(['walrus of the owner'])
  expect(await find(`is:scheduled in:${open.name}`)).toEqual(['walrus of the owner'])
  expect(await find('is:scheduled narwhal')).toEqual([])
  expect(await find('is:scheduled before:2020')).toEqual([])
  expect((await search(r, owner, 'walrus')).messages).toEqual([])
})

test('pages continue each other, with what stands beside each message', async () => {
  const { r, owner, room } = await setUp()
  const open = await room('public')
  for (let i = 1; i <= 5; i++) await post(r, owner, open.id, `walrus ${i}`)
  await indexAll(r)
  const [first, second] = [
    await search(r, owner, `walrus in:${open.name}`, { perPage: 3 }),
    await search(r, owner, `walrus in:${open.name}`, { perPage: 3, page: 2 }),
  ]
  expect([...textsOf(first), ...textsOf(second)]).toEqual(['walrus 5', 'walrus 4', 'walrus 3', 'walrus 2', 'walrus 1'])
  expect(first).toMatchObject({ total: 5, atLeast: false })
  expect(first.messages[1]).toMatchObject({ before: { text: 'walrus 3' }, after: { text: 'walrus 5' } })
  expect(second.messages[1]?.before).toBeNull()
})

test('an operator that means nothing is told and not searched', async () => {
  const { r, owner } = await setUp()
  expect(await search(r, owner, 'has:dragons walrus')).toEqual({
    ...NONE,
    misread: [{ operator: 'has', value: 'dragons' }],
  })
  expect(await search(r, owner, '  ')).toEqual(NONE)
})
