import { describe, expect, test } from 'vitest'
import { countdown, distance, span } from './span-text.ts'
import { clockSeconds, clockTime, dayHeading, dayKey, moment, zoneName, zoneOffset } from './time-text.ts'

const at = (iso: string) => Date.parse(iso)
const berlin = { zone: 'Europe/Berlin', hour12: true }

describe('instants in words', () => {
  test('a promise names day, second and zone', () => {
    const now = at('2026-11-30T02:30:00Z')
    expect(moment(at('2026-12-01T08:00:00Z'), berlin, now)).toBe('Tue, Dec 1 at 9:00:00 AM CET')
    expect(moment(at('2027-07-01T07:00:05Z'), { ...berlin, hour12: false }, now)).toBe(
      'Thu, Jul 1, 2027 at 09:00:05 CEST',
    )
  })

  test('midnight and noon are told apart on both clocks', () => {
    expect(clockTime(at('2026-12-01T23:00:00Z'), berlin)).toBe('12:00 AM')
    expect(clockSeconds(at('2026-12-01T23:00:00Z'), { ...berlin, hour12: false })).toBe('00:00:00')
    expect(clockTime(at('2026-12-01T11:00:00Z'), berlin)).toBe('12:00 PM')
  })

  test('days are those of the reader’s zone', () => {
    const now = at('2026-11-30T02:30:00Z')
    expect(dayKey(now, 'America/Los_Angeles')).toBe('2026-11-29')
    expect(dayHeading(at('2026-11-30T23:30:00Z'), 'Europe/Berlin', now)).toBe('Tomorrow')
    expect(dayHeading(at('2026-11-30T23:30:00Z'), 'America/New_York', now)).toBe('Tomorrow')
    expect(dayHeading(at('2026-12-24T12:00:00Z'), 'Europe/Berlin', now)).toBe('Thursday, December 24')
  })

  test('zones have their short name where people use one', () => {
    expect(zoneName(at('2026-12-01T00:00Z'), 'America/New_York')).toBe('EST')
    expect(zoneName(at('2026-07-01T00:00Z'), 'Europe/London')).toBe('BST')
    expect(zoneOffset(at('2026-12-01T00:00Z'), 'Asia/Kathmandu')).toBe('UTC+5:45')
    expect(zoneOffset(at('2026-12-01T00:00Z'), 'UTC')).toBe('UTC')
  })

  test('distances name the two largest units', () => {
    expect(span(26 * 3_600_000 + 59_000)).toBe('1 day, 2 h')
    expect(span(65 * 60_000)).toBe('1 h 5 min')
    expect(distance(0, 252_000)).toBe('in 4 min 12 s')
    expect(distance(9_000, 0)).toBe('9 s ago')
  })

  test('a countdown reaches 0:00 only when it is over', () => {
    expect(countdown(1)).toBe('0:01')
    expect(countdown(252_000)).toBe('4:12')
    expect(countdown(3_852_000)).toBe('1:04:12')
    expect(countdown(-5)).toBe('0:00')
  })
})
