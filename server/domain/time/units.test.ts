import { expect, test } from 'vitest'
import { epochMillis, epochSeconds, floorToSeconds, secondsToMillis } from './units.ts'

test('milliseconds passed for seconds throw, so a mix-up of units dies where it happens (S2)', () => {
  expect(() => epochSeconds(Date.now())).toThrow(RangeError)
  expect(epochSeconds(Math.floor(Date.now() / 1000))).toBeGreaterThan(1_700_000_000)
})

test.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 100_000_000_000, 2 ** 53])('%s is no second', (n) => {
  expect(() => epochSeconds(n)).toThrow(RangeError)
})

test.each([-1, 0.5, Number.NaN, 2 ** 53])('%s is no millisecond', (n) => {
  expect(() => epochMillis(n)).toThrow(RangeError)
})

test('a second begins at its first millisecond and contains the other 999 (I2)', () => {
  const second = epochSeconds(1_796_007_600)
  expect(floorToSeconds(secondsToMillis(second))).toBe(second)
  expect(floorToSeconds(epochMillis(second * 1000 + 999))).toBe(second)
  expect(floorToSeconds(epochMillis(second * 1000 - 1))).toBe(second - 1)
})
