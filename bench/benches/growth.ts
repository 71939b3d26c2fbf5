/**
 * The same spike, the load of the queue and the workers' scans while more and more rows wait that are not due, and with
 * millions sent before: what is not due must cost nothing. Then with more dispatchers. And the due index as it is,
 * (lane, wake_at_ms), against (status, send_at), for the scan that finds what is due, with nothing due and with much.
 */
import { LANES, type Lane } from '#server/domain/partition/lane-of.ts'
import type { Row } from '#server/mysql/connect.ts'
import { listOverdue, listPending, readOldestDueAge } from '#server/mysql/due-rows.ts'
import { loadDbNow } from '#server/mysql/now.ts'
import type { EpochMillis } from '#server/domain/time/units.ts'
import type { World } from '../frame/bench-servers.ts'
import type { Bench, BenchContext, Run } from '../frame/run-bench.ts'
import { round } from '../frame/statistics.ts'
import { buildCompany, type Place } from '../world/company.ts'
import { fillScheduled } from '../world/fill-scheduled.ts'
import { multiplySent } from '../world/multiply-sent.ts'
import { measureDispatch, runSpike } from './dispatch.ts'
import { runHydrate } from './hydrate.ts'

const PENDING = [10_000, 100_000, 1_000_000]
const SENT = 10_000_000
const SPIKE = 10_000
const DISPATCHERS = [1, 2, 4]
/** Far enough ahead to stay out of the way, near enough to be in Redis. */
const LATER_S = 3_600
const SPREAD_S = 20 * 3_600
const TIMES = 20
/** Overdue, for the scans that find them. */
const DUE = 10_000

export const growth: Bench = {
  name: 'growth',
  about: 'a spike and the scans with 10,000 to 1,000,000 pending rows, millions sent, and 1, 2, 4 dispatchers',
  async run(context) {
    const most = context.options.n ?? Number.POSITIVE_INFINITY
    const pending = PENDING.filter((count) => count <= most)
    for (const waiting of pending) {
      await measureDispatch(context, { n: SPIKE, channels: 5_000, dispatchers: 1, pending: waiting })
    }
    for (const dispatchers of DISPATCHERS) await measureDispatch(context, { n: SPIKE, channels: 5_000, dispatchers })
    await measureScans(context, pending, Math.min(SENT, most * 10))
  },
}

/** One database that grows from step to step: filling it is what takes the time. */
async function measureScans(context: BenchContext, steps: readonly number[], sent: number): Promise<void> {
  const world = await context.openWorld()
  try {
    const { resources } = world
    const { places } = await buildCompany(resources, { workspaces: 200, channels: 5_000, people: 5 })
    await resources.mysql.read.query(
      'ALTER TABLE scheduled_message ADD INDEX bench_status (status, send_at, workspace_id, id)',
    )
    const later = Math.floor((await loadDbNow(resources.mysql.read)) / 1000) + LATER_S
    let have = 0
    for (const pending of steps) {
      await fillScheduled(resources, places, pending - have, (i) => later + (i % SPREAD_S), false)
      have = pending
      await measureAll(context, world, places, { pending, sentBefore: 0 })
    }
    await multiplySent(resources, sent)
    await measureAll(context, world, places, { pending: have, sentBefore: sent })
    const spike = { n: SPIKE, channels: 5_000, dispatchers: 1 }
    await resources.redis.client.flushall()
    await context.measureOn(world, 'dispatch', { ...spike, pending: have, sentBefore: sent }, () =>
      runSpike(context, world, spike),
    )
    const now = Math.floor((await loadDbNow(resources.mysql.read)) / 1000)
    await fillScheduled(resources, places, DUE, () => now - 60, false)
    await context.measureOn(world, 'scans', { pending: have, sentBefore: sent, due: DUE }, () =>
      runScans(context, world),
    )
  } finally {
    await world.close()
  }
}

type Size = { pending: number; sentBefore: number }

async function measureAll(context: BenchContext, world: World, places: readonly Place[], size: Size): Promise<void> {
  await context.measureOn(world, 'scans', { ...size, due: 0 }, () => runScans(context, world))
  await context.measureOn(world, 'hydrate', size, () => runHydrate(context, world, places, 0))
}

async function runScans({ meter }: BenchContext, { resources }: World): Promise<Run> {
  const db = resources.mysql.read
  const now = await loadDbNow(db)
  const measurement = meter.start()
  const figures = {
    due_scan_all_lanes_ms: await millisOf(async () => {
      for (const lane of LANES) await listOverdue(db, lane, 0, 500)
    }),
    status_scan_ms: await millisOf(() => db.query<Row[]>(STATUS_SCAN, [Math.floor(now / 1000)])),
    oldest_due_ms: await millisOf(() => readOldestDueAge(db)),
    hydration_page_ms: await millisOf(() =>
      listPending(db, LANES[0] as Lane, null, (now + 86_400_000) as EpochMillis, 1_000),
    ),
  }
  return { cost: measurement.stop(TIMES), figures }
}

/** The scan that the due index replaces, by the index it would need. */
const STATUS_SCAN = `SELECT workspace_id, id FROM scheduled_message FORCE INDEX (bench_status)
  WHERE status IN ('SCHEDULED', 'DISPATCHING') AND send_at <= ? ORDER BY send_at LIMIT 500`

async function millisOf(work: () => Promise<unknown>): Promise<number> {
  await work()
  const began = performance.now()
  for (let i = 0; i < TIMES; i++) await work()
  return round((performance.now() - began) / TIMES)
}
