import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Actor } from '#server/domain/member/authorize.ts'
import { foundCompany } from '#server/testing/company.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { markRead } from '../sync/mark-read.ts'
import { deactivateMember } from '../members/change-member.ts'
import { postMessage } from '../messages/post-message.ts'
import { inviteToConversation, joinConversation, leaveConversation } from './change-members.ts'
import { createConversation } from './create-conversation.ts'
import { listMyConversations } from './list-conversations.ts'
import { openDirect } from './open-direct.ts'

const world = useTestWorld()

test('two people who open a direct conversation at once, many times, get the same one', async () => {
  const [r, elsewhere] = [world().resources, await world().openResources()]
  const company = await foundCompany(r)
  const [ana, bo] = [await company.hire(), await company.hire()]
  const opened = await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      i % 2 ? openDirect(r, ana, bo.memberId) : openDirect(elsewhere, bo, ana.memberId),
    ),
  )
  expect(new Set(opened.map((conversation) => conversation.id)).size).toBe(1)
  for (const person of [ana, bo]) {
    const direct = (await listMyConversations(r, person)).filter(({ conversation }) => conversation.kind === 'direct')
    expect(direct).toMatchObject([
      { conversation: { id: opened[0]?.id, name: '' }, memberIds: [ana.memberId, bo.memberId], head: { lastSeq: 3 } },
    ])
  }
})

test('the first message of a direct conversation is one unread message, not also its making', async () => {
  const r = world().resources
  const company = await foundCompany(r)
  const [ana, bo] = [await company.hire(), await company.hire()]
  const { id: conversationId } = await openDirect(r, ana, bo.memberId)
  await postMessage(r, ana, { conversationId, text: 'hello', clientToken: randomUUID() })
  const opened = (await listMyConversations(r, bo)).find(({ conversation }) => conversation.id === conversationId)
  expect((opened?.head.lastMessageSeq ?? 0) - (opened?.readSeq ?? 0)).toBe(1)
})

test('unread counts what others wrote, not one’s own messages from elsewhere and not who came and went', async () => {
  const r = world().resources
  const company = await foundCompany(r)
  const [ana, bo, cy] = [await company.hire(), await company.hire(), await company.hire()]
  const { id: conversationId } = await createConversation(r, ana, { name: 'busy', kind: 'public' })
  await joinConversation(r, bo, conversationId)
  const say = (actor: Actor, text: string) => postMessage(r, actor, { conversationId, text, clientToken: randomUUID() })
  for (const text of ['one', 'two', 'three']) await say({ ...bo, client: 'slack:script' }, text)
  await say(ana, 'four')
  await joinConversation(r, cy, conversationId)
  await say(bo, 'five')
  await say(ana, 'six')

  const unreadOf = async (actor: Actor) =>
    (await listMyConversations(r, actor)).find(({ conversation }) => conversation.id === conversationId)
  expect(await unreadOf(bo)).toMatchObject({ unread: 2 })
  expect(await unreadOf(ana)).toMatchObject({ unread: 4 })
  expect(await unreadOf(cy)).toMatchObject({ unread: 2 })
  const { head } = (await unreadOf(bo)) ?? { head: { lastMessageSeq: 0 } }
  await markRead(r, bo, { conversationId, seq: head.lastMessageSeq })
  expect(await unreadOf(bo)).toMatchObject({ unread: 0 })
})

test('who joins later does not find what was there before unread', async () => {
  const r = world().resources
  const company = await foundCompany(r)
  const ana = await company.hire()
  const { id: conversationId } = await createConversation(r, ana, { name: 'before', kind: 'public' })
  await postMessage(r, ana, { conversationId, text: 'long ago', clientToken: randomUUID() })
  const late = await company.hire()
  await joinConversation(r, late, conversationId)
  const opened = (await listMyConversations(r, late)).find(({ conversation }) => conversation.id === conversationId)
  expect(opened?.head.lastMessageSeq).toBeLessThanOrEqual(opened?.readSeq ?? 0)
})

test('a direct conversation with oneself has one member', async () => {
  const r = world().resources
  const { owner } = await foundCompany(r)
  const notes = await openDirect(r, owner, owner.memberId)
  expect((await openDirect(r, owner, owner.memberId)).id).toBe(notes.id)
  expect((await listMyConversations(r, owner)).at(-1)).toMatchObject({
    memberIds: [owner.memberId],
    head: { lastSeq: 2 },
  })
})

test('it is for two for good: nobody leaves it, nobody is taken in', async () => {
  const r = world().resources
  const company = await foundCompany(r)
  const [ana, bo] = [await company.hire(), await company.hire()]
  const { id } = await openDirect(r, ana, bo.memberId)
  await expect(leaveConversation(r, ana, id)).rejects.toMatchObject({ code: 'not_for_direct_messages' })
  await expect(inviteToConversation(r, ana, id, company.owner.memberId)).rejects.toMatchObject({
    code: 'not_for_direct_messages',
  })
  await expect(inviteToConversation(r, company.owner, id, company.owner.memberId)).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('it is not opened with strangers or with the deactivated, but an old one stays reachable', async () => {
  const r = world().resources
  const [company, elsewhere] = [await foundCompany(r), await foundCompany(r)]
  const [ana, leaver] = [await company.hire(), await company.hire()]
  await expect(openDirect(r, ana, elsewhere.owner.memberId)).rejects.toMatchObject({ code: 'not_found' })
  const { id } = await openDirect(r, ana, leaver.memberId)
  await deactivateMember(r, company.owner, leaver.memberId)
  expect((await openDirect(r, ana, leaver.memberId)).id).toBe(id)
  await expect(openDirect(r, company.owner, leaver.memberId)).rejects.toMatchObject({ code: 'not_allowed' })
})
