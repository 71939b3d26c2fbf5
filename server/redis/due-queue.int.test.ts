import { beforeEach, expect, test } from 'vitest'
import type { MessageId, WorkspaceId } from '#server/domain/ids.ts'
import { LANES, type Lane } from '#server/domain/partition/lane-of.ts'
import { epochKey, formatDueMember, loadingKey, type DueRef } from '#server/domain/partition/redis-keys.ts'
import { millis, type EpochMillis } from '#server/domain/time/units.ts'
import { emptyRedis } from '#server/testing/empty-redis.ts'
import { declareLoaded, endAllClaims, readClaimed, readDue } from '#server/testing/pipeline.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import {
  beginLoad,
  claimDue,
  enqueueDue,
  finishLoad,
  lookAtLanes,
  readLoadedLanes,
  readQueueSizes,
  settleClaims,
} from './due-queue.ts'

const world = useTestWorld()
const LANE = 3 as Lane
const ref = (n: number): DueRef => ({ workspaceId: '7' as WorkspaceId, id: String(n) as MessageId })
const at = (ms: number) => ms as EpochMillis

beforeEach(() => emptyRedis(world().resources))

const enqueue = (n: number, wake_ms: number) =>
  enqueueDue(world().resources.redis, [{ lane: LANE, ref: ref(n), wakeAt_ms: at(wake_ms) }])
const claim = (limit = 500, ahead_ms = 0) =>
  claimDue(world().resources.redis, LANE, { limit, claim_ms: millis(5_000), ahead_ms: millis(ahead_ms) })
const settle = (done: DueRef[], back: { ref: DueRef; at_ms: number }[] = []) =>
  settleClaims(world().resources.redis, LANE, done, back)
const due = () => readDue(world().resources, LANE)
const claimed = () => readClaimed(world().resources, LANE)

test('an id is handed out once: under a live claim the partition gives nothing to anybody (S4)', async () => {
  for (let n = 1; n <= 5; n++) await enqueue(n, n)
  const claims = await Promise.all(Array.from({ length: 20 }, () => claim()))
  expect(claims.flatMap((one) => one.fresh)).toEqual([1, 2, 3, 4, 5].map(ref))
  await enqueue(6, 6)
  expect(await claim()).toMatchObject({ fresh: [], runOut: [], next: 6 })
})

test('ids come in the order of their seconds, equal seconds in the order they were accepted (C10)', async () => {
  await enqueue(300, 20)
  await enqueue(1024, 10) // as text "1024" sorts before "99"
  await enqueue(99, 10)
  expect((await claim()).fresh).toEqual([99, 1024, 300].map(ref))
})

test('what is not due yet stays, and its second is told (I2)', async () => {
  const soon = Date.now() + 60_000
  await enqueue(1, soon)
  expect(await claim()).toMatchObject({ fresh: [], next: soon })
  expect(await claim(500, 61_000), 'by the database clock it is due').toMatchObject({ fresh: [ref(1)] })
})

test('a look tells of every partition what a claim would, and claims nothing', async () => {
  const { redis } = world().resources
  const [claimedLane, waiting] = [5 as Lane, Date.now() + 60_000]
  await enqueue(1, 10)
  await enqueue(2, waiting)
  await enqueueDue(redis, [{ lane: claimedLane, ref: ref(3), wakeAt_ms: at(1) }])
  await redis.client.set(epochKey(LANE), `${redis.runId()}:test`)
  const held = await claimDue(redis, claimedLane, { limit: 1, claim_ms: millis(5_000), ahead_ms: millis(0) })

  const looks = await lookAtLanes(redis, millis(0))
  expect(looks.map(({ lane }) => lane)).toEqual(LANES)
  expect(looks[LANE]).toMatchObject({ loaded: true, next: 10, fresh: [], runOut: [] })
  expect(looks[claimedLane]).toMatchObject({ loaded: false, next: held.now + 5_000 })
  expect(looks[0]).toMatchObject({ loaded: false, next: null })
  expect((await due()).map(([member]) => member)).toEqual([ref(1), ref(2)].map(formatDueMember))
})

test('a call hands out no more than its limit, and the rest after that is settled (S4)', async () => {
  for (let n = 1; n <= 10; n++) await enqueue(n, n)
  expect((await claim(4)).fresh).toEqual([1, 2, 3, 4].map(ref))
  await settle([1, 2, 3, 4].map(ref))
  expect((await claim(4)).fresh).toEqual([5, 6, 7, 8].map(ref))
})

test('a claim that ended is handed out again before anything new, as run out (S4)', async () => {
  await enqueue(1, 1)
  await claim()
  await enqueue(2, 2)
  await endAllClaims(world().resources)
  expect(await claim()).toMatchObject({ runOut: [ref(1)], fresh: [] })
  expect(await claim(), 'the new holder has a live claim').toMatchObject({ runOut: [], fresh: [] })
  await settle([ref(1)])
  expect(await claim()).toMatchObject({ runOut: [], fresh: [ref(2)] })
})

test('a claim lasts as long as was asked for', async () => {
  await enqueue(1, 1)
  const { now } = await claim()
  const [score] = await world().resources.redis.client.zmscore('claim:{3}', formatDueMember(ref(1)))
  expect(Number(score)).toBe(now + 5_000)
})

test('an enqueue moves an id earlier, never later: later is the row to decide', async () => {
  await enqueue(1, 500)
  await enqueue(1, 900)
  expect(await due()).toEqual([[formatDueMember(ref(1)), 500]])
  await enqueue(1, 100)
  expect(await due()).toEqual([[formatDueMember(ref(1)), 100]])
})

test('an enqueue leaves a claimed id with its holder', async () => {
  await enqueue(1, 1)
  await claim()
  await enqueue(1, 1)
  expect(await due()).toEqual([])
  expect(await claimed()).toEqual([formatDueMember(ref(1))])
})

test('settled: what is done is forgotten, what goes back waits at its time, never later than it waits already', async () => {
  for (let n = 1; n <= 3; n++) await enqueue(n, n)
  await claim()
  await settle(
    [ref(1)],
    [
      { ref: ref(2), at_ms: 9_000 },
      { ref: ref(3), at_ms: 8_000 },
    ],
  )
  expect(await claimed()).toEqual([])
  expect(await due()).toEqual([
    [formatDueMember(ref(3)), 8_000],
    [formatDueMember(ref(2)), 9_000],
  ])
  await settle([], [{ ref: ref(3), at_ms: 20_000 }])
  expect((await due())[0]).toEqual([formatDueMember(ref(3)), 8_000])
})

test('2,500 ids in one call arrive and are counted', async () => {
  await enqueueDue(
    world().resources.redis,
    Array.from({ length: 2500 }, (_, i) => ({ lane: LANE, ref: ref(i + 1), wakeAt_ms: at(i + 1) })),
  )
  await claim(100)
  expect(await readQueueSizes(world().resources.redis)).toEqual({ due: 2400, claimed: 100 })
})

test('a partition counts as loaded only if this very Redis finished a load (S3)', async () => {
  const { resources } = world()
  const { redis } = resources
  const runId = redis.runId() ?? ''
  expect((await readLoadedLanes(redis)).size).toBe(0)
  expect((await claim()).loaded).toBe(false)

  await beginLoad(redis, LANE, '11')
  expect((await claim()).loaded, 'under way is not loaded').toBe(false)
  expect(await finishLoad(redis, LANE, '11', runId)).toBe(true)
  expect([...(await readLoadedLanes(redis))]).toEqual([LANE])
  expect((await claim()).loaded).toBe(true)

  await redis.client.set('epoch:{3}', 'anotherRedis:11')
  expect((await readLoadedLanes(redis)).size).toBe(0)
  expect((await claim()).loaded, 'the epoch of a Redis before its restart').toBe(false)
})

test('a load whose keys were lost meanwhile, or which another load overtook, is not declared finished (S3)', async () => {
  const { redis } = world().resources
  const runId = redis.runId() ?? ''
  await beginLoad(redis, LANE, '11')
  await redis.client.flushall()
  expect(await finishLoad(redis, LANE, '11', runId)).toBe(false)

  await beginLoad(redis, LANE, '12')
  await beginLoad(redis, LANE, '13')
  expect(await finishLoad(redis, LANE, '12', runId)).toBe(false)
  expect(await finishLoad(redis, LANE, '13', runId)).toBe(true)
  expect(await redis.client.exists(loadingKey(LANE))).toBe(0)
})

test('with every partition declared loaded, all sixteen are (S3)', async () => {
  await declareLoaded(world().resources)
  expect((await readLoadedLanes(world().resources.redis)).size).toBe(16)
})
