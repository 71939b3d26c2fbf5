import { describe, expect, test } from 'vitest'
import { parseClockEntry, showClockEntry } from './clock-entry.ts'

describe('a typed time of day', () => {
  test.each([
    ['9', '09:00:00'],
    ['9:30', '09:30:00'],
    ['0930', '09:30:00'],
    ['14:30:15', '14:30:15'],
    ['4pm', '16:00:00'],
    ['4 PM', '16:00:00'],
    ['12 am', '00:00:00'],
    ['12:05pm', '12:05:00'],
    ['9:05:30 a.m.', '09:05:30'],
    ['9.30', '09:30:00'],
    ['00:00', '00:00:00'],
    ['23:59:59', '23:59:59'],
  ])('%s is %s', (typed, clock) => expect(parseClockEntry(typed)).toBe(clock))

  test.each(['', 'soon', '24:00', '9:60', '13pm', '0 am', '9:5', '-1', '9:30:61'])('“%s” is refused', (typed) =>
    expect(parseClockEntry(typed)).toBeNull(),
  )

  test('what the field shows reads back as the same time', () => {
    for (const clock of ['00:00:00', '09:00:00', '12:00:00', '12:30:05', '23:59:59']) {
      expect(parseClockEntry(showClockEntry(clock, true))).toBe(clock)
      expect(parseClockEntry(showClockEntry(clock, false))).toBe(clock)
    }
  })
})
