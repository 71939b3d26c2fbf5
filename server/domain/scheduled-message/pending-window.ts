/** A limit on how many of one author's messages may wait for the same stretch of time in one conversation. */
import type { EpochSeconds, Seconds } from '../time/units.ts'

export type WindowRule = { most: number; window_s: Seconds }

/**
 * The fullest stretch of `window_s` seconds that contains `at`.
 * @param perSecond how many wait for each second; seconds that no such stretch reaches do not matter
 */
export function fullestWindow(perSecond: ReadonlyMap<number, number>, at: EpochSeconds, window_s: Seconds): number {
  const entries = [...perSecond].filter(([second]) => Math.abs(second - at) < window_s)
  // The fullest stretch may as well begin with one that waits, or with `at` itself.
  const starts = [at, ...entries.map(([second]) => second).filter((second) => second < at)]
  const counts = starts.map((start) =>
    entries.reduce((sum, [second, pending]) => (second >= start && second < start + window_s ? sum + pending : sum), 0),
  )
  return Math.max(...counts)
}
