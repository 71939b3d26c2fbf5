/**
 * N messages due at one second, through real dispatcher processes, to committed rows and published frames. `published`
 * is when a listener has the frame: after the commit, so it bounds it from above.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Row } from '#server/mysql/connect.ts'
import { loadDbNow } from '#server/mysql/now.ts'
import type { World } from '../frame/bench-servers.ts'
import { timeClaims } from '../frame/claim-times.ts'
import { watchFrames, type FrameWatch } from '../frame/frame-watch.ts'
import { profileArgs } from '../frame/cpu-profile.ts'
import { startWorker, type ProductProcess } from '../frame/product-process.ts'
import type { Bench, BenchContext, Run } from '../frame/run-bench.ts'
import { quantilesOf, round } from '../frame/statistics.ts'
import { checkVerified, RECENT, verifySent } from '../frame/verify-sent.ts'
import { waitForWorkers } from '../frame/wait-for-workers.ts'
import { buildCompany, type Company } from '../world/company.ts'
import { fillScheduled } from '../world/fill-scheduled.ts'

export const dispatch: Bench = {
  name: 'dispatch',
  about: 'N messages due at one second, over many channels, in few and in one',
  async run(context) {
    const counts = context.options.n === null ? [10_000, 20_000] : [context.options.n]
    for (const n of counts) {
      for (const channels of [5_000, 50]) {
        await measureDispatch(context, { n, channels, dispatchers: context.options.dispatchers })
      }
    }
    // Everything in one channel: one lock, one lane, each number of its sequence accounted for.
    await measureDispatch(context, {
      n: counts[0] ?? 0,
      channels: 1,
      dispatchers: context.options.dispatchers,
    })
  },
}

export type Spike = {
  n: number
  channels: number
  dispatchers: number
  pending?: number
  /** Sent before the spike, instead of `WARM_UP`. */
  warm?: number
  /** Seconds more than usual between writing the messages and their second, for a machine that is busy. */
  leisure_s?: number
}

export function measureDispatch(context: BenchContext, spike: Spike) {
  const { n, channels, dispatchers } = spike
  const pending = spike.pending === undefined ? {} : { pending: spike.pending }
  return context.measure('dispatch', { n, channels, dispatchers, ...pending }, (world) =>
    runSpike(context, world, spike),
  )
}

const WORKSPACES = 200
const PEOPLE = 25
/** Rows that the setup writes per second, at worst. */
const SETUP_PER_S = 4_000
/** Ids in a full claim. */
const BATCH = 500
/** Sent before the spike. */
export const WARM_UP = 12_000
const NOT_DUE_FROM_S = 7_200
const PATIENCE_MS = 60_000
/** Kept for the plot of the distribution. */
const SAMPLES = 500

export async function runSpike(context: BenchContext, world: World, spike: Spike): Promise<Run> {
  const { resources } = world
  const { n, channels, dispatchers, warm = WARM_UP, leisure_s = 0 } = spike
  const before = (await verifySent(resources)).sent
  const company = await buildCompany(resources, { workspaces: WORKSPACES, channels, people: PEOPLE })
  const processes = startSenders(context, world, dispatchers)
  const watch = await watchFrames(world.redisUrl, company.places)
  try {
    await waitForWorkers(resources, { dispatcher: dispatchers })
    await warmUp(world, company.places, watch, warm)
    await addNotDue(world, company.places, spike.pending ?? 0)
    const ahead_s = Math.ceil(n / SETUP_PER_S) + 2 + leisure_s
    const due_ms = (Math.ceil((await loadDbNow(resources.mysql.read)) / 1000) + ahead_s) * 1000
    const { rows } = await fillScheduled(resources, company.places, n, () => due_ms / 1000)
    const left_ms = due_ms - Date.now() - 300
    if (left_ms < 0) throw new Error('this machine was too slow to write the messages before their second: take fewer')
    await sleep(left_ms)
    const claims = await timeClaims(resources.redis)
    const measurement = context.meter.start()
    await watch.until(warm + n, PATIENCE_MS)
    await untilPublished(world)
    const cost = measurement.stop(n)
    const claimTimes = await claims.stop(Math.ceil(n / BATCH))
    checkVerified(await verifySent(resources), before + warm + n)
    const arrivals = watch.arrivals()
    const duplicates = watch.messages() - arrivals.size
    const late = rows.map((row) => (arrivals.get(row.id) ?? Number.NaN) - due_ms)
    const { figures, samples } = await figuresOf(world, n, due_ms, late)
    return { cost, figures: { ...figures, duplicates, ...claimTimes }, samples }
  } finally {
    await watch.end()
    await Promise.all(processes.map((one) => one.stop()))
  }
}

/** A dispatcher that has run since yesterday has compiled its hot code long ago; one that just started has not. */
export async function warmUp(
  { resources }: World,
  places: Company['places'],
  watch: FrameWatch,
  count = WARM_UP,
): Promise<void> {
  const soon = Math.ceil((await loadDbNow(resources.mysql.read)) / 1000) + 2 + Math.ceil(count / SETUP_PER_S)
  await fillScheduled(resources, places, count, () => soon)
  await watch.until(count, PATIENCE_MS)
}

/** Rows that wait for later hours, in MySQL and in Redis. */
async function addNotDue({ resources }: World, places: Company['places'], count: number): Promise<void> {
  const from = Math.floor((await loadDbNow(resources.mysql.read)) / 1000) + NOT_DUE_FROM_S
  await fillScheduled(resources, places, count, (i) => from + (i % NOT_DUE_FROM_S))
}

/** What a spike meets in the product: dispatchers, and the two that look after the queue and the outbox. */
export function startSenders({ meter, options }: BenchContext, world: World, dispatchers: number): ProductProcess[] {
  const nodeArgs = profileArgs(options.profile)
  return [
    startWorker(world, meter, 'hydrator'),
    startWorker(world, meter, 'relay'),
    ...Array.from({ length: dispatchers }, () => startWorker(world, meter, 'dispatcher', { nodeArgs })),
  ]
}

export async function untilPublished({ resources }: World): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  while (Date.now() < deadline) {
    const [rows] = await resources.mysql.read.query<Row[]>('SELECT COUNT(*) AS n FROM outbox')
    if (Number(rows[0]?.n) === 0) return
    await sleep(20)
  }
}

async function figuresOf(
  world: World,
  n: number,
  due_ms: number,
  late: number[],
): Promise<Required<Pick<Run, 'figures' | 'samples'>>> {
  const [rows] = await world.resources.mysql.read.query<Row[]>(
    `SELECT MIN(created_ms) AS first_ms FROM message WHERE ${RECENT} AND send_at = ?`,
    [due_ms / 1000],
  )
  const published = quantilesOf(late)
  const step = Math.max(1, Math.floor(late.length / SAMPLES))
  return {
    figures: {
      first_start_ms: Number(rows[0]?.first_ms) - due_ms,
      published_p50_ms: published.p50,
      published_p99_ms: published.p99,
      published_last_ms: published.max,
      per_second: round(n / (published.max / 1000)),
      early: late.filter((ms) => ms < 0).length,
    },
    samples: { published_ms: late.toSorted((a, b) => a - b).filter((_, i) => i % step === 0) },
  }
}
