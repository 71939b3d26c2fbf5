import { afterEach, beforeEach, expect, test } from 'vitest'
import { millis } from '#server/domain/time/units.ts'
import { listUnseenNotices } from '#server/mysql/audit.ts'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import { countByStatus } from '#server/testing/pipeline.ts'
import { listPosted, readRow, refOf, scheduleDue, scheduleOne, sendThese, setRow } from '#server/testing/scheduling.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import type { Resources } from '#server/usecases/resources.ts'
import { loadScheduledHistory } from '#server/usecases/scheduled/load-scheduled.ts'
import { sweepOnce } from './sweep-once.ts'

const world = useTestWorld()
const DAY_S = 86_400

beforeEach(() => world().resources.mysql.read.query('DELETE FROM scheduled_message'))
afterEach(async () => {
  if (!world().redisServer.running) await world().redisServer.restart()
  await world().resources.redis.waitReady(5_000)
})

const sweep = (resources: Resources) =>
  sweepOnce(resources, { owner: 'sweeper:test', lease_ms: millis(30_000) }, new AbortController().signal)

async function setUp(rules: { latePolicy_s?: number } = {}) {
  const { resources } = world()
  const workspaceId = await addWorkspace(resources, rules)
  const author = await addMember(resources, workspaceId)
  const conversationId = await addConversation(resources, [author])
  return { resources, workspaceId, author, conversationId }
}

test('a row that everyone missed is sent, marked late, and its author told why (S5, C7)', async () => {
  const { resources, workspaceId, author, conversationId } = await setUp()
  const missed = await scheduleDue(resources, author, conversationId, { overdue_s: 90, text: 'missed' })
  expect(await sweep(resources)).toEqual({ sent: 1, failed: 0, errors: [] })
  expect(await listPosted(resources, author, conversationId)).toMatchObject([{ id: missed.id, text: 'missed' }])
  expect((await loadScheduledHistory(resources, author, missed.id)).at(-1)).toMatchObject({
    kind: 'sent',
    detail: { planned: missed.sendAt, cause: 'workers_away' },
  })
  expect(await listUnseenNotices(resources.mysql.read, workspaceId, author.memberId)).toMatchObject([
    { kind: 'scheduled_late' },
  ])
})

test('what is less than a minute overdue is left to the dispatchers, what is not due to nobody (S5, I2)', async () => {
  const { resources, workspaceId, author, conversationId } = await setUp()
  await scheduleDue(resources, author, conversationId, { overdue_s: 50 })
  await scheduleOne(resources, author, conversationId)
  expect(await sweep(resources)).toMatchObject({ sent: 0, failed: 0 })
  expect(await countByStatus(resources, workspaceId)).toEqual({ SCHEDULED: 2 })
})

test('a week-old row ends as FAILED (expired) with a notice: a machine that was off leaves nothing behind (S5, C7, I4)', async () => {
  const { resources, workspaceId, author, conversationId } = await setUp()
  const weekOld = await scheduleDue(resources, author, conversationId, { overdue_s: 7 * DAY_S, text: 'kept' })
  const yesterday = await scheduleDue(resources, author, conversationId, { overdue_s: DAY_S - 600 })
  expect(await sweep(resources)).toEqual({ sent: 1, failed: 1, errors: [] })
  expect(await readRow(resources, author, weekOld.id)).toMatchObject({
    status: 'FAILED',
    failReason: 'expired',
    sentSeq: null,
  })
  expect(await listPosted(resources, author, conversationId)).toMatchObject([{ id: yesterday.id }])
  const notices = await listUnseenNotices(resources.mysql.read, workspaceId, author.memberId)
  expect(notices.find((notice) => notice.scheduledId === weekOld.id)).toMatchObject({
    kind: 'scheduled_failed',
    detail: { reason: 'expired' },
  })
  expect((await loadScheduledHistory(resources, author, weekOld.id)).map((event) => event.kind)).toEqual([
    'created',
    'failed',
  ])
})

test('the workspace\'s late policy and the author\'s "not later than" decide, to the second (C7)', async () => {
  const { resources, author, conversationId } = await setUp({ latePolicy_s: 600 })
  const facts = [{ overdue_s: 590 }, { overdue_s: 610 }]
  const [within, beyond] = [
    await scheduleDue(resources, author, conversationId, facts[0]),
    await scheduleDue(resources, author, conversationId, facts[1]),
  ]
  const own = await scheduleDue(resources, author, conversationId, { overdue_s: 120 })
  await setRow(resources, author, own.id, { not_after: own.sendAt + 60 })
  expect(await sweep(resources)).toMatchObject({ sent: 1, failed: 2 })
  const statuses = await Promise.all(
    [within, beyond, own].map(async ({ id }) => (await readRow(resources, author, id)).status),
  )
  expect(statuses).toEqual(['SENT', 'FAILED', 'FAILED'])
})

test('needs no Redis (S5)', async () => {
  const { resources, workspaceId, author, conversationId } = await setUp()
  await Promise.all(
    Array.from({ length: 20 }, () => scheduleDue(resources, author, conversationId, { overdue_s: 120 })),
  )
  await world().redisServer.stop()
  expect(await sweep(resources)).toEqual({ sent: 20, failed: 0, errors: [] })
  expect(await countByStatus(resources, workspaceId)).toEqual({ SENT: 20 })
})

test('a lease whose holder died is taken over once it ran out a minute ago, and its attempt counted (I8)', async () => {
  const { resources, author, conversationId } = await setUp()
  const { id } = await scheduleDue(resources, author, conversationId, { overdue_s: 300 })
  await setRow(resources, author, id, {
    status: 'DISPATCHING',
    lease_owner: 'dead',
    attempts: 1,
    fence: 1,
    wake_at_ms: Date.now() - 61_000,
  })
  expect(await sweep(resources)).toMatchObject({ sent: 1 })
  expect(await readRow(resources, author, id)).toMatchObject({ status: 'SENT', attempts: 2 })
})

test('more than a batch in one lane, several sweepers and a sender at once: each is sent once (I1)', async () => {
  const { resources, workspaceId, author, conversationId } = await setUp()
  const views = []
  for (let i = 0; i < 450; i += 50) {
    views.push(
      ...(await Promise.all(
        Array.from({ length: 50 }, () => scheduleDue(resources, author, conversationId, { overdue_s: 120 })),
      )),
    )
  }
  const other = await world().openResources()
  await Promise.all([
    sweep(resources),
    sweep(other),
    sendThese(
      other,
      views.slice(0, 100).map((view) => refOf(author, view.id)),
    ),
  ])
  await sweep(resources)
  expect(await countByStatus(resources, workspaceId)).toEqual({ SENT: 450 })
  const posted = await listPosted(resources, author, conversationId)
  expect(posted.map((message) => message.seq)).toEqual(Array.from({ length: 450 }, (_, i) => i + 1))
  expect(new Set(posted.map((message) => message.id)).size).toBe(450)
})
