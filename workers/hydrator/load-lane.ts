import { faultPoint } from '#server/domain/operations/fault-point.ts'
import { QUEUE_AHEAD_MS } from '#server/domain/operations/rhythm.ts'
import type { Lane } from '#server/domain/partition/lane-of.ts'
import type { EpochMillis } from '#server/domain/time/units.ts'
import { listPending, type ScanPosition } from '#server/mysql/due-rows.ts'
import { BUCKET_S, forgetBuckets, recordBuckets, type LoadedBucket } from '#server/mysql/hydration-buckets.ts'
import { loadDbNow } from '#server/mysql/now.ts'
import { beginLoad, enqueueDue, finishLoad, readLoadedLanes } from '#server/redis/due-queue.ts'
import type { Resources } from '#server/usecases/resources.ts'

const AHEAD_S = QUEUE_AHEAD_MS / 1000
/** Five calls' worth: this process prepares one while Redis takes the one before. */
const PAGE = 5_000

export type LoadReport = { lanes: Lane[]; rows: number }

/**
 * Loads whole lanes: every pending row from the oldest to 24 hours ahead goes into Redis, ids only, and each finished
 * five minutes is recorded (S3). Any number of hydrators may load at once: a score only moves earlier.
 * @returns the lanes that are now known to be complete; the others lost their keys or their load meanwhile
 * @throws if MySQL or Redis is away
 */
export async function loadLanes(
  resources: Resources,
  lanes: readonly Lane[],
  signal: AbortSignal,
): Promise<LoadReport> {
  const report: LoadReport = { lanes: [], rows: 0 }
  const runId = resources.redis.runId()
  if (runId === null) return report
  const complete = await readLoadedLanes(resources.redis)
  const now = await loadDbNow(resources.mysql.read)
  for (const lane of lanes) {
    if (signal.aborted) break
    const loadId = resources.makeId()
    // A lane that is complete stays so on the record while it is loaded further.
    if (!complete.has(lane)) await forgetBuckets(resources.mysql.read, lane, now)
    await beginLoad(resources.redis, lane, loadId)
    report.rows += await loadLane(resources, lane, loadId, now)
    if (!(await finishLoad(resources.redis, lane, loadId, runId))) continue
    await forgetBuckets(resources.mysql.read, lane, now)
    report.lanes.push(lane)
  }
  return report
}

async function loadLane({ mysql, redis }: Resources, lane: Lane, loadId: string, now: EpochMillis): Promise<number> {
  const tally = createTally(lane, Math.floor(now / 1000))
  let after: ScanPosition = null
  let rows = 0
  for (;;) {
    const page = await listPending(mysql.read, lane, after, tally.end_ms, PAGE)
    await enqueueDue(
      redis,
      page.map((row) => ({ lane, ref: row, wakeAt_ms: row.wakeAt_ms })),
    )
    faultPoint('hydrate-mid-load')
    rows += page.length
    after = page.at(-1) ?? null
    for (const row of page) tally.count(row.wakeAt_ms)
    const isLast = page.length < PAGE || after === null
    const reached_ms = after === null || isLast ? tally.end_ms : after.wakeAt_ms
    await recordBuckets(mysql.read, loadId, tally.finishedBefore(reached_ms))
    if (isLast) return rows
  }
}

/** Counts rows into five-minute buckets; the first holds everything before the load began. */
function createTally(lane: Lane, now_s: number) {
  const first = Math.floor(now_s / BUCKET_S) * BUCKET_S
  const starts = [0]
  for (let start = first; start < now_s + AHEAD_S; start += BUCKET_S) starts.push(start)
  const counts = new Map<number, number>()
  let told = 0
  const endOf = (i: number) => ((starts[i + 1] ?? (starts.at(-1) ?? 0) + BUCKET_S) * 1000) as EpochMillis
  return {
    end_ms: endOf(starts.length - 1),
    count(wakeAt_ms: EpochMillis) {
      const start = wakeAt_ms < first * 1000 ? 0 : Math.floor(wakeAt_ms / 1000 / BUCKET_S) * BUCKET_S
      counts.set(start, (counts.get(start) ?? 0) + 1)
    },
    /** Buckets that end at or before `until_ms` and were not told before. */
    finishedBefore(until_ms: EpochMillis): LoadedBucket[] {
      const finished: LoadedBucket[] = []
      while (told < starts.length && endOf(told) <= until_ms) {
        const bucket_s = starts[told] ?? 0
        finished.push({ lane, bucket_s, rowCount: counts.get(bucket_s) ?? 0 })
        told++
      }
      return finished
    },
  }
}
