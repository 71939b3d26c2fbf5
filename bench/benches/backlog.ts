/**
 * Five minutes without workers and without Redis, scaled one to ten: half a minute of arrivals waits overdue in MySQL and
 * Redis is empty. Then the workers start while as many keep arriving each second, each due at once. Drained is when
 * nothing that is due is unsent; `drain_to_arrival` is what was sent by then against what had become due meanwhile.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Row } from '#server/mysql/connect.ts'
import { loadDbNow } from '#server/mysql/now.ts'
import type { World } from '../frame/bench-servers.ts'
import { startSenders } from './dispatch.ts'
import type { Bench, BenchContext, Run } from '../frame/run-bench.ts'
import { round } from '../frame/statistics.ts'
import { checkVerified, verifySent } from '../frame/verify-sent.ts'
import { buildCompany, type Place } from '../world/company.ts'
import { fillScheduled } from '../world/fill-scheduled.ts'

const DOWN_S = 30
const ARRIVALS_PER_S = 1_000
/** Longer than a drain at twice the rate takes. */
const AT_MOST_S = 90
const PATIENCE_MS = 10_000

export const backlog: Bench = {
  name: 'backlog',
  about: 'recovery after workers and Redis were away, five minutes scaled 1:10, while messages keep arriving',
  async run(context) {
    const perSecond = context.options.n ?? ARRIVALS_PER_S
    const settings = { perSecond, down_s: DOWN_S, dispatchers: context.options.dispatchers }
    await context.measure('backlog', settings, (world) => runBacklog(context, world, perSecond))
  },
}

async function runBacklog(context: BenchContext, world: World, perSecond: number): Promise<Run> {
  const { resources } = world
  const { places } = await buildCompany(resources, { workspaces: 200, channels: 5_000, people: 25 })
  const now_s = Math.floor((await loadDbNow(resources.mysql.read)) / 1000)
  const waiting = perSecond * DOWN_S
  await fillScheduled(resources, places, waiting, (i) => now_s - DOWN_S + Math.floor(i / perSecond), false)
  const measurement = context.meter.start()
  const began = performance.now()
  const processes = startSenders(context, world, context.options.dispatchers)
  const arrivals = startArrivals(world, places, perSecond)
  try {
    while ((await countDue(world)) > 0) {
      if (performance.now() - began > AT_MOST_S * 1000)
        throw new Error(`the backlog was not drained within ${AT_MOST_S} s`)
      await sleep(50)
    }
    const seconds = (performance.now() - began) / 1000
    const sent = await countSent(world)
    const cost = measurement.stop(sent)
    const arrived = sent - waiting
    await arrivals.stop()
    await untilNothingWaits(world)
    checkVerified(await verifySent(resources), waiting + arrivals.count())
    return {
      cost,
      figures: {
        drained_s: round(seconds),
        sent_per_second: round(sent / seconds),
        arrived_per_second: round(arrived / seconds),
        drain_to_arrival: round(sent / arrived),
      },
    }
  } finally {
    await arrivals.stop()
    await Promise.all(processes.map((one) => one.stop()))
  }
}

type Arrivals = { stop(): Promise<void>; count(): number }

/** Each second's messages are accepted in the second before it. */
function startArrivals({ resources }: World, places: readonly Place[], perSecond: number): Arrivals {
  let stopped = false
  let arrived = 0
  const arriving = (async () => {
    for (let at_s = Math.ceil(Date.now() / 1000); !stopped; at_s++) {
      await sleep(Math.max(0, (at_s - 1) * 1000 - Date.now()))
      if (stopped) break
      await fillScheduled(resources, places, perSecond, () => at_s)
      arrived += perSecond
    }
  })()
  return {
    stop: async () => {
      stopped = true
      await arriving
    },
    count: () => arrived,
  }
}

async function countDue({ resources }: World): Promise<number> {
  const [rows] = await resources.mysql.read.query<Row[]>(
    'SELECT COUNT(*) AS n FROM scheduled_message WHERE wake_at_ms <= UNIX_TIMESTAMP(NOW(3)) * 1000',
  )
  return Number(rows[0]?.n)
}

async function countSent({ resources }: World): Promise<number> {
  const [rows] = await resources.mysql.read.query<Row[]>('SELECT COUNT(*) AS n FROM message')
  return Number(rows[0]?.n)
}

/** The last second's arrivals are sent and published too. */
async function untilNothingWaits({ resources }: World): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  const waits =
    'SELECT (SELECT COUNT(*) FROM scheduled_message WHERE wake_at_ms IS NOT NULL) + (SELECT COUNT(*) FROM outbox) AS n'
  for (;;) {
    const [rows] = await resources.mysql.read.query<Row[]>(waits)
    if (Number(rows[0]?.n) === 0 || Date.now() > deadline) return
    await sleep(50)
  }
}
