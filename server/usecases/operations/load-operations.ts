/**
 * The figures of the operations page. They are of the whole installation, so they hold nothing of any tenant
 * (operations-view.ts); what is about one message is told by `load-story-for.ts`.
 */
import { authorize, type Actor } from '#server/domain/member/authorize.ts'
import {
  LATENESS_RANGES,
  summarizeLateness,
  type LatenessRange,
  type LatenessSummary,
} from '#server/domain/operations/lateness.ts'
import { operationsView, type OperationsView } from '#server/domain/operations/operations-view.ts'
import { LANES } from '#server/domain/partition/lane-of.ts'
import type { FailReason } from '#server/domain/scheduled-message/state.ts'
import { countDue, type DueCounts } from '#server/mysql/due-rows.ts'
import { readBuckets, type BucketCell } from '#server/mysql/hydration-buckets.ts'
import { readFailures, readLateness } from '#server/mysql/minute-figures.ts'
import { loadDbNow } from '#server/mysql/now.ts'
import { readQueueAhead } from '#server/redis/queue-ahead.ts'
import type { Resources } from '../resources.ts'
import { loadHealth } from './load-health.ts'

const DAY_S = 86_400

export type Operations = OperationsView & {
  /** Null where the database does not answer. */
  due: DueCounts | null
  /** Of the last day. */
  failures: { reason: FailReason; messages: number }[] | null
}

/** Administrators who look at the same time share one reading. */
const FRESH_MS = 1_000
type Reading = { at: number; operations: Promise<Operations> }
const readings = new WeakMap<Resources, Reading>()

/** Never fails because a server is away: that is part of the answer. @throws DomainError `not_allowed` */
export async function loadOperations(resources: Resources, actor: Actor): Promise<Operations> {
  authorize(actor, { to: 'see-operations' })
  const now = performance.now()
  const last = readings.get(resources)
  if (last && now - last.at <= FRESH_MS) return last.operations
  const operations = readOperations(resources)
  readings.set(resources, { at: now, operations })
  return operations
}

async function readOperations(resources: Resources): Promise<Operations> {
  const db = resources.mysql.read
  const [read, due, failures] = await Promise.all([
    loadHealth(resources),
    countDue(db).catch(() => null),
    readFailures(db, DAY_S).catch(() => null),
  ])
  return { ...operationsView(read), due, failures }
}

export type LatenessPoint = { at_s: number } & (LatenessSummary | { messages: 0 })
export type LatenessPlot = { now_s: number; step_s: number; points: LatenessPoint[]; total: LatenessSummary | null }

/** One point per step, empty ones included, so that a silence is seen as one. @throws DomainError `not_allowed` */
export async function loadLateness(resources: Resources, actor: Actor, range: LatenessRange): Promise<LatenessPlot> {
  authorize(actor, { to: 'see-operations' })
  const { span_s, step_s } = LATENESS_RANGES[range]
  const { now_s, steps } = await readLateness(resources.mysql.read, { span_s, step_s })
  const points: LatenessPoint[] = []
  for (let at_s = Math.floor((now_s - span_s) / step_s) * step_s; at_s <= now_s; at_s += step_s) {
    const summary = summarizeLateness(steps.filter((step) => step.at_s === at_s))
    points.push({ at_s, ...(summary ?? { messages: 0 }) })
  }
  return { now_s, step_s, points, total: summarizeLateness(steps) }
}

/** A quarter of an hour: three of the hydrator's buckets. */
const CELL_S = 900
const BUCKETS_PER_CELL = 3
const CELLS_PER_DAY = DAY_S / CELL_S

export type HydrationStrip = {
  from_s: number
  cell_s: number
  /** By lane, cell by cell: how many ids wait in Redis; null where a bucket of it is not recorded as loaded. */
  lanes: (number | null)[][]
}

/**
 * The coming 24 hours: what is recorded as loaded, and what waits there now. While Redis is away nothing counts as loaded.
 * @throws DomainError `not_allowed`
 */
export async function loadHydrationStrip(resources: Resources, actor: Actor): Promise<HydrationStrip> {
  authorize(actor, { to: 'see-operations' })
  const { mysql, redis } = resources
  const now_s = Math.floor((await loadDbNow(mysql.read)) / 1000)
  const from_s = Math.floor(now_s / CELL_S) * CELL_S
  const [recorded, waiting] = await Promise.all([
    readBuckets(mysql.read, { from_s, span_s: DAY_S, cell_s: CELL_S }),
    redis.runId() === null
      ? null
      : readQueueAhead(redis, { from_s, cell_s: CELL_S, cells: CELLS_PER_DAY }).catch(() => null),
  ])
  return { from_s, cell_s: CELL_S, lanes: stripOf(waiting ? recorded : [], waiting ?? [], from_s) }
}

/** The cell of now is short of buckets that are over: it counts as loaded. */
function stripOf(
  recorded: readonly BucketCell[],
  waiting: readonly (readonly number[])[],
  from_s: number,
): (number | null)[][] {
  const lanes: (number | null)[][] = LANES.map(() => Array.from({ length: CELLS_PER_DAY }, () => null))
  for (const { lane, at_s, buckets } of recorded) {
    const cell = (at_s - from_s) / CELL_S
    const isWhole = buckets === BUCKETS_PER_CELL || cell === 0
    const strip = lanes[lane]
    if (strip && isWhole) strip[cell] = waiting[lane]?.[cell] ?? 0
  }
  return lanes
}
