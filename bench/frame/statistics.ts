export type Quantiles = { count: number; min: number; p50: number; p95: number; p99: number; max: number }

/** Nearest-rank quantiles: each is a value that was measured. */
export function quantilesOf(values: Iterable<number>): Quantiles {
  const sorted = Float64Array.from(values).toSorted()
  const at = (share: number) => round(sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN)
  return { count: sorted.length, min: at(0), p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) }
}

/** Over repetitions: the middle one, and how far they lie apart. */
export type Spread = { median: number; min: number; max: number }

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const median = ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2
  return { median: round(median), min: round(sorted[0] ?? Number.NaN), max: round(sorted.at(-1) ?? Number.NaN) }
}

/** Three significant digits at least; whole numbers from 1,000. */
export function round(value: number): number {
  const size = Math.abs(value)
  const digits = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 1 ? 2 : 4
  return Number(value.toFixed(digits))
}
