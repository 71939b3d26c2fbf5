import { FULL_LOAD_EVERY_MS, HYDRATOR_PASS_MS } from '#server/domain/operations/rhythm.ts'
import { LANES, type Lane } from '#server/domain/partition/lane-of.ts'
import { readLoadedLanes } from '#server/redis/due-queue.ts'
import type { Resources } from '#server/usecases/resources.ts'
import { loadLanes, type LoadReport } from './load-lane.ts'
import { lookBehind } from './look-behind.ts'

export type Hydrator = {
  resources: Resources
  signal: AbortSignal
  /** When the last load of everything began, by `performance.now`; null before the first. */
  lastFullLoad: number | null
  /** What of it is still to be done. */
  toLoad: Lane[]
}

export type HydrationReport = { load: LoadReport | null; behind: number; more: boolean }

export const createHydrator = (resources: Resources, signal: AbortSignal): Hydrator => ({
  resources,
  signal,
  lastFullLoad: null,
  toLoad: [],
})

/**
 * One pass, every two seconds: what Redis is not known to hold is loaded first, everything every hour, and what is
 * overdue is put in again. A load longer than a pass goes on in the next, so that it never holds up the rest (S1, S3).
 */
export async function hydrateOnce(hydrator: Hydrator): Promise<HydrationReport> {
  const { resources, lastFullLoad } = hydrator
  if (resources.redis.runId() === null) return { load: null, behind: 0, more: false }
  if (lastFullLoad === null || performance.now() - lastFullLoad > FULL_LOAD_EVERY_MS) {
    hydrator.lastFullLoad = performance.now()
    hydrator.toLoad = [...LANES]
  }
  const loaded = await readLoadedLanes(resources.redis)
  const missing = LANES.filter((lane) => !loaded.has(lane))
  const wanted = [...missing, ...hydrator.toLoad.filter((lane) => loaded.has(lane))]
  const load = wanted.length > 0 ? await loadSome(hydrator, wanted) : null
  return { load, behind: await lookBehind(resources), more: hydrator.toLoad.length > 0 }
}

/** Lane by lane until a pass is over. */
async function loadSome(hydrator: Hydrator, lanes: readonly Lane[]): Promise<LoadReport> {
  const total: LoadReport = { lanes: [], rows: 0 }
  const until = performance.now() + HYDRATOR_PASS_MS
  for (const lane of lanes) {
    if (hydrator.signal.aborted || performance.now() > until) break
    const report = await loadLanes(hydrator.resources, [lane], hydrator.signal)
    total.rows += report.rows
    total.lanes.push(...report.lanes)
    if (report.lanes.length > 0) hydrator.toLoad = hydrator.toLoad.filter((one) => one !== lane)
  }
  return total
}
