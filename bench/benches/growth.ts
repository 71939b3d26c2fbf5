/**
 * What is not due must cost nothing. `growth`: the same spike while more and more rows wait, and with more dispatchers; and
 * what the send pays for the due index (lane, wake_at_ms), for (status, send_at) in its place, and for neither.
 * `growth-sent`: the load of the queue and the workers' scans by either index as rows that wait grow more, and with millions
 * sent before, with nothing due and with much; and the spike in that table.
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
import { runSend } from './send.ts'

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

const ADD_STATUS_INDEX = 'ALTER TABLE scheduled_message ADD INDEX bench_status (status, send_at, workspace_id, id)'
const DROP_STATUS_INDEX = 'ALTER TABLE scheduled_message DROP INDEX bench_status'
const DROP_DUE_INDEX = 'ALTER TABLE scheduled_message DROP INDEX due'
const INDEXES = [
  { index: '(lane, wake_at_ms)', change: [] },
  { index: '(status, send_at)', change: [DROP_DUE_INDEX, ADD_STATUS_INDEX] },
  { index: 'neither', change: [DROP_DUE_INDEX] },
]

export const growth: Bench = {
  name: 'growth',
  about: 'a spike with 10,000 to 1,000,000 pending rows, with 1, 2, 4 dispatchers, and what an index costs the send',
  async run(context) {
    await context.measureInTurns(
      'index',
      INDEXES.map(({ index, change }) => ({
        settings: { n: SPIKE, channels: 5_000, index },
        run: async (world) => {
          for (const sql of change) await world.resources.mysql.read.query(sql)
          return runSend(context, world, { n: SPIKE, channels: 5_000, batch: 500 })
        },
      })),
    )
    for (const pending of stepsUpTo(context.options.n)) {
      await measureDispatch(context, { n: SPIKE, channels: 5_000, dispatchers: 1, pending })
    }
    for (const dispatchers of DISPATCHERS) await measureDispatch(context, { n: SPIKE, channels: 5_000, dispatchers })
  },
}

export const growthSent: Bench = {
  name: 'growth-sent',
  about: 'the load, the scans and a spike in one table of up to 1,000,000 pending and 10 million sent rows',
  run: (context) =>
    measureTable(context, stepsUpTo(context.options.n), Math.min(SENT, (context.options.n ?? SENT) * 10)),
}

const stepsUpTo = (most: number | null) => PENDING.filter((count) => count <= (most ?? Number.POSITIVE_INFINITY))

/** One database that grows from step to step: filling it is what takes the time. */
async function measureTable(context: BenchContext, steps: readonly number[], sent: number): Promise<void> {
  const world = await context.openWorld()
  try {
    const { resources } = world
    const run = (sql: string, values: unknown[] = []) => resources.mysql.read.query(sql, values)
    const { places } = await buildCompany(resources, { workspaces: 200, channels: 5_000, people: 5 })
    await run(ADD_STATUS_INDEX)
    const later = Math.floor((await loadDbNow(resources.mysql.read)) / 1000) + LATER_S
    let have = 0
    for (const pending of steps) {
      await fillScheduled(resources, places, pending - have, (i) => later + (i % SPREAD_S), false)
      have = pending
      await measureAll(context, world, places, { pending, sentBefore: 0 })
      await context.measureOn(world, 'rows', { pending }, () => measureRows(context, world, pending))
    }
    await multiplySent(resources, sent)
    const size = { pending: have, sentBefore: sent }
    await measureAll(context, world, places, size)
    const overdue = Math.floor((await loadDbNow(resources.mysql.read)) / 1000) - 60
    await fillScheduled(resources, places, DUE, () => overdue, false)
    await context.measureOn(world, 'scans', { ...size, due: DUE }, () => runScans(context, world))
    // The spike meets the table as the product has it, and sends what is its own.
    await run('DELETE FROM scheduled_message WHERE lane IN (?) AND wake_at_ms = ?', [LANES, overdue * 1000])
    await run(DROP_STATUS_INDEX)
    await resources.redis.client.flushall()
    const spike = { n: SPIKE, channels: 5_000, dispatchers: 1 }
    await context.measureOn(world, 'dispatch', { ...spike, ...size }, () => runSpike(context, world, spike))
  } finally {
    await world.close()
  }
}

type Size = { pending: number; sentBefore: number }

async function measureAll(context: BenchContext, world: World, places: readonly Place[], size: Size): Promise<void> {
  await context.measureOn(world, 'scans', { ...size, due: 0 }, () => runScans(context, world))
  await context.measureOn(world, 'hydrate', size, () => runHydrate(context, world, places, 0))
}

/** What a pending message takes of the database, with its audit line and the product's own indexes. */
async function measureRows({ meter }: BenchContext, { resources }: World, pending: number): Promise<Run> {
  const measurement = meter.start()
  await resources.mysql.read.query('ANALYZE TABLE scheduled_message, scheduled_message_event')
  const [rows] = await resources.mysql.read.query<Row[]>(
    `SELECT SUM(stat_value) * @@innodb_page_size AS bytes FROM mysql.innodb_index_stats
     WHERE database_name = DATABASE() AND table_name IN ('scheduled_message', 'scheduled_message_event')
       AND stat_name = 'size' AND index_name <> 'bench_status'`,
  )
  return { cost: measurement.stop(pending), figures: { bytes_per_row: round(Number(rows[0]?.bytes) / pending) } }
}

/** As a dispatcher without Redis asks: of each lane what is due, the oldest first, at most a batch. */
async function runScans({ meter }: BenchContext, { resources }: World): Promise<Run> {
  const db = resources.mysql.read
  const now = await loadDbNow(db)
  const now_s = Math.floor(now / 1000)
  const measurement = meter.start()
  const figures = {
    lanes_by_due_index_ms: await millisOf(async () => {
      for (const lane of LANES) await listOverdue(db, lane, 0, 500)
    }),
    lanes_by_status_index_ms: await millisOf(async () => {
      for (const lane of LANES) await db.query<Row[]>(`${STATUS_SCAN} AND lane = ? ${IN_ORDER}`, [now_s, lane])
    }),
    all_by_status_index_ms: await millisOf(() => db.query<Row[]>(`${STATUS_SCAN} ${IN_ORDER}`, [now_s])),
    oldest_due_ms: await millisOf(() => readOldestDueAge(db)),
    hydration_page_ms: await millisOf(() =>
      listPending(db, LANES[0] as Lane, null, (now + 86_400_000) as EpochMillis, 1_000),
    ),
  }
  return { cost: measurement.stop(TIMES), figures }
}

/** The scan that the due index replaces, by the index it would need. */
const STATUS_SCAN = `SELECT workspace_id, id, send_at FROM scheduled_message FORCE INDEX (bench_status)
  WHERE status IN ('SCHEDULED', 'DISPATCHING') AND send_at <= ?`
const IN_ORDER = 'ORDER BY send_at, workspace_id, id LIMIT 500'

async function millisOf(work: () => Promise<unknown>): Promise<number> {
  await work()
  const began = performance.now()
  for (let i = 0; i < TIMES; i++) await work()
  return round((performance.now() - began) / TIMES)
}
