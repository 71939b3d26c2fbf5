import { describe, expect, test } from 'vitest'
import { epochSeconds, type EpochSeconds, type ZoneId } from './units.ts'
import {
  checkWorkHours,
  countOutside,
  findBetterTime,
  isWorkTime,
  sizeOf,
  USUAL_HOURS,
  type AudienceGroup,
  type WorkHours,
} from './working-hours.ts'

const zone = (name: string) => name as ZoneId
const at = (utc: string) => epochSeconds(Date.parse(`${utc}Z`) / 1000)
const berlin = zone('Europe/Berlin')

describe('working hours', () => {
  test.each([
    ['Friday at nine', '2026-12-04T08:00:00', true],
    ['a second before', '2026-12-04T07:59:59', false],
    ['the last second', '2026-12-04T15:59:59', true],
    ['five sharp', '2026-12-04T16:00:00', false],
    ['Saturday noon', '2026-12-05T11:00:00', false],
    ['Sunday noon', '2026-12-06T11:00:00', false],
    ['Monday at nine', '2026-12-07T08:00:00', true],
    ['Monday at nine in summer', '2027-07-05T07:00:00', true],
    ['an hour before it in summer', '2027-07-05T06:59:59', false],
  ])('%s in Berlin', (_what, utc, expected) => {
    expect(isWorkTime(USUAL_HOURS, berlin, at(utc))).toBe(expected)
  })

  test('the day is the one of their zone: Monday morning in Auckland is Sunday in UTC', () => {
    expect(isWorkTime(USUAL_HOURS, zone('Pacific/Auckland'), at('2026-12-06T20:30:00'))).toBe(true)
    expect(isWorkTime(USUAL_HOURS, zone('America/Los_Angeles'), at('2026-12-05T00:30:00'))).toBe(true) // Friday 16:30
  })

  test('a night shift belongs to the day it began on', () => {
    const fridayNight: WorkHours = { days: 0b001_0000, from_min: 22 * 60, to_min: 6 * 60 }
    expect(isWorkTime(fridayNight, zone('UTC'), at('2026-12-04T22:00:00'))).toBe(true)
    expect(isWorkTime(fridayNight, zone('UTC'), at('2026-12-05T05:59:59'))).toBe(true)
    expect(isWorkTime(fridayNight, zone('UTC'), at('2026-12-05T06:00:00'))).toBe(false)
    expect(isWorkTime(fridayNight, zone('UTC'), at('2026-12-04T05:00:00'))).toBe(false)
    expect(isWorkTime(fridayNight, zone('UTC'), at('2026-12-05T22:30:00'))).toBe(false)
  })

  test('until midnight, and around the clock', () => {
    const late: WorkHours = { days: 127, from_min: 18 * 60, to_min: 1_440 }
    expect(isWorkTime(late, zone('UTC'), at('2026-12-04T23:59:59'))).toBe(true)
    expect(isWorkTime(late, zone('UTC'), at('2026-12-05T00:00:00'))).toBe(false)
    const always: WorkHours = { days: 127, from_min: 0, to_min: 0 }
    for (let hour = 0; hour < 48; hour++)
      expect(isWorkTime(always, zone('UTC'), (at('2026-12-04T00:00:00') + hour * 3_600) as EpochSeconds)).toBe(true)
  })

  test('half-hour zones are exact', () => {
    expect(isWorkTime(USUAL_HOURS, zone('Asia/Kathmandu'), at('2026-12-04T03:15:00'))).toBe(true)
    expect(isWorkTime(USUAL_HOURS, zone('Asia/Kathmandu'), at('2026-12-04T03:14:59'))).toBe(false)
  })

  test.each([
    ['no day at all', { days: 0, from_min: 0, to_min: 60 }, 'workHours.days'],
    ['an eighth day', { days: 128, from_min: 0, to_min: 60 }, 'workHours.days'],
    ['a beginning at midnight of the next day', { days: 1, from_min: 1_440, to_min: 60 }, 'workHours.from_min'],
    ['half a minute', { days: 1, from_min: 0, to_min: 60.5 }, 'workHours.to_min'],
  ])('%s is refused by name', (_what, hours, field) => {
    expect(() => checkWorkHours(hours)).toThrow(field)
  })
})

describe('an audience', () => {
  const group = (name: string, people: number, hours: WorkHours | null = null): AudienceGroup => ({
    zone: zone(name),
    hours,
    people,
  })
  const spread = [group('Europe/Berlin', 6), group('America/New_York', 10), group('Asia/Tokyo', 4)]

  test('is counted by what each clock shows', () => {
    expect(sizeOf(spread)).toBe(20)
    expect(countOutside(spread, at('2026-12-04T09:00:00'))).toBe(14) // Berlin works
    expect(countOutside(spread, at('2026-12-04T14:30:00'))).toBe(4) // Berlin and New York
    expect(countOutside(spread, at('2026-12-05T14:30:00'))).toBe(20)
  })

  test('whoever told their hours is counted by them', () => {
    expect(countOutside([group('UTC', 1, { days: 64, from_min: 600, to_min: 660 })], at('2026-12-06T10:30:00'))).toBe(0)
  })

  test('the nearest quarter in which clearly fewer are outside is suggested, never one before now', () => {
    const chosen = at('2026-12-04T09:05:00')
    expect(findBetterTime(spread, chosen, chosen)).toEqual({ at: at('2026-12-04T14:00:00'), outside: 4 })
    const night = at('2026-12-04T02:00:00') // 3:00 in Berlin
    expect(findBetterTime([group('Europe/Berlin', 1)], night, night)).toEqual({
      at: at('2026-12-04T08:00:00'),
      outside: 0,
    })
    const evening = at('2026-12-03T17:00:00')
    const before = at('2026-12-03T10:00:00')
    expect(findBetterTime([group('Europe/Berlin', 1)], evening, before)?.at).toBe(at('2026-12-03T15:45:00'))
    expect(findBetterTime([group('Europe/Berlin', 1)], evening, evening)?.at).toBe(at('2026-12-04T08:00:00'))
  })

  test('over a weekend Monday is found; where all work, or none is worth moving for, nothing is suggested', () => {
    const saturday = at('2026-12-05T12:00:00')
    expect(findBetterTime(spread, saturday, saturday)?.at).toBe(at('2026-12-07T14:00:00'))
    expect(findBetterTime(spread, at('2026-12-04T14:30:00'), at('2026-12-04T14:00:00'))).toBeNull()
    expect(findBetterTime([], saturday, saturday)).toBeNull()
    const few = [group('Europe/Berlin', 95), group('Asia/Tokyo', 5)]
    const noon = at('2026-12-04T11:00:00')
    expect(countOutside(few, noon)).toBe(5)
    expect(findBetterTime(few, noon, noon)).toBeNull()
  })

  test('across a clock change the answer is the same as without remembering', () => {
    const before = at('2027-03-27T22:00:00')
    expect(findBetterTime([group('Europe/Berlin', 1)], before, before)?.at).toBe(at('2027-03-29T07:00:00'))
    for (let hour = 0; hour < 72; hour++) {
      const time = (before + hour * 3_600) as EpochSeconds
      const better = findBetterTime(spread, time, time)
      if (better) expect(better.outside).toBe(countOutside(spread, better.at))
    }
  })

  test('a hundred clocks over a week ask for few offsets', () => {
    let asked = 0
    const many = Array.from({ length: 100 }, (_, i) => group(`Zone/${i}`, 1))
    findBetterTime(many, at('2026-12-05T12:00:00'), at('2026-12-05T12:00:00'), () => {
      asked++
      return 0
    })
    expect(asked).toBeLessThan(100 * 35)
  })
})
