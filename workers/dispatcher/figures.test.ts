import { expect, test } from 'vitest'
import type { SendReport } from '#server/usecases/scheduled/send-due.ts'
import { createFigures } from './figures.ts'

const MINUTE_MS = 60_000
const DUE_S = 1_800_000_000

function sentLate(...late_ms: number[]): SendReport {
  const sent = late_ms.map((late) => ({ sendAt: DUE_S, createdMs: DUE_S * 1000 + late }))
  return { sent, failed: 0, errors: [] } as unknown as SendReport
}

test('lateness is of the last ten minutes: a burst that is over is not told for days', () => {
  let now = 0
  const figures = createFigures(undefined, () => now)
  figures.addReport(sentLate(90_000, 80_000))
  now = 5 * MINUTE_MS
  figures.addReport(sentLate(7))
  expect(figures.read().lateness_ms).toMatchObject({ count: 3, max: 90_000 })
  now = 10 * MINUTE_MS
  expect(figures.read().lateness_ms).toEqual({ count: 1, p50: 7, p99: 7, max: 7 })
  now = 20 * MINUTE_MS
  expect(figures.read()).toMatchObject({ sent: 3, lateness_ms: { count: 0, p99: null, max: null } })
})

test('of more than two thousand within them the last are told', () => {
  const figures = createFigures(undefined, () => 0)
  figures.addReport(sentLate(...Array.from({ length: 2_001 }, (_, i) => 5_000 - i)))
  expect(figures.read().lateness_ms).toMatchObject({ count: 2_000, max: 4_999 })
})
