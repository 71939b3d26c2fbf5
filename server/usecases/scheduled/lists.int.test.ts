import { expect, test } from 'vitest'
import type { MessageId } from '#server/domain/ids.ts'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import { nowSeconds, refOf, scheduleDue, scheduleOne, sendThese } from '#server/testing/scheduling.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { listNotices, markNoticesSeen } from '../notices/notices.ts'
import { cancelScheduled } from './cancel-scheduled.ts'
import { listScheduled, type ListInput } from './load-scheduled.ts'

const world = useTestWorld()

async function setUp() {
  const { resources } = world()
  const workspaceId = await addWorkspace(resources)
  const [author, other] = [await addMember(resources, workspaceId), await addMember(resources, workspaceId)]
  const conversationId = await addConversation(resources, [author, other])
  return { resources, workspaceId, author, other, conversationId }
}

test('page after page every message once, also where many share a second, in the order of each shelf', async () => {
  const { resources, author, conversationId } = await setUp()
  const now = await nowSeconds(resources)
  for (let i = 0; i < 23; i++)
    await scheduleOne(resources, author, conversationId, { sendAt: now + 600 + Math.floor(i / 8) })
  const readAll = async (limit: number) => {
    const ids: MessageId[] = []
    let after: ListInput['after']
    for (;;) {
      const page = await listScheduled(resources, author, { status: 'pending', limit, ...(after ? { after } : {}) })
      ids.push(...page.items.map((item) => item.id))
      const last = page.items.at(-1)
      if (!page.more || !last) return ids
      after = { sendAt: last.sendAt, id: last.id }
    }
  }
  const whole = await readAll(100)
  expect(whole).toHaveLength(23)
  for (const limit of [1, 7, 8, 23]) expect(await readAll(limit)).toEqual(whole)

  for (const id of whole) await cancelScheduled(resources, author, { id })
  const canceled = await listScheduled(resources, author, { status: 'canceled', limit: 100 })
  expect(
    canceled.items.map((item) => item.id),
    'latest first',
  ).toEqual(whole.toReversed())
})

test('each shelf holds its own: pending, sent, failed, cancelled, by conversation and stretch of time', async () => {
  const { resources, author, conversationId } = await setUp()
  const elsewhere = await addConversation(resources, [author])
  const pending = await scheduleOne(resources, author, conversationId)
  const there = await scheduleOne(resources, author, elsewhere, { sendAt: pending.sendAt + 60 })
  const canceled = await scheduleOne(resources, author, conversationId)
  await cancelScheduled(resources, author, { id: canceled.id })
  const [sent, failed] = [
    await scheduleDue(resources, author, conversationId),
    await scheduleDue(resources, author, conversationId, { overdue_s: 200_000 }),
  ]
  await sendThese(resources, [refOf(author, sent.id), refOf(author, failed.id)])

  const list = async (query: Omit<ListInput, 'limit'>) =>
    (await listScheduled(resources, author, { ...query, limit: 50 })).items.map((item) => item.id)
  expect(await list({ status: 'pending' })).toEqual([pending.id, there.id])
  expect(await list({ status: 'pending', conversationId: elsewhere })).toEqual([there.id])
  expect(await list({ status: 'pending', from: pending.sendAt + 1 })).toEqual([there.id])
  expect(await list({ status: 'pending', from: pending.sendAt, to: pending.sendAt })).toEqual([pending.id])
  expect(await list({ status: 'sent' })).toEqual([sent.id])
  expect(await list({ status: 'failed' })).toEqual([failed.id])
  expect(await list({ status: 'canceled' })).toEqual([canceled.id])
})

test("another's messages and notices are not in anybody's lists (I7)", async () => {
  const { resources, author, other, conversationId } = await setUp()
  await scheduleOne(resources, author, conversationId)
  const failed = await scheduleDue(resources, author, conversationId, { overdue_s: 200_000 })
  await sendThese(resources, [refOf(author, failed.id)])
  for (const status of ['pending', 'failed'] as const) {
    expect((await listScheduled(resources, other, { status, limit: 10 })).items).toEqual([])
    expect((await listScheduled(resources, author, { status, limit: 10 })).items).toHaveLength(1)
  }
  const mine = await listNotices(resources, author)
  expect(mine).toMatchObject([
    { kind: 'scheduled_failed', scheduledId: failed.id, conversationId, reason: 'expired', sendAt: failed.sendAt },
  ])
  expect(await listNotices(resources, other)).toEqual([])
  await markNoticesSeen(
    resources,
    other,
    mine.map((notice) => notice.id as never),
  )
  expect(await listNotices(resources, author), 'seen by somebody else is not seen').toHaveLength(1)
  await markNoticesSeen(
    resources,
    author,
    mine.map((notice) => notice.id as never),
  )
  expect(await listNotices(resources, author)).toEqual([])
})
