import { expect, test } from 'vitest'
import { distanceText, durationText, utcText } from './plain-time.ts'
import { epochMillis } from './units.ts'

test.each([
  [1_770_000_000_000, '2026-02-02 02:40:00 UTC'],
  [1_770_000_000_007, '2026-02-02 02:40:00.007 UTC'],
  [0, '1970-01-01 00:00:00 UTC'],
])('%i ms is %s', (at, text) => {
  expect(utcText(epochMillis(at))).toBe(text)
})

test.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [1_000, '1 s'],
  [1_790, '1.7 s'],
  [9_999, '9.9 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [3_723_000, '1 h 2 min'],
  [-3_600_000, '1 h'],
  [3_605_000, '1 h'],
  [273_600_000, '3 d 4 h'],
])('a length of %i ms reads %s', (length, text) => {
  expect(durationText(length)).toBe(text)
})

test('a distance says on which side of now it lies', () => {
  const now = epochMillis(1_000_000)
  expect(distanceText(epochMillis(1_012_000), now)).toBe('in 12 s')
  expect(distanceText(epochMillis(988_000), now)).toBe('12 s ago')
  expect(distanceText(now, now)).toBe('now')
})
