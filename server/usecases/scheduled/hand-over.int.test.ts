import { expect, test } from 'vitest'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import {
  listPosted,
  moveSendAt,
  nowSeconds,
  readRow,
  refOf,
  scheduleDue,
  scheduleOne,
  sendThese,
} from '#server/testing/scheduling.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { deactivateMember } from '../members/change-member.ts'
import { listNotices } from '../notices/notices.ts'
import { editScheduled } from './edit-scheduled.ts'
import { handOver } from './hand-over.ts'
import { listScheduled, loadScheduled, loadScheduledHistory } from './load-scheduled.ts'
import { takeLeases } from './take-leases.ts'
import { millis } from '#server/domain/time/units.ts'

const world = useTestWorld()

async function setUp() {
  const { resources } = world()
  const workspaceId = await addWorkspace(resources)
  const [leaver, heir] = [await addMember(resources, workspaceId), await addMember(resources, workspaceId)]
  const admin = await addMember(resources, workspaceId, { role: 'owner' })
  const conversationId = await addConversation(resources, [leaver, heir])
  const leave = () => deactivateMember(resources, admin, leaver.memberId)
  const give = (to = heir) => handOver(resources, admin, { from: leaver.memberId, to: to.memberId })
  /** By the workspace's rule its administrators may read what others have scheduled. */
  const allowReading = () =>
    resources.mysql.read.query('UPDATE workspace SET admins_read_scheduled = 1 WHERE workspace_id = ?', [workspaceId])
  return { resources, leaver, heir, admin, conversationId, leave, give, allowReading }
}

test('what a leaver left is the heir’s from then on: theirs to change, sent under their name, once, with a history (I1, C8)', async () => {
  const { resources, leaver, heir, admin, conversationId, leave, give } = await setUp()
  const view = await scheduleOne(resources, leaver, conversationId, { text: 'hello' })
  await leave()
  expect(await give()).toEqual([{ id: view.id, refused: null }])
  expect(await readRow(resources, heir, view.id)).toMatchObject({
    status: 'SCHEDULED',
    version: 2,
    fence: 1,
    wakeAt_ms: view.sendAt * 1000,
  })
  expect(await listNotices(resources, heir)).toMatchObject([{ kind: 'handed_over', actorId: admin.memberId }])
  await expect(loadScheduled(resources, leaver, view.id)).rejects.toMatchObject({ code: 'not_found' })
  await editScheduled(resources, heir, { id: view.id, version: 2, text: 'hello from me' })
  expect((await loadScheduledHistory(resources, heir, view.id)).map(({ kind, actorId }) => [kind, actorId])).toEqual([
    ['created', leaver.memberId],
    ['handed_over', admin.memberId],
    ['edited', heir.memberId],
  ])
  await moveSendAt(resources, heir, view.id, (await nowSeconds(resources)) - 1)
  await sendThese(resources, [refOf(heir, view.id)])
  expect(await listPosted(resources, heir, conversationId)).toMatchObject([{ id: view.id, text: 'hello from me' }])
  const [[message]] = await resources.mysql.read.query<never[]>('SELECT author_id FROM message WHERE id = ?', [view.id])
  expect(message).toEqual({ author_id: heir.memberId })
})

test('what failed because its author was gone comes to the heir as failed, to be scheduled anew', async () => {
  const { resources, leaver, heir, conversationId, leave, give } = await setUp()
  const view = await scheduleDue(resources, leaver, conversationId)
  await leave()
  await sendThese(resources, [refOf(leaver, view.id)])
  expect(await give()).toEqual([{ id: view.id, refused: null }])
  expect((await listScheduled(resources, heir, { status: 'failed', limit: 5 })).items).toMatchObject([
    { id: view.id, failReason: 'author_deactivated', authorId: heir.memberId },
  ])
  expect(await give(), 'nothing is left').toEqual([])
})

test('only to somebody who may post there: a private place and a direct message stay closed (I7)', async () => {
  const { resources, leaver, heir, admin, leave, give, allowReading } = await setUp()
  const secret = await addConversation(resources, [leaver], { kind: 'private' })
  const direct = await addConversation(resources, [leaver, admin], { kind: 'direct' })
  const announcements = await addConversation(resources, [leaver, heir], { posting: 'admins' })
  const ofAdmins = { ...leaver, role: 'admin' as const }
  await resources.mysql.read.query('UPDATE member SET role = ? WHERE id = ?', ['admin', leaver.memberId])
  const restricted = await scheduleOne(resources, ofAdmins, announcements)
  const there = await Promise.all(
    [secret, direct].map((conversationId) => scheduleOne(resources, leaver, conversationId)),
  )
  await leave()
  expect(new Map((await give()).map(({ id, refused }) => [id, refused]))).toEqual(
    new Map([[restricted.id, 'posting_restricted'], ...there.map(({ id }) => [id, 'not_in_conversation'] as const)]),
  )
  for (const { id } of there)
    await expect(loadScheduled(resources, heir, id)).rejects.toMatchObject({ code: 'not_found' })
  // The other one of a direct message may post there.
  await allowReading()
  expect(await handOver(resources, admin, { from: leaver.memberId, to: admin.memberId, ids: [there[1]!.id] })).toEqual([
    { id: there[1]!.id, refused: null },
  ])
})

test('nobody’s messages are handed over while they are here, and none to a leaver or across authors', async () => {
  const { resources, leaver, heir, admin, conversationId, leave, give, allowReading } = await setUp()
  await allowReading()
  const view = await scheduleOne(resources, leaver, conversationId)
  await expect(give()).rejects.toMatchObject({ code: 'not_allowed' })
  await leave()
  await expect(give(leaver)).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(
    handOver(resources, heir, { from: leaver.memberId, to: heir.memberId, ids: [view.id] }),
  ).rejects.toMatchObject({ code: 'not_allowed' })
  const ofHeir = await scheduleOne(resources, heir, conversationId)
  expect(await handOver(resources, admin, { from: leaver.memberId, to: admin.memberId, ids: [ofHeir.id] })).toEqual([
    { id: ofHeir.id, refused: 'not_found' },
  ])
  expect(await readRow(resources, leaver, view.id)).toMatchObject({ status: 'SCHEDULED', version: 1 })
})

test('a sender that slept with its lease sends nothing of what was handed over; while it lives, handing over is refused (I8)', async () => {
  const { resources, leaver, heir, conversationId, leave, give } = await setUp()
  const view = await scheduleDue(resources, leaver, conversationId)
  const leases = await takeLeases(resources, [refOf(leaver, view.id)], { owner: 'sleeper', lease_ms: millis(1_500) })
  await leave()
  expect(await give()).toEqual([{ id: view.id, refused: 'already_sending' }])
  await new Promise((resolve) => setTimeout(resolve, 1_700))
  expect(await give()).toEqual([{ id: view.id, refused: null }])
  expect((await readRow(resources, heir, view.id)).fence).toBeGreaterThan(leases.fences.get(view.id) ?? 99)
  await sendThese(resources, [refOf(heir, view.id)])
  expect(await listPosted(resources, heir, conversationId)).toHaveLength(1)
})

test('two administrators at once: every message goes to one of the two, once', async () => {
  const { resources, leaver, heir, conversationId, leave, give } = await setUp()
  const views = await Promise.all(Array.from({ length: 12 }, () => scheduleOne(resources, leaver, conversationId)))
  const second = await addMember(resources, leaver.workspaceId)
  await resources.mysql.read.query(
    'INSERT INTO channel_member (workspace_id, channel_id, member_id, joined_ms, changed_seq) VALUES (?, ?, ?, 1, 0)',
    [leaver.workspaceId, conversationId, second.memberId],
  )
  await leave()
  const [one, two] = await Promise.all([give(heir), give(second)])
  const given = (outcomes: typeof one) => outcomes.filter(({ refused }) => refused === null).map(({ id }) => id)
  expect([...given(one), ...given(two)].toSorted()).toEqual(views.map(({ id }) => id).toSorted())
  const mine = (await listScheduled(resources, heir, { status: 'pending', limit: 50 })).items.map(({ id }) => id)
  expect(mine.toSorted()).toEqual(given(one).toSorted())
})

test('an administrator gives it to themselves only where they may read it', async () => {
  const { resources, leaver, admin, leave, give, allowReading } = await setUp()
  const place = await addConversation(resources, [leaver, admin])
  const view = await scheduleOne(resources, leaver, place, { text: 'not yet for anybody' })
  await leave()
  await expect(give(admin)).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(loadScheduled(resources, admin, view.id)).rejects.toMatchObject({ code: 'not_found' })
  await allowReading()
  expect(await give(admin)).toContainEqual({ id: view.id, refused: null })
  expect((await loadScheduledHistory(resources, admin, view.id)).at(-1)).toMatchObject({
    kind: 'handed_over',
    detail: { from: leaver.memberId, to: admin.memberId },
  })
})
