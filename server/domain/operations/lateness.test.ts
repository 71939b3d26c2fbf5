import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { latenessBound, minuteOf, summarizeLateness, type LatenessCount } from './lateness.ts'
import type { EpochMillis } from '../time/units.ts'

const late = fc.integer({ min: 0, max: 900_000_000 })

describe('the histogram of lateness', () => {
  test.each([
    [0, 1],
    [1, 1],
    [2, 2],
    [4, 5],
    [99, 100],
    [101, 150],
    [60_000, 70_000],
    [5_000_000_000, 1_000_000_000],
  ])('%d ms counts in the step up to %d ms', (late_ms, bound_ms) => {
    expect(latenessBound(late_ms)).toBe(bound_ms)
  })

  test('puts every lateness into a step that ends at it or above it, at most twice as far', () => {
    fc.assert(
      fc.property(late, (late_ms) => {
        const bound = latenessBound(late_ms)
        expect(bound).toBeGreaterThanOrEqual(late_ms)
        expect(bound).toBeLessThanOrEqual(Math.max(1, late_ms * 2))
      }),
    )
  })
})

describe('a summary', () => {
  test('of nothing sent is none', () => {
    expect(summarizeLateness([])).toBeNull()
  })

  test('is never better than what happened, never twice as bad, and exact about the worst', () => {
    fc.assert(
      fc.property(fc.array(late, { minLength: 1, maxLength: 300 }), (lates) => {
        const sorted = lates.toSorted((a, b) => a - b)
        const exact = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0
        const summary = summarizeLateness(countsOf(lates))
        expect(summary).toMatchObject({ messages: lates.length, worst_ms: sorted.at(-1) })
        for (const [told, real] of [
          [summary?.p50_ms ?? -1, exact(0.5)],
          [summary?.p99_ms ?? -1, exact(0.99)],
        ] as const) {
          expect(told).toBeGreaterThanOrEqual(real)
          expect(told).toBeLessThanOrEqual(Math.max(1, real * 2))
        }
      }),
    )
  })

  test('is the same whichever process counted which message', () => {
    fc.assert(
      fc.property(fc.array(late, { minLength: 1 }), fc.array(late), (mine, theirs) => {
        const apart = [...countsOf(mine), ...countsOf(theirs)]
        expect(summarizeLateness(apart)).toEqual(summarizeLateness(countsOf([...mine, ...theirs])))
      }),
    )
  })
})

test('a message counts in the minute it was sent in', () => {
  expect(minuteOf(1_800_000_059_999 as EpochMillis)).toBe(1_800_000_000)
  expect(minuteOf(1_800_000_060_000 as EpochMillis)).toBe(1_800_000_060)
})

function countsOf(lates: readonly number[]): LatenessCount[] {
  return lates.map((late_ms) => ({ bound_ms: latenessBound(late_ms), messages: 1, worst_ms: late_ms }))
}
