import fc from 'fast-check'
import { expect, test } from 'vitest'
import { epochSeconds } from '#server/domain/time/units.ts'
import { parseZone, wallClockAt } from '#server/domain/time/zone.ts'
import { addDays, holesOf, instantAt, placeOf, weekAxis } from './week-axis.ts'

const NEW_YORK = parseZone('America/New_York')
const at = (iso: string) => epochSeconds(Date.parse(iso) / 1000)
const iso = (seconds: number | null) => seconds && new Date(seconds * 1000).toISOString().slice(0, 16)

test('an ordinary week has one scale of 24 hours', () => {
  const axis = weekAxis('2026-11-30', NEW_YORK)
  expect(axis.days.map(({ date }) => date).at(-1)).toBe('2026-12-06')
  expect(axis.parts).toEqual([{ from: 0, to: 1440, pass: 1, top: 0 }])
  expect(placeOf(axis, at('2026-12-01T14:15:00Z'))).toEqual({ day: 1, top: 9 * 60 + 15 })
  expect(placeOf(axis, at('2026-12-07T14:15:00Z'))).toBeNull()
})

test('a day of 25 hours: the repeated hour stands twice, and only that day has the second (K85)', () => {
  const axis = weekAxis('2026-10-26', NEW_YORK)
  expect(axis.minutes).toBe(25 * 60)
  const sunday = 6
  expect(placeOf(axis, at('2026-11-01T05:30:00Z'))).toEqual({ day: sunday, top: 90 })
  expect(placeOf(axis, at('2026-11-01T06:30:00Z'))).toEqual({ day: sunday, top: 150 })
  expect(placeOf(axis, at('2026-11-01T07:00:00Z'))).toEqual({ day: sunday, top: 180 })
  expect(iso(instantAt(axis, { day: sunday, top: 90 }))).toBe('2026-11-01T05:30')
  expect(iso(instantAt(axis, { day: sunday, top: 150 }))).toBe('2026-11-01T06:30')
  // The day before has no second one o'clock.
  expect(instantAt(axis, { day: 5, top: 150 })).toBeNull()
  expect(iso(instantAt(axis, { day: 5, top: 180 }))).toBe('2026-10-31T06:00')
  expect(holesOf(axis, axis.days[5]!)).toEqual([{ from: 120, to: 180 }])
  expect(holesOf(axis, axis.days[sunday]!)).toEqual([])
})

test('a day of 23 hours: two o’clock is not there, four o’clock is (K85)', () => {
  const axis = weekAxis('2027-03-08', NEW_YORK)
  expect(axis.minutes).toBe(24 * 60)
  expect(holesOf(axis, axis.days[6]!)).toEqual([{ from: 120, to: 180 }])
  expect(instantAt(axis, { day: 6, top: 150 })).toBeNull()
  expect(iso(instantAt(axis, { day: 6, top: 240 }))).toBe('2027-03-14T08:00')
  expect(iso(instantAt(axis, { day: 5, top: 150 }))).toBe('2027-03-13T07:30')
})

test('half an hour repeats, and midnight itself is skipped, where people live like that (K68)', () => {
  const lordHowe = weekAxis('2027-03-29', parseZone('Australia/Lord_Howe'))
  expect(lordHowe.minutes).toBe(24 * 60 + 30)
  expect(lordHowe.days[6]?.repeated).toEqual([{ from: 90, to: 120 }])
  // Paraguay kept summer time for good; Chile and Lebanon still change at midnight.
  const beirut = weekAxis('2027-03-22', parseZone('Asia/Beirut'))
  expect(beirut.days[6]?.skipped).toEqual([{ from: 0, to: 60 }])
  const santiago = weekAxis('2027-03-29', parseZone('America/Santiago'))
  expect(santiago.days.map(({ repeated }) => repeated).flat()).toEqual([{ from: 23 * 60, to: 24 * 60 }])
})

test('every instant of a week has one place, and that place means that instant, in every kind of zone', () => {
  const zones = [
    'America/New_York',
    'Europe/Berlin',
    'Australia/Lord_Howe',
    'America/Santiago',
    'Asia/Beirut',
    'Asia/Kathmandu',
    'Pacific/Kiritimati',
    'America/Havana',
    'Africa/Casablanca',
  ].map(parseZone)
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: Date.UTC(2026, 0) / 1000, max: Date.UTC(2030, 0) / 1000 }),
      fc.integer({ min: 0, max: 6 }),
      (zone, second, back) => {
        const instant = epochSeconds(second)
        const axis = weekAxis(addDays(wallClockAt(instant, zone).slice(0, 10), -back), zone)
        const place = placeOf(axis, instant)
        expect(place?.day).toBe(back)
        expect(instantAt(axis, place!)).toBe(instant)
      },
    ),
    { numRuns: 200 },
  )
})
