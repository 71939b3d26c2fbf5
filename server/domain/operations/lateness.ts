/**
 * How late messages were, as counts in a fixed histogram: counts of several processes and minutes add up, quantiles
 * do not. A quantile read from it is never too good, and too bad by less than one step.
 */
import type { EpochMillis } from '../time/units.ts'

/** Upper ends of the steps, ms: 1 to 7 of each power of ten up to eleven days. What is later still counts in the last. */
const BOUNDS = [
  ...[1, 2, 3, 5, 7],
  ...[10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000].flatMap((power) =>
    [1, 1.5, 2, 3, 5, 7].map((digit) => digit * power),
  ),
  1_000_000_000,
]
const LAST_BOUND = 1_000_000_000

const MINUTE_MS = 60_000

/** The step that a message which was `late_ms` late counts in. */
export function latenessBound(late_ms: number): number {
  let [low, high] = [0, BOUNDS.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((BOUNDS[middle] ?? LAST_BOUND) >= late_ms) high = middle
    else low = middle + 1
  }
  return BOUNDS[low] ?? LAST_BOUND
}

/** The minute a message was sent in, epoch seconds. */
export const minuteOf = (sentAt_ms: EpochMillis): number => Math.floor(sentAt_ms / MINUTE_MS) * 60

export type LatenessCount = { bound_ms: number; messages: number; worst_ms: number }
export type LatenessSummary = { messages: number; p50_ms: number; p99_ms: number; worst_ms: number }

/** @returns null where nothing was sent */
export function summarizeLateness(counts: readonly LatenessCount[]): LatenessSummary | null {
  const messages = counts.reduce((sum, count) => sum + count.messages, 0)
  if (messages === 0) return null
  const sorted = counts.toSorted((a, b) => a.bound_ms - b.bound_ms)
  const worst_ms = Math.max(...counts.map((count) => count.worst_ms))
  const quantile = (share: number) => {
    let seen = 0
    for (const { bound_ms, messages: here } of sorted) {
      seen += here
      if (seen >= messages * share) return Math.min(bound_ms, worst_ms)
    }
    return worst_ms
  }
  return { messages, p50_ms: quantile(0.5), p99_ms: quantile(0.99), worst_ms }
}

/** How far back one may look, and how fine: every plot has about as many points as a screen has room for. */
export const LATENESS_RANGES = {
  hour: { span_s: 3_600, step_s: 60 },
  day: { span_s: 86_400, step_s: 600 },
  week: { span_s: 604_800, step_s: 3_600 },
  month: { span_s: 2_592_000, step_s: 21_600 },
} as const
export type LatenessRange = keyof typeof LATENESS_RANGES

/** As long as the longest range. */
export const FIGURES_KEPT_S = LATENESS_RANGES.month.span_s
