import { expect, test } from 'vitest'
import { partOfTime, type PartName } from './part-of-time.ts'

const at = Date.parse('2026-12-01T23:30:00Z')
const now = Date.parse('2026-12-01T12:00:00Z')
const seen = (part: PartName, zone: string, from = now) => partOfTime(part, at, { zone, hour12: true }, from)

test('each reader sees their own day and clock', () => {
  expect(seen('time', 'Europe/Berlin')).toBe('12:30 AM CET')
  expect(seen('date_short_pretty', 'Europe/Berlin')).toBe('tomorrow')
  expect(seen('time', 'America/New_York')).toBe('6:30 PM EST')
  expect(seen('date_short_pretty', 'America/New_York')).toBe('today')
  expect(seen('date_num', 'Asia/Kathmandu')).toBe('2026-12-02')
  expect(seen('time_secs', 'Asia/Kathmandu')).toBe('5:15:00 AM GMT+5:45')
})

test('only the pretty ones tell of days near now, and only of these', () => {
  expect(seen('date', 'Europe/Berlin')).toBe('Wednesday, December 2, 2026')
  expect(seen('date_pretty', 'Europe/Berlin')).toBe('tomorrow')
  expect(seen('date_pretty', 'Europe/Berlin', now + 3 * 86_400_000)).toBe('Wednesday, December 2, 2026')
  expect(seen('date_short_pretty', 'Europe/Berlin', now + 2 * 86_400_000)).toBe('yesterday')
  expect(seen('date_short_pretty', 'Europe/Berlin', now - 9 * 86_400_000)).toBe('Wed, Dec 2')
  expect(seen('ago', 'UTC')).toBe('in 11 h 30 min')
})
