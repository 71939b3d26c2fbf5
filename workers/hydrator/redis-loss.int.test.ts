/** Redis lost in every way: flushed, stopped, back empty. Messages go out on time all the same. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LANES } from '#server/domain/partition/lane-of.ts'
import type { Row } from '#server/mysql/connect.ts'
import { readLoadedLanes, readQueueSizes } from '#server/redis/due-queue.ts'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import { allSent, countByStatus, dispatchUntil, openDispatcher, startWorkers } from '#server/testing/pipeline.ts'
import { eventually, nowSeconds, scheduleDue, scheduleOne } from '#server/testing/scheduling.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import type { Resources } from '#server/usecases/resources.ts'

const world = useTestWorld()
/** A machine busy with other work can miss a second once; three times in a row it is us. */
const PUNCTUAL = { retry: 2 }
const running: { stop(): Promise<void> }[] = []

beforeEach(async () => {
  await world().resources.mysql.read.query('DELETE FROM scheduled_message')
})
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop()
  if (!world().redisServer.running) await world().redisServer.restart()
  await world().resources.redis.waitReady(5_000)
})

async function setUp() {
  const { resources } = world()
  const workspaceId = await addWorkspace(resources)
  const author = await addMember(resources, workspaceId)
  const conversations = await Promise.all(Array.from({ length: 10 }, () => addConversation(resources, [author])))
  return { resources, workspaceId, author, conversations, conversationId: conversations[0]! }
}

async function runWorkers(resources: Resources) {
  const workers = await startWorkers(resources)
  running.push(workers)
  return workers
}

async function readLateness({ mysql }: Resources, workspaceId: string): Promise<number[]> {
  const [rows] = await mysql.read.query<Row[]>(
    'SELECT created_ms - send_at * 1000 AS late_ms FROM message WHERE workspace_id = ?',
    [workspaceId],
  )
  return rows.map((row) => Number(row.late_ms))
}

test(
  'FLUSHALL with 100 schedules pending: all 100 are sent, once and within a second of their time (K34)',
  PUNCTUAL,
  async () => {
    const { resources, workspaceId, author, conversations } = await setUp()
    const { hydrator } = await runWorkers(await world().openResources())
    await eventually('the queue is loaded', async () => hydrator.lastFullLoad !== null && hydrator.toLoad.length === 0)
    const sendAt = (await nowSeconds(resources)) + 3
    await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        scheduleOne(resources, author, conversations[i % 10]!, { sendAt: sendAt + (i % 2) }),
      ),
    )
    expect((await readQueueSizes(resources.redis)).due).toBe(100)

    await resources.redis.client.flushall()

    await eventually('all are sent', allSent(resources, workspaceId, 100))
    const lateness = await readLateness(resources, workspaceId)
    expect(Math.min(...lateness), 'never early').toBeGreaterThanOrEqual(0)
    expect(Math.max(...lateness)).toBeLessThanOrEqual(1_000)
    expect(lateness).toHaveLength(100)
  },
)

test(
  'Redis away from before the second until after it: sent within a second of its time, 0 to +1 s (K32, S6)',
  PUNCTUAL,
  async () => {
    const { resources, workspaceId, author, conversationId } = await setUp()
    const { dispatcher } = await runWorkers(await world().openResources())
    await scheduleOne(resources, author, conversationId, { sendAt: (await nowSeconds(resources)) + 3 })
    await world().redisServer.kill()

    await eventually('it is sent', allSent(resources, workspaceId, 1))

    const [late_ms] = await readLateness(resources, workspaceId)
    expect(late_ms).toBeGreaterThanOrEqual(0)
    expect(late_ms).toBeLessThanOrEqual(1_000)
    expect(dispatcher.figures.read().mode).toBe('database')
  },
)

test(
  'Redis gone for a second before the time, with no other traffic: sent at its time all the same (K32)',
  PUNCTUAL,
  async () => {
    const { resources, workspaceId, author, conversationId } = await setUp()
    await runWorkers(await world().openResources())
    await scheduleOne(resources, author, conversationId, { sendAt: (await nowSeconds(resources)) + 4 })
    await world().redisServer.kill()
    await sleep(1_000) // the outage itself
    await world().redisServer.restart()

    await eventually('it is sent', allSent(resources, workspaceId, 1))

    const [late_ms] = await readLateness(resources, workspaceId)
    expect(late_ms).toBeGreaterThanOrEqual(0)
    expect(late_ms).toBeLessThanOrEqual(1_000)
  },
)

test('Redis stopped and back empty: MySQL mode sends meanwhile, then every partition is loaded again (S6, S3)', async () => {
  const { resources, workspaceId, author, conversations } = await setUp()
  const own = await world().openResources()
  const { dispatcher } = await runWorkers(own)
  await eventually('the queue is loaded', async () => (await readLoadedLanes(own.redis)).size === LANES.length)
  for (const id of conversations) await scheduleOne(resources, author, id)

  await world().redisServer.stop()
  await Promise.all(conversations.map((id) => scheduleDue(resources, author, id)))
  await eventually('MySQL mode has sent them', allSent(resources, workspaceId, 10))
  expect(dispatcher.figures.read().mode).toBe('database')

  await world().redisServer.restart()
  await eventually(
    'loaded again',
    async () => own.redis.runId() !== null && (await readLoadedLanes(own.redis)).size === LANES.length,
  )
  await eventually('the dispatcher is back on the queue', async () => dispatcher.figures.read().mode === 'queue')
  expect((await readQueueSizes(own.redis)).due).toBeGreaterThanOrEqual(10)
  await Promise.all(conversations.map((id) => scheduleDue(resources, author, id)))
  await eventually('the queue sends', allSent(resources, workspaceId, 20))
  expect(dispatcher.errors).toEqual([])
})

test(
  'Redis that hangs with its connections open counts as away: messages go out on time, and the queue is used again after (S6)',
  PUNCTUAL,
  async () => {
    const { resources, workspaceId, author, conversationId } = await setUp()
    const { dispatcher } = await runWorkers(await world().openResources())
    await eventually('the queue is used', async () => dispatcher.figures.read().mode === 'queue')
    await scheduleOne(resources, author, conversationId, { sendAt: (await nowSeconds(resources)) + 3 })
    const { pid } = world().redisServer
    process.kill(pid, 'SIGSTOP')
    try {
      await eventually('it is sent', allSent(resources, workspaceId, 1))
      const [late_ms] = await readLateness(resources, workspaceId)
      expect(late_ms).toBeGreaterThanOrEqual(0)
      expect(late_ms).toBeLessThanOrEqual(1_000)
    } finally {
      process.kill(pid, 'SIGCONT')
    }
    await eventually('the queue is used again', async () => dispatcher.figures.read().mode === 'queue')
  },
)

test('people go on scheduling while Redis is away: accepted, durable, and sent (S1, S6)', async () => {
  const { resources, workspaceId, author, conversationId } = await setUp()
  await world().redisServer.stop()
  const view = await scheduleOne(resources, author, conversationId, { sendAt: (await nowSeconds(resources)) + 2 })
  expect(view.status).toBe('SCHEDULED')
  await dispatchUntil(
    'it is sent from MySQL',
    [await openDispatcher(resources)],
    allSent(resources, workspaceId, 1),
    10_000,
  )
  expect(await countByStatus(resources, workspaceId)).toEqual({ SENT: 1 })
})

test('a full Redis takes nothing in: its partitions no longer count as complete, MySQL mode sends, and with room again all are loaded (S6)', async () => {
  const { resources, workspaceId, author, conversationId } = await setUp()
  const own = await world().openResources()
  const { dispatcher } = await runWorkers(own)
  await eventually('the queue is used', async () => (await readLoadedLanes(own.redis)).size === LANES.length)
  await resources.redis.client.config('SET', 'maxmemory', '1')
  try {
    await scheduleOne(resources, author, conversationId, { sendAt: (await nowSeconds(resources)) + 1 })
    await eventually('it is sent', allSent(resources, workspaceId, 1))
    expect(dispatcher.figures.read().mode).toBe('database')
  } finally {
    await resources.redis.client.config('SET', 'maxmemory', '0')
  }
  await eventually('all are loaded', async () => (await readLoadedLanes(own.redis)).size === LANES.length)
  await eventually('the queue is used again', async () => dispatcher.figures.read().mode === 'queue')
})

test('accepted while this process alone had lost Redis: its id is in the queue as soon as the connection is back (S1)', async () => {
  const { resources, author, conversationId } = await setUp()
  const cutOff = await world().openResources()
  await resources.redis.client.flushall()
  cutOff.redis.client.disconnect()
  await eventually('it knows', async () => cutOff.redis.runId() === null)
  await scheduleOne(cutOff, author, conversationId)
  expect((await readQueueSizes(resources.redis)).due).toBe(0)
  await cutOff.redis.client.connect()
  await eventually('it is in the queue', async () => (await readQueueSizes(resources.redis)).due === 1)
})
