/** A client that repeats itself, at once or later, here or through another process, makes one thing (C9). */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { DomainError } from '#server/domain/errors.ts'
import { dueKey } from '#server/domain/partition/redis-keys.ts'
import { laneOf } from '#server/domain/partition/lane-of.ts'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import { listPosted, nowSeconds } from '#server/testing/scheduling.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { postMessage, type PostInput } from './messages/post-message.ts'
import { cancelScheduled } from './scheduled/cancel-scheduled.ts'
import { loadScheduledHistory } from './scheduled/load-scheduled.ts'
import type { ScheduleInput } from './scheduled/new-scheduled.ts'
import { scheduleMessage } from './scheduled/schedule-message.ts'

const world = useTestWorld()

async function setUp() {
  const { resources } = world()
  const workspaceId = await addWorkspace(resources)
  const author = await addMember(resources, workspaceId)
  const [conversationId, elsewhere] = [
    await addConversation(resources, [author]),
    await addConversation(resources, [author]),
  ]
  const later: ScheduleInput = {
    conversationId,
    text: 'later',
    sendAt: (await nowSeconds(resources)) + 3600,
    zone: 'UTC',
    clientToken: randomUUID(),
  }
  const now: PostInput = { conversationId, text: 'now', clientToken: randomUUID() }
  return { resources, other: await world().openResources(), author, conversationId, elsewhere, later, now }
}

const codeOf = (error: unknown) => {
  if (error instanceof DomainError) return error.code
  throw error
}

test('scheduling again with the same token and content is answered with the same message, and one audit line (C9)', async () => {
  const { resources, other, author, later } = await setUp()
  const first = await scheduleMessage(resources, author, later)
  const again = await scheduleMessage(resources, author, later)
  const elsewhere = await scheduleMessage(other, author, { ...later, wallClock: first.wallClock })
  expect([again.id, elsewhere.id]).toEqual([first.id, first.id])
  expect(await loadScheduledHistory(resources, author, first.id)).toHaveLength(1)
})

test('twenty at once in each of two processes: one id (C9)', async () => {
  const { resources, other, author, later } = await setUp()
  for (let round = 0; round < 10; round++) {
    const input = { ...later, clientToken: randomUUID() }
    const views = await Promise.all(
      [resources, other].flatMap((from) => Array.from({ length: 20 }, () => scheduleMessage(from, author, input))),
    )
    expect(new Set(views.map((view) => view.id)).size).toBe(1)
  }
})

test.each<[string, (input: ScheduleInput, elsewhere: ScheduleInput['conversationId']) => Partial<ScheduleInput>]>([
  ['another text', () => ({ text: 'different' })],
  ['another second', (input) => ({ sendAt: Number(input.sendAt) + 1 })],
  ['another zone', () => ({ zone: 'Europe/Paris' })],
  ['another conversation', (_input, elsewhere) => ({ conversationId: elsewhere })],
  ['another payload', () => ({ payload: '{"blocks":[]}' })],
  ['a "not later than"', (input) => ({ notAfter: Number(input.sendAt) + 60 })],
])('the same token with %s is refused, and changes nothing (C9)', async (_what, changed) => {
  const { resources, author, elsewhere, later } = await setUp()
  const first = await scheduleMessage(resources, author, later)
  expect(await scheduleMessage(resources, author, { ...later, ...changed(later, elsewhere) }).catch(codeOf)).toBe(
    'token_reused',
  )
  const both = [later, { ...later, ...changed(later, elsewhere) }].map((input) => ({
    ...input,
    clientToken: `${later.clientToken}+`,
  }))
  const together = await Promise.all(
    both.map((input) => scheduleMessage(resources, author, input).then(() => 'accepted', codeOf)),
  )
  expect(together.toSorted(), 'also in the same batch').toEqual(['accepted', 'token_reused'])
  expect(await scheduleMessage(resources, author, later)).toEqual(first)
})

test('a repeat after a cancel answers with the cancelled message and arms nothing (C9, I3)', async () => {
  const { resources, author, later } = await setUp()
  const { id } = await scheduleMessage(resources, author, later)
  await cancelScheduled(resources, author, { id })
  expect(await scheduleMessage(resources, author, later)).toMatchObject({ id, status: 'CANCELED' })
})

test('a repeat puts the id into the queue again: the first answer may have been lost with its enqueue (S1)', async () => {
  const { resources, author, conversationId, later } = await setUp()
  await scheduleMessage(resources, author, later)
  const key = dueKey(laneOf(conversationId))
  await resources.redis.client.del(key)
  await scheduleMessage(resources, author, later)
  expect(await resources.redis.client.zcard(key)).toBe(1)
})

test('posting again with the same token is answered with the same message, also twenty at once in two processes (C9)', async () => {
  const { resources, other, author, conversationId, now } = await setUp()
  const views = await Promise.all(
    [resources, other].flatMap((from) => Array.from({ length: 20 }, () => postMessage(from, author, now))),
  )
  expect(new Set(views.map((view) => view.id)).size).toBe(1)
  expect(await postMessage(other, author, now)).toEqual(views[0])
  expect(await listPosted(resources, author, conversationId)).toHaveLength(1)
})

test.each<[string, (elsewhere: PostInput['conversationId']) => Partial<PostInput>]>([
  ['another text', () => ({ text: 'different' })],
  ['another payload', () => ({ payload: '{"blocks":[]}' })],
  ['another conversation', (elsewhere) => ({ conversationId: elsewhere })],
])('posting with the same token and %s is refused, in any process (C9)', async (_what, changed) => {
  const { resources, other, author, elsewhere, now } = await setUp()
  await postMessage(resources, author, now)
  expect(await postMessage(other, author, { ...now, ...changed(elsewhere) }).catch(codeOf)).toBe('token_reused')
  for (let round = 0; round < 10; round++) {
    const clientToken = randomUUID()
    const together = await Promise.all([
      postMessage(resources, author, { ...now, clientToken }).then(() => 'accepted', codeOf),
      postMessage(other, author, { ...now, ...changed(elsewhere), clientToken }).then(() => 'accepted', codeOf),
    ])
    expect(together.toSorted()).toEqual(['accepted', 'token_reused'])
  }
})

test('two people may use the same token', async () => {
  const { resources, author, conversationId, now } = await setUp()
  const second = await addMember(resources, author.workspaceId)
  await resources.mysql.read.query(
    'INSERT INTO channel_member (workspace_id, channel_id, member_id, joined_ms, changed_seq) VALUES (?, ?, ?, 1, 0)',
    [author.workspaceId, conversationId, second.memberId],
  )
  await Promise.all([postMessage(resources, author, now), postMessage(resources, second, now)])
  expect(await listPosted(resources, author, conversationId)).toHaveLength(2)
})
