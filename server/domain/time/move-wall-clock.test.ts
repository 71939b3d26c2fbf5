import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DomainError } from '../errors.ts'
import { moveToDate, shiftTime, type Shift } from './move-wall-clock.ts'
import { epochSeconds } from './units.ts'
import { parseZone, wallClockAt } from './zone.ts'

const at = (iso: string) => epochSeconds(Date.parse(iso) / 1000)
const iso = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000', '')
const NEW_YORK = parseZone('America/New_York')
const shift = (from: string, by: Shift, zone = NEW_YORK) => {
  const moved = shiftTime(at(from), zone, by)
  return [iso(moved.sendAt), moved.kind]
}

describe('a shift goes by the wall clock', () => {
  test.each<[string, string, Shift, string, string]>([
    [
      'nine stays nine over the night of the jump',
      '2027-03-13T14:00:00Z',
      { amount: 1, unit: 'days' },
      '2027-03-14T13:00:00Z',
      'exact',
    ],
    [
      'nine stays nine over the night of the repeat',
      '2026-10-31T13:00:00Z',
      { amount: 1, unit: 'days' },
      '2026-11-01T14:00:00Z',
      'exact',
    ],
    ['a week later', '2027-03-11T14:00:00Z', { amount: 1, unit: 'weeks' }, '2027-03-18T13:00:00Z', 'exact'],
    ['and back', '2027-03-18T13:00:00Z', { amount: -1, unit: 'weeks' }, '2027-03-11T14:00:00Z', 'exact'],
    [
      'hours are those of the wall clock',
      '2027-03-14T06:30:00Z',
      { amount: 2, unit: 'hours' },
      '2027-03-14T07:30:00Z',
      'exact',
    ],
    [
      'later into the hour that does not exist is past it',
      '2027-03-14T06:50:00Z',
      { amount: 15, unit: 'minutes' },
      '2027-03-14T07:05:00Z',
      'gap',
    ],
    [
      'earlier into the hour that does not exist is before it',
      '2027-03-14T07:00:00Z',
      { amount: -15, unit: 'minutes' },
      '2027-03-14T06:45:00Z',
      'gap',
    ],
    [
      'within the repeated hour the offset stays: first',
      '2026-11-01T05:15:00Z',
      { amount: 30, unit: 'minutes' },
      '2026-11-01T05:45:00Z',
      'fold',
    ],
    [
      'within the repeated hour the offset stays: second',
      '2026-11-01T06:15:00Z',
      { amount: 30, unit: 'minutes' },
      '2026-11-01T06:45:00Z',
      'fold',
    ],
    [
      'from winter back into the repeated hour: the second',
      '2026-11-02T06:30:00Z',
      { amount: -1, unit: 'days' },
      '2026-11-01T06:30:00Z',
      'fold',
    ],
    [
      'from summer into the repeated hour: the first',
      '2026-10-31T05:30:00Z',
      { amount: 1, unit: 'days' },
      '2026-11-01T05:30:00Z',
      'fold',
    ],
  ])('%s', (_, from, by, then, kind) => expect(shift(from, by)).toEqual([then, kind]))

  test('a jump of half an hour moves by half an hour (K68)', () => {
    const zone = parseZone('Australia/Lord_Howe')
    // 01:45 at +10:30; 02:15 does not exist that day, so it is shown as 02:45 at +11:00.
    expect(shift('2027-10-02T15:15:00Z', { amount: 30, unit: 'minutes' }, zone)).toEqual([
      '2027-10-02T15:45:00Z',
      'gap',
    ])
    expect(wallClockAt(at('2027-10-02T15:45:00Z'), zone)).toBe('2027-10-03T02:45:00')
  })

  test('a day where no clock changes is a day in every zone of the extremes (K74)', () => {
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kathmandu'].map(parseZone)) {
      expect(shift('2026-11-30T10:30:00Z', { amount: 1, unit: 'days' }, zone)).toEqual([
        '2026-12-01T10:30:00Z',
        'exact',
      ])
    }
  })

  test('a time before 1970 is refused', () => {
    expect(() => shiftTime(epochSeconds(60), parseZone('Etc/UTC'), { amount: -1, unit: 'days' })).toThrow(RangeError)
  })
})

test('later is later and earlier is earlier, whatever clock changes lie between, and what is shown is what is kept', () => {
  const zones = [
    'America/New_York',
    'Europe/Berlin',
    'Australia/Lord_Howe',
    'America/Santiago',
    'Africa/Casablanca',
  ].map(parseZone)
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: Date.UTC(2026, 0) / 1000, max: Date.UTC(2031, 0) / 1000 }).map(epochSeconds),
      fc.integer({ min: 1, max: 400 }),
      fc.constantFrom('minutes' as const, 'hours' as const, 'days' as const, 'weeks' as const),
      (zone, from, amount, unit) => {
        const later = shiftTime(from, zone, { amount, unit })
        const earlier = shiftTime(from, zone, { amount: -amount, unit })
        expect(later.sendAt).toBeGreaterThan(from)
        expect(earlier.sendAt).toBeLessThan(from)
        expect(wallClockAt(later.sendAt, zone)).toBe(later.wallClock)
        if (later.kind === 'exact' && unit === 'days') {
          expect(later.wallClock.slice(10)).toBe(wallClockAt(from, zone).slice(10))
        }
      },
    ),
  )
})

describe('moving to a date keeps the wall time', () => {
  test.each([
    ['2027-03-13T14:00:00Z', '2027-03-14', '2027-03-14T13:00:00Z', 'exact'],
    ['2027-03-13T07:30:00Z', '2027-03-14', '2027-03-14T07:30:00Z', 'gap'],
    ['2026-10-20T05:30:00Z', '2026-11-01', '2026-11-01T05:30:00Z', 'fold'],
    ['2026-11-20T06:30:00Z', '2026-11-01', '2026-11-01T06:30:00Z', 'fold'],
  ])('%s to %s', (from, date, then, kind) => {
    const moved = moveToDate(at(from), NEW_YORK, date)
    expect([iso(moved.sendAt), moved.kind]).toEqual([then, kind])
  })

  test('a day that is not on the calendar is refused', () => {
    for (const date of ['2027-02-30', '2027-13-01', 'soon', '2027-2-3']) {
      expect(() => moveToDate(at('2027-01-01T00:00:00Z'), NEW_YORK, date)).toThrow(DomainError)
    }
  })
})
