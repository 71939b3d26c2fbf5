import { expect, test } from 'vitest'
import { firstWeekday, weekStart } from './first-weekday.ts'

test('the week begins as the region has it; what is no language begins it on Monday', () => {
  expect(['en-US', 'de-DE', 'en-GB', 'ar-EG', 'ja-JP', '??'].map(firstWeekday)).toEqual([7, 1, 1, 6, 7, 1])
})

test('the start of a week is its first day, also when today is that day', () => {
  expect(weekStart('2026-12-02', 1)).toBe('2026-11-30')
  expect(weekStart('2026-12-02', 7)).toBe('2026-11-29')
  expect(weekStart('2026-11-30', 1)).toBe('2026-11-30')
  expect(weekStart('2026-11-29', 1)).toBe('2026-11-23')
  expect(weekStart('2027-01-01', 6)).toBe('2026-12-26')
})
