import { beforeEach, expect, test } from 'vitest'
import { LANES, laneOf } from '#server/domain/partition/lane-of.ts'
import { formatDueMember } from '#server/domain/partition/redis-keys.ts'
import type { Row } from '#server/mysql/connect.ts'
import { BUCKET_S, readHydration } from '#server/mysql/hydration-buckets.ts'
import { beginLoad, readLoadedLanes } from '#server/redis/due-queue.ts'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import { openDispatcher, openHydrator, readDue } from '#server/testing/pipeline.ts'
import { listPosted, nowSeconds, refOf, scheduleDue, scheduleOne } from '#server/testing/scheduling.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import type { Resources } from '#server/usecases/resources.ts'
import { dispatchOnce } from '../dispatcher/dispatch-once.ts'
import { hydrateOnce } from './hydrate-once.ts'

const world = useTestWorld()
const DAY_S = 86_400

beforeEach(async () => {
  const { mysql, redis } = world().resources
  await mysql.read.query('DELETE FROM scheduled_message')
  await mysql.read.query('DELETE FROM hydration_bucket')
  await redis.client.flushall()
})

async function setUp() {
  const { resources } = world()
  const workspaceId = await addWorkspace(resources)
  const author = await addMember(resources, workspaceId)
  const conversationId = await addConversation(resources, [author])
  return { resources, workspaceId, author, conversationId, lane: laneOf(conversationId) }
}

/** Everything in the queue, over all partitions. */
async function readQueue(resources: Resources): Promise<[string, number][]> {
  return (await Promise.all(LANES.map((lane) => readDue(resources, lane)))).flat()
}

test('the first pass loads every lane: from the oldest unsent row to 24 hours ahead, ids only (S3)', async () => {
  const { resources, author, conversationId } = await setUp()
  const now = await nowSeconds(resources)
  const wanted = [
    await scheduleDue(resources, author, conversationId, { overdue_s: 40 * DAY_S, text: 'a month old' }),
    await scheduleDue(resources, author, conversationId),
    await scheduleOne(resources, author, conversationId, { sendAt: now + 60 }),
    await scheduleOne(resources, author, conversationId, { sendAt: now + DAY_S - 60 }),
  ]
  await scheduleOne(resources, author, conversationId, { sendAt: now + DAY_S + 2 * BUCKET_S })
  await resources.redis.client.flushall()

  const { load } = await hydrateOnce(openHydrator(resources))

  expect(load).toMatchObject({ rows: 4, lanes: [...LANES] })
  expect((await readLoadedLanes(resources.redis)).size).toBe(LANES.length)
  expect(await readQueue(resources)).toEqual(
    wanted.map((view) => [formatDueMember(refOf(author, view.id)), view.sendAt * 1000]),
  )
})

test('each finished five minutes is recorded without a gap, up to 24 hours ahead, with its rows (S3)', async () => {
  const { resources, author, conversationId, lane } = await setUp()
  const now = await nowSeconds(resources)
  await scheduleDue(resources, author, conversationId, { overdue_s: 9 * DAY_S })
  for (const ahead of [60, 3600, 3601, 80_000])
    await scheduleOne(resources, author, conversationId, { sendAt: now + ahead })

  await hydrateOnce(openHydrator(resources))

  const [rows] = await resources.mysql.read.query<Row[]>(
    'SELECT bucket_s, row_count, load_id FROM hydration_bucket WHERE lane = ? ORDER BY bucket_s',
    [lane],
  )
  const [past, ...ahead] = rows.map((row) => ({ start: Number(row.bucket_s), n: row.row_count }))
  expect(past).toMatchObject({ start: 0 }) // everything before the load
  ahead.forEach((bucket, i) => expect(bucket.start).toBe((ahead[0]?.start ?? 0) + i * BUCKET_S))
  expect(ahead[0]?.start).toBeLessThanOrEqual(now)
  expect((ahead.at(-1)?.start ?? 0) + BUCKET_S).toBeGreaterThanOrEqual(now + DAY_S)
  expect(rows.reduce((sum, row) => sum + row.row_count, 0)).toBe(5)
  const hour = ahead.find((bucket) => bucket.start + BUCKET_S > now + 3600)
  expect(hour?.n).toBeGreaterThanOrEqual(1)

  const hydration = await readHydration(resources.mysql.read)
  expect(hydration).toHaveLength(LANES.length)
  for (const of of hydration) expect(of.until).toBeGreaterThanOrEqual(now + DAY_S)
})

test('more rows than a page, many at the same millisecond: each id once, none skipped at the border', async () => {
  const { resources, workspaceId, author, conversationId, lane } = await setUp()
  const views = await Promise.all(Array.from({ length: 2500 }, () => scheduleOne(resources, author, conversationId)))
  const now = await nowSeconds(resources)
  await resources.mysql.read.query(
    'UPDATE scheduled_message SET send_at = ?, wake_at_ms = ? * 1000 WHERE workspace_id = ?',
    [now + 60, now + 60, workspaceId],
  )
  await resources.redis.client.flushall()

  const { load } = await hydrateOnce(openHydrator(resources))

  expect(load?.rows).toBe(2500)
  const members = (await readDue(resources, lane)).map(([member]) => member)
  expect(new Set(members)).toEqual(new Set(views.map((view) => formatDueMember(refOf(author, view.id)))))
})

test('two hydrators at once: all lanes end up loaded, each id once, buckets without a gap (S3)', async () => {
  const { resources, author, conversationId } = await setUp()
  const conversations = [
    conversationId,
    ...(await Promise.all(Array.from({ length: 20 }, () => addConversation(resources, [author])))),
  ]
  const views = await Promise.all(conversations.map((id) => scheduleOne(resources, author, id)))
  await resources.redis.client.flushall()
  const hydrators = [openHydrator(resources), openHydrator(await world().openResources())]

  for (let pass = 0; pass < 2; pass++) await Promise.all(hydrators.map((hydrator) => hydrateOnce(hydrator)))

  expect((await readLoadedLanes(resources.redis)).size).toBe(LANES.length)
  const members = (await readQueue(resources)).map(([member]) => member)
  expect(members.toSorted()).toEqual(views.map((view) => formatDueMember(refOf(author, view.id))).toSorted())
  const now = await nowSeconds(resources)
  const [counts] = await resources.mysql.read.query<Row[]>(
    'SELECT lane, COUNT(*) AS n, MAX(bucket_s) - MIN(NULLIF(bucket_s, 0)) AS span_s, MAX(bucket_s) AS last_s FROM hydration_bucket GROUP BY lane',
  )
  expect(counts).toHaveLength(LANES.length)
  for (const row of counts) {
    expect(Number(row.span_s) / BUCKET_S + 2, 'contiguous, and the past').toBe(Number(row.n))
    expect(Number(row.last_s) + BUCKET_S).toBeGreaterThanOrEqual(now + DAY_S)
  }
})

test('a row whose enqueue was lost is found two seconds after its time and sent (S1)', async () => {
  const { resources, author, conversationId, lane } = await setUp()
  const hydrator = openHydrator(resources)
  await hydrateOnce(hydrator)
  const lost = await scheduleDue(resources, author, conversationId, { overdue_s: 3 })
  await resources.redis.client.del(`due:{${lane}}`)
  const dispatcher = await openDispatcher(resources)
  await dispatchOnce(dispatcher)
  expect(await listPosted(resources, author, conversationId)).toEqual([])

  expect(await hydrateOnce(hydrator)).toMatchObject({ load: null, behind: 1 })
  await dispatchOnce(dispatcher)
  expect(await listPosted(resources, author, conversationId)).toMatchObject([{ id: lost.id }])
})

test('a complete queue is not loaded again before its hour; a lost partition alone is loaded at once (S3)', async () => {
  const { resources } = await setUp()
  const hydrator = openHydrator(resources)
  expect((await hydrateOnce(hydrator)).load?.lanes).toHaveLength(LANES.length)
  expect((await hydrateOnce(hydrator)).load).toBeNull()
  await resources.redis.client.del('epoch:{5}')
  expect((await hydrateOnce(hydrator)).load?.lanes).toEqual([5])
  hydrator.lastFullLoad = performance.now() - 3_601_000
  expect((await hydrateOnce(hydrator)).load?.lanes).toHaveLength(LANES.length)
})

test('a load longer than a pass goes on in the next; overdue rows are looked for in between, lost partitions come first (S1, S3)', async () => {
  const { resources, author, conversationId, lane } = await setUp()
  const hydrator = openHydrator(resources)
  await hydrateOnce(hydrator)
  hydrator.toLoad = [...LANES] // an hourly load that a pass could not finish
  hydrator.lastFullLoad = performance.now()
  await scheduleDue(resources, author, conversationId, { overdue_s: 3 })
  await resources.redis.client.del(`due:{${lane}}`, 'epoch:{15}')
  const { load, behind, more } = await hydrateOnce(hydrator)
  expect(load?.lanes[0]).toBe(15)
  expect({ behind, more, left: hydrator.toLoad }).toEqual({ behind: 1, more: false, left: [] })
})

test('keys lost in the middle of a load: the lanes do not count as loaded, and the next pass loads them (S3)', async () => {
  const { resources, author, conversationId, lane } = await setUp()
  const view = await scheduleOne(resources, author, conversationId)
  const flushing = await world().openResources()
  const enqueueDue = flushing.redis.client.enqueueDue.bind(flushing.redis.client)
  flushing.redis.client.enqueueDue = async (...call) => {
    const moved = await enqueueDue(...call)
    await resources.redis.client.flushall()
    return moved
  }
  const { load } = await hydrateOnce(openHydrator(flushing))
  expect(load?.lanes).not.toContain(lane)
  expect((await readLoadedLanes(resources.redis)).has(lane)).toBe(false)

  await hydrateOnce(openHydrator(resources))
  expect(await readDue(resources, lane)).toEqual([[formatDueMember(refOf(author, view.id)), view.sendAt * 1000]])
})

test('a load that another began stays its own: the first is not declared finished in its place', async () => {
  const { resources } = await setUp()
  const hydrator = openHydrator(resources)
  const finishLoad = resources.redis.client.finishLoad.bind(resources.redis.client)
  resources.redis.client.finishLoad = async (...call) => {
    await beginLoad(resources.redis, LANES[4]!, '99')
    return finishLoad(...call)
  }
  try {
    const { load } = await hydrateOnce(hydrator)
    expect(load?.lanes).not.toContain(4)
    expect(hydrator.toLoad, 'so it is still to be loaded').toEqual([4])
  } finally {
    resources.redis.client.finishLoad = finishLoad
  }
})
