import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { listenTo } from '#server/testing/listening.ts'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import {
  moveSendAt,
  nowSeconds,
  readRow,
  refOf,
  scheduleDue,
  scheduleOne,
  sendThese,
} from '#server/testing/scheduling.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { waitUntil } from '#server/testing/wait-until.ts'
import { deactivateMember } from '../members/change-member.ts'
import { postMessage } from '../messages/post-message.ts'
import { listNotices } from '../notices/notices.ts'
import { updateSettings } from '../workspaces/update-settings.ts'
import { cancelForOther, listOthersScheduled, moveForOther, readTextOfOther } from './administer-scheduled.ts'
import { loadScheduledHistory } from './load-scheduled.ts'

const world = useTestWorld()

async function setUp() {
  const { resources } = world()
  const workspaceId = await addWorkspace(resources)
  const [author, other] = [await addMember(resources, workspaceId), await addMember(resources, workspaceId)]
  const admin = await addMember(resources, workspaceId, { role: 'admin' })
  const open = await addConversation(resources, [author, other], { name: 'open' })
  const secret = await addConversation(resources, [author, other], { kind: 'private', name: 'plans' })
  return { resources, author, other, admin, open, secret }
}

test('an administrator sees that something waits, when and by whom, but no text and no name of a private place (I7)', async () => {
  const { resources, author, other, admin, open, secret } = await setUp()
  const late = await scheduleOne(resources, author, open, { text: 'the words' })
  const early = await scheduleOne(resources, other, secret, { text: 'the words', sendAt: late.sendAt - 60 })
  await sendThese(resources, [refOf(author, (await scheduleDue(resources, author, open)).id)])
  const { items, more } = await listOthersScheduled(resources, admin, { limit: 10 })
  expect(more).toBe(false)
  expect(items).toMatchObject([
    {
      ...{ id: early.id, authorId: other.memberId, canManage: true, repeats: false },
      conversation: { id: null, kind: 'private', name: '' },
    },
    {
      id: late.id,
      authorId: author.memberId,
      conversation: { id: open, kind: 'public', name: 'open' },
      sendAt: late.sendAt,
    },
  ])
  expect(JSON.stringify(items)).not.toMatch(/words|plans/)
  await expect(listOthersScheduled(resources, author, { limit: 10 })).rejects.toMatchObject({ code: 'not_allowed' })
})

test('page after page everything once, also of one author alone', async () => {
  const { resources, author, other, admin, open } = await setUp()
  const base = await scheduleOne(resources, author, open)
  for (let i = 1; i < 9; i++)
    await scheduleOne(resources, i % 2 ? author : other, open, { sendAt: base.sendAt + Math.floor(i / 3) })
  const whole = (await listOthersScheduled(resources, admin, { limit: 50 })).items.map(({ id }) => id)
  expect(whole).toHaveLength(9)
  const paged: string[] = []
  for (let after; ;) {
    const page = await listOthersScheduled(resources, admin, { limit: 2, ...(after ? { after } : {}) })
    paged.push(...page.items.map(({ id }) => id))
    const last = page.items.at(-1)
    if (!page.more || !last) break
    after = { sendAt: last.sendAt, id: last.id }
  }
  expect(paged).toEqual(whole)
  const ofOther = await listOthersScheduled(resources, admin, { limit: 50, authorId: other.memberId })
  expect(new Set(ofOther.items.map(({ authorId }) => authorId))).toEqual(new Set([other.memberId]))
  expect(ofOther.items).toHaveLength(4)
})

test('moved and cancelled by an administrator: the author is told, and the history says who (C1, C8)', async () => {
  const { resources, author, admin, open } = await setUp()
  const view = await scheduleOne(resources, author, open)
  await moveForOther(resources, admin, { id: view.id, version: 1, sendAt: view.sendAt + 60, zone: 'Etc/UTC' })
  const stale = moveForOther(resources, admin, { id: view.id, version: 1, sendAt: view.sendAt + 90, zone: 'Etc/UTC' })
  await expect(stale).rejects.toMatchObject({ code: 'edit_conflict' })
  await cancelForOther(resources, admin, view.id)
  expect((await readRow(resources, author, view.id)).status).toBe('CANCELED')
  expect((await loadScheduledHistory(resources, author, view.id)).map(({ kind, actorId }) => [kind, actorId])).toEqual([
    ['created', author.memberId],
    ['rescheduled', admin.memberId],
    ['canceled', admin.memberId],
  ])
  expect(await listNotices(resources, author)).toMatchObject([
    { kind: 'admin_canceled', actorId: admin.memberId, scheduledId: view.id },
    { kind: 'admin_moved', actorId: admin.memberId, scheduledId: view.id },
  ])
})

test('a move by an administrator does not count as having read: what was replied before it still stops the message (C5)', async () => {
  const { resources, author, other, admin } = await setUp()
  const open = await addConversation(resources, [author, other, admin], { name: 'all' })
  const guards = { unlessReplied: true, holdIfArchived: false, skipIfAway: false }
  const [moved, own] = [
    await scheduleOne(resources, author, open, { guards }),
    await scheduleOne(resources, admin, open, { guards }),
  ]
  await postMessage(resources, other, { conversationId: open, text: 'a reply', clientToken: randomUUID() })
  for (const { id, sendAt } of [moved, own]) {
    await moveForOther(resources, admin, { id, version: 1, sendAt: sendAt + 60, zone: 'Etc/UTC' })
    await moveSendAt(resources, author, id, (await nowSeconds(resources)) - 1)
  }
  await sendThese(resources, [refOf(author, moved.id)])
  expect(await readRow(resources, author, moved.id)).toMatchObject({
    status: 'FAILED',
    failReason: 'replied_meanwhile',
  })
  // Their own is one they have seen the replies to.
  await sendThese(resources, [refOf(author, own.id)])
  expect(await readRow(resources, author, own.id)).toMatchObject({ status: 'SENT' })
})

test('a policy against it holds for cancelling and moving; for reading there is none by default', async () => {
  const { resources, author, admin, open } = await setUp()
  const view = await scheduleOne(resources, author, open, { text: 'private words' })
  await expect(readTextOfOther(resources, admin, view.id)).rejects.toMatchObject({ code: 'not_allowed' })
  expect((await loadScheduledHistory(resources, author, view.id)).map(({ kind }) => kind)).toEqual(['created'])

  await updateSettings(resources, admin, { adminsReadScheduled: true, adminsManageScheduled: false })
  expect(await readTextOfOther(resources, admin, view.id)).toEqual({ text: 'private words', payload: null })
  expect((await loadScheduledHistory(resources, author, view.id)).at(-1)).toMatchObject({
    kind: 'admin_read',
    actorId: admin.memberId,
  })
  await expect(cancelForOther(resources, admin, view.id)).rejects.toMatchObject({ code: 'not_allowed' })
  const move = moveForOther(resources, admin, { id: view.id, version: 1, sendAt: view.sendAt + 60, zone: 'Etc/UTC' })
  await expect(move).rejects.toMatchObject({ code: 'not_allowed' })
  expect((await listOthersScheduled(resources, admin, { limit: 1 })).items[0]?.canManage).toBe(false)
  expect(await readRow(resources, author, view.id)).toMatchObject({ status: 'SCHEDULED', version: 1 })

  await cancelForOther(resources, { ...author, role: 'admin' }, view.id)
  await expect(readTextOfOther(resources, admin, view.id)).rejects.toMatchObject({ code: 'already_canceled' })
})

test('a plain member can do nothing of it', async () => {
  const { resources, author, other, open } = await setUp()
  const view = await scheduleOne(resources, author, open)
  for (const attempt of [
    () => cancelForOther(resources, other, view.id),
    () => readTextOfOther(resources, other, view.id),
    () => moveForOther(resources, other, { id: view.id, version: 1, sendAt: view.sendAt + 60, zone: 'Etc/UTC' }),
  ]) {
    await expect(attempt()).rejects.toMatchObject({ code: 'not_allowed' })
  }
})

test('what waits is listed; what was sent long before is not, and what failed only of those who left', async () => {
  const { resources, author, other, admin, open } = await setUp()
  const sent = await scheduleDue(resources, author, open)
  await sendThese(resources, [refOf(author, sent.id)])
  const waits = await scheduleOne(resources, author, open)
  const overdue = await scheduleDue(resources, other, open, { overdue_s: 30 * 86_400 })
  const [held, gone] = [await scheduleDue(resources, author, open), await scheduleDue(resources, other, open)]
  for (const { id } of [held, gone])
    await resources.mysql.read.query(
      `UPDATE scheduled_message SET status = 'FAILED', fail_reason = 'author_deactivated', wake_at_ms = NULL WHERE id = ?`,
      [id],
    )
  const listed = async () => (await listOthersScheduled(resources, admin, { limit: 10 })).items.map(({ id }) => id)
  expect(await listed()).toEqual([overdue.id, waits.id])
  await deactivateMember(resources, admin, other.memberId)
  expect(await listed()).toEqual([overdue.id, gone.id, waits.id])
})

test('what an administrator changes, the other administrators are told of, so that their list is right at once', async () => {
  const { resources, author, admin, open } = await setUp()
  const second = await addMember(resources, author.workspaceId, { role: 'owner' })
  const ear = await listenTo(world().redisUrl, { members: [second.memberId, author.memberId] })
  try {
    const view = await scheduleOne(resources, author, open)
    await waitUntil('its author was told', () => ear.signals.length > 0)
    expect(ear.signals.map(({ memberId }) => memberId)).toEqual([author.memberId])
    ear.clear()
    await cancelForOther(resources, admin, view.id)
    await waitUntil('everybody concerned was told', () => ear.signals.length >= 2)
    expect(ear.signals).toContainEqual({ memberId: second.memberId, signal: { type: 'nudge', about: ['scheduled'] } })
  } finally {
    await ear.end()
  }
})
