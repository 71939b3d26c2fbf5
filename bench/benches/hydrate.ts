/**
 * How long a real hydrator takes to load every pending id into an empty Redis, from its first id to the last partition's
 * mark; at rest, and while 500 messages per second are accepted.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { LANES } from '#server/domain/partition/lane-of.ts'
import type { Row } from '#server/mysql/connect.ts'
import { loadDbNow } from '#server/mysql/now.ts'
import { readLoadedLanes, readQueueSizes } from '#server/redis/due-queue.ts'
import { scheduleMessage } from '#server/usecases/scheduled/schedule-message.ts'
import type { World } from '../frame/bench-servers.ts'
import { startWorker } from '../frame/product-process.ts'
import type { Bench, BenchContext, Run } from '../frame/run-bench.ts'
import { round } from '../frame/statistics.ts'
import { buildCompany, type Place } from '../world/company.ts'
import { fillScheduled } from '../world/fill-scheduled.ts'

const PENDING = 1_000_000
const ACCEPTED_PER_S = 500
const ACCEPT_EVERY_MS = 20
/** Pending messages lie spread over this much of the day ahead. */
const SPREAD_S = 20 * 3_600
const PATIENCE_MS = 120_000

export const hydrate: Bench = {
  name: 'hydrate',
  about: '1,000,000 pending ids into an empty Redis, at rest and while messages are accepted',
  async run(context) {
    const n = context.options.n ?? PENDING
    const world = await context.openWorld()
    try {
      const { resources } = world
      const { places } = await buildCompany(resources, { workspaces: 200, channels: 5_000, people: 5 })
      const from = Math.floor((await loadDbNow(resources.mysql.read)) / 1000) + 600
      await fillScheduled(resources, places, n, (i) => from + (i % SPREAD_S), false)
      for (const accepting of [0, ACCEPTED_PER_S]) {
        await context.measureOn(world, 'hydrate', { n, accepting }, () => runHydrate(context, world, places, accepting))
      }
    } finally {
      await world.close()
    }
  },
}

export async function runHydrate(
  context: BenchContext,
  world: World,
  places: readonly Place[],
  accepting: number,
): Promise<Run> {
  const { resources } = world
  await resources.redis.client.flushall()
  const before = await readUsedMemory(world)
  const hydrator = startWorker(world, context.meter, 'hydrator')
  // It loads as soon as it is up; the load's own time is from its first id.
  while ((await readQueueSizes(resources.redis)).due === 0) await sleep(5)
  const measurement = context.meter.start()
  const began = performance.now()
  const stopAccepting = accepting > 0 ? acceptSteadily(world, places, accepting) : () => Promise.resolve([])
  while ((await readLoadedLanes(resources.redis)).size < LANES.length) {
    if (performance.now() - began > PATIENCE_MS) throw new Error(`not loaded within ${PATIENCE_MS} ms`)
    await sleep(20)
  }
  const seconds = (performance.now() - began) / 1000
  const waits = await stopAccepting()
  const loaded = (await readQueueSizes(resources.redis)).due
  const cost = measurement.stop(loaded)
  const bytes = ((await readUsedMemory(world)) - before) / loaded
  await hydrator.stop()
  const missing = (await countPending(world)) - loaded
  if (missing !== 0) throw new Error(`${missing} pending ids are not in the queue`)
  const accepted =
    waits.length > 0
      ? { accepted_p99_ms: round(waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? 0) }
      : {}
  return {
    cost,
    figures: {
      seconds: round(seconds),
      ids_per_second: round(loaded / seconds),
      bytes_per_id: round(bytes),
      ...accepted,
    },
  }
}

/** @returns how to stop, which answers how long each accept took, in ms */
function acceptSteadily({ resources }: World, places: readonly Place[], perSecond: number): () => Promise<number[]> {
  const waits: number[] = []
  const calls: Promise<unknown>[] = []
  const sendAt = Math.floor(Date.now() / 1000) + 7_200
  const timer = setInterval(() => {
    for (let k = 0; k < (perSecond * ACCEPT_EVERY_MS) / 1000; k++) {
      const place = places[calls.length % places.length]
      const memberId = place?.memberIds[0]
      if (!place || !memberId) return
      const began = performance.now()
      const actor = { workspaceId: place.workspaceId, memberId, role: 'member' as const, client: 'bench' }
      const input = {
        conversationId: place.conversationId,
        text: 'meanwhile',
        sendAt,
        zone: 'Europe/Berlin',
        clientToken: randomUUID(),
      }
      calls.push(scheduleMessage(resources, actor, input).then(() => waits.push(performance.now() - began)))
    }
  }, ACCEPT_EVERY_MS)
  return async () => {
    clearInterval(timer)
    await Promise.all(calls)
    return waits
  }
}

async function readUsedMemory({ resources }: World): Promise<number> {
  return Number(/used_memory:(\d+)/.exec(await resources.redis.client.info('memory'))?.[1] ?? Number.NaN)
}

async function countPending({ resources }: World): Promise<number> {
  const [rows] = await resources.mysql.read.query<Row[]>(
    'SELECT COUNT(*) AS n FROM scheduled_message WHERE wake_at_ms IS NOT NULL',
  )
  return Number(rows[0]?.n)
}
