import { expect, test } from 'vitest'
import { conversationTopic } from '#server/domain/partition/redis-keys.ts'
import { listStaleOutbox } from '#server/mysql/outbox.ts'
import { createTopicListener } from '#server/redis/topics.ts'
import { foundCompany } from '#server/testing/company.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { joinConversation } from './change-members.ts'
import { changeConversation } from './change-conversation.ts'
import { createConversation } from './create-conversation.ts'
import { loadConversationMembers } from './load-conversation.ts'

const world = useTestWorld()

test('without Redis a change holds all the same, and what is owed to its readers stays written down', async () => {
  const r = await world().openResources()
  const company = await foundCompany(r)
  const member = await company.hire()
  const { id } = await createConversation(r, company.owner, { name: 'offline', kind: 'public' })
  await r.redis.end()

  await joinConversation(r, member, id)
  expect(await loadConversationMembers(r, member, id)).toContain(member.memberId)
  const owed = await listStaleOutbox(r.mysql.read, 0, 100)
  expect(owed.map(({ work }) => work)).toContainEqual({
    ranges: [[company.workspaceId, id, 3, 3]],
    members: [[company.workspaceId, member.memberId]],
  })
})

test('a change that fails leaves no number, no row, no debt, and says nothing', async () => {
  const r = world().resources
  const company = await foundCompany(r)
  const member = await company.hire()
  const { id } = await createConversation(r, company.owner, { name: 'failing', kind: 'public' })
  const listener = createTopicListener(world().redisUrl)
  const heard: string[] = []
  listener.onMessage((_, json) => heard.push(json))
  await new Promise<void>((resolve) => listener.onStateChange((state) => state === 'ready' && resolve()))
  await listener.subscribe([conversationTopic(id)])

  const failing = changeConversation(r, company.workspaceId, id, async (_, change) => {
    await change.setMembership(member.memberId, true)
    await change.update({ topic: 'never' })
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  expect(await loadConversationMembers(r, company.owner, id)).toEqual([company.owner.memberId])

  // The next change takes the next number and is the first that anyone hears of.
  await joinConversation(r, member, id)
  await expect.poll(() => heard).toHaveLength(1)
  expect(JSON.parse(heard[0] ?? '')).toMatchObject({ fromSeq: 3, toSeq: 3 })
  await listener.end()
})
