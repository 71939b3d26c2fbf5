import { FULL_LOAD_EVERY_MS } from '#server/domain/operations/rhythm.ts'
import { LANES } from '#server/domain/partition/lane-of.ts'
import { readLoadedLanes } from '#server/redis/due-queue.ts'
import type { Resources } from '#server/usecases/resources.ts'
import { loadLanes, type LoadReport } from './load-lane.ts'
import { lookBehind } from './look-behind.ts'

export type Hydrator = {
  resources: Resources
  signal: AbortSignal
  /** By `performance.now`; 0 before the first. */
  lastFullLoad: number
}

export type HydrationReport = { load: LoadReport | null; behind: number }

/**
 * One pass, every two seconds: what Redis is not known to hold is loaded at once, everything every hour, and what is
 * overdue is put in again.
 */
export async function hydrateOnce(hydrator: Hydrator): Promise<HydrationReport> {
  const { resources, signal } = hydrator
  if (resources.redis.runId() === null) return { load: null, behind: 0 }

  const loaded = await readLoadedLanes(resources.redis)
  const isHourly = hydrator.lastFullLoad === 0 || performance.now() - hydrator.lastFullLoad > FULL_LOAD_EVERY_MS
  const missing = isHourly ? [...LANES] : LANES.filter((lane) => !loaded.has(lane))
  const load = missing.length > 0 ? await loadLanes(resources, missing, signal) : null
  if (isHourly && load?.lanes.length === LANES.length) hydrator.lastFullLoad = performance.now()
  return { load, behind: await lookBehind(resources) }
}
