import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DomainError } from '../errors.ts'
import { epochSeconds, type ZoneId } from '../time/units.ts'
import { wallClockAt } from '../time/zone.ts'
import { countBefore, occurrencesOf, type Recurrence } from './occurrences.ts'
import { parseRule } from './rule.ts'

const recurrence = (rule: string, start: string, zone = 'UTC'): Recurrence => ({
  rule: parseRule(rule),
  start,
  zone: zone as ZoneId,
})
const at = (iso: string) => epochSeconds(Date.parse(iso) / 1000)
const instants = (of: Recurrence, limit: number, after?: string) =>
  occurrencesOf(of, limit, after === undefined ? undefined : at(after)).map(({ sendAt }) =>
    new Date(sendAt * 1000).toISOString().replace('.000', ''),
  )
const days = (rule: string, start: string, limit: number) =>
  occurrencesOf(recurrence(rule, start), limit).map(({ wallClock }) => wallClock.slice(0, 10))

describe('the days of a rule (T4)', () => {
  test.each([
    ['FREQ=DAILY', '2026-12-30', ['2026-12-30', '2026-12-31', '2027-01-01']],
    ['FREQ=DAILY;INTERVAL=3', '2026-12-30', ['2026-12-30', '2027-01-02', '2027-01-05']],
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', '2026-12-05', ['2026-12-07', '2026-12-08', '2026-12-09']],
    ['FREQ=WEEKLY;BYDAY=MO,TH', '2026-12-03', ['2026-12-03', '2026-12-07', '2026-12-10']],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU', '2026-12-08', ['2026-12-08', '2026-12-22', '2027-01-05']],
    // With the week beginning on Sunday, this Sunday belongs to the next week: RFC 5545's example of WKST.
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=MO', '1997-08-05', ['1997-08-05', '1997-08-10', '1997-08-19']],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU', '1997-08-05', ['1997-08-05', '1997-08-17', '1997-08-19']],
    ['FREQ=MONTHLY;BYMONTHDAY=15', '2026-12-15', ['2026-12-15', '2027-01-15', '2027-02-15']],
    ['FREQ=MONTHLY;BYDAY=2TU', '2026-12-08', ['2026-12-08', '2027-01-12', '2027-02-09']],
    ['FREQ=MONTHLY;BYDAY=-1FR', '2026-12-25', ['2026-12-25', '2027-01-29', '2027-02-26']],
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', '2026-12-31', ['2026-12-31', '2027-01-29', '2027-02-26']],
    ['FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=14', '2027-03-14', ['2027-03-14', '2028-03-14', '2029-03-14']],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29', '2028-02-29', ['2028-02-29', '2032-02-29', '2036-02-29']],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1', '2028-02-29', ['2028-02-29', '2029-02-28', '2030-02-28']],
    ['FREQ=YEARLY;BYDAY=20MO', '1997-05-19', ['1997-05-19', '1998-05-18', '1999-05-17']],
  ])('%s from %s', (rule, start, expected) => {
    expect(days(rule, `${start}T09:00`, 3)).toEqual(expected)
  })

  test('monthly on the 31st: short months skipped, or their last day, as chosen (K66)', () => {
    const start = '2026-12-31T09:00'
    expect(days('FREQ=MONTHLY;BYMONTHDAY=31', start, 4)).toEqual([
      '2026-12-31',
      '2027-01-31',
      '2027-03-31',
      '2027-05-31',
    ])
    expect(days('FREQ=MONTHLY;BYMONTHDAY=-1', start, 4)).toEqual([
      '2026-12-31',
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
    ])
    expect(days('FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1', '2026-12-30T09:00', 4)).toEqual([
      ...['2026-12-30', '2027-01-30', '2027-02-28', '2027-03-30'],
    ])
  })
})

describe('the end of a rule (T4)', () => {
  test('after so many, counted from the first', () => {
    expect(days('FREQ=WEEKLY;BYDAY=MO;COUNT=2', '2026-12-07T09:00', 9)).toEqual(['2026-12-07', '2026-12-14'])
    expect(instants(recurrence('FREQ=DAILY;COUNT=3', '2026-12-07T09:00'), 9, '2026-12-08T12:00:00Z')).toEqual([
      '2026-12-09T09:00:00Z',
    ])
  })

  test('a day is included whole, in the zone; a wall time and an instant to their second', () => {
    const tokyo = (until: string) =>
      occurrencesOf(recurrence(`FREQ=DAILY;UNTIL=${until}`, '2027-01-01T09:00', 'Asia/Tokyo'), 9)
    expect(tokyo('20270103')).toHaveLength(3)
    expect(tokyo('20270103T090000')).toHaveLength(3)
    expect(tokyo('20270103T085959')).toHaveLength(2)
    expect(tokyo('20270103T000000Z')).toHaveLength(3) // 09:00 there
    expect(tokyo('20270102T235959Z')).toHaveLength(2)
  })

  test('how many are before a day', () => {
    const daily = recurrence('FREQ=DAILY;COUNT=10', '2026-12-07T09:00')
    expect(countBefore(daily, '2026-12-07T09:00:00', 1000)).toBe(0)
    expect(countBefore(daily, '2026-12-10T09:00:00', 1000)).toBe(3)
    expect(countBefore(daily, '2028-12-10T09:00:00', 1000)).toBe(10)
  })

  test('a rule that never happens is refused, and soon', () => {
    for (const rule of ['FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30', 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;COUNT=3'])
      expect(() => days(rule, '2026-12-07T09:00', 1)).toThrow(new DomainError('rule_never_happens'))
  })

  test('steps of 999 years leave the calendar, and that is the end', () => {
    expect(days('FREQ=YEARLY;INTERVAL=999', '2026-12-07T09:00', 9)).toHaveLength(3)
  })
})

describe('over changes of the clock: always the original wall clock (T4)', () => {
  test('weekly Thursday 16:00 in London stays 16:00 (K75)', () => {
    const weekly = recurrence('FREQ=WEEKLY;BYDAY=TH', '2027-03-18T16:00', 'Europe/London')
    expect(instants(weekly, 3)).toEqual(['2027-03-18T16:00:00Z', '2027-03-25T16:00:00Z', '2027-04-01T15:00:00Z'])
  })

  test('weekly Monday 6:00 in New York the day after clocks went back: once, at 6:00 (K60)', () => {
    const weekly = recurrence('FREQ=WEEKLY;BYDAY=MO', '2026-11-02T06:00', 'America/New_York')
    expect(instants(weekly, 1, '2026-10-30T12:00:00Z')).toEqual(['2026-11-02T11:00:00Z'])
    expect(instants(weekly, 1, '2026-11-01T12:00:00Z')).toEqual(['2026-11-02T11:00:00Z'])
  })

  test('daily 2:30 in New York over the night that has no 2:30: never in the past, never 25 hours away (K61)', () => {
    const daily = recurrence('FREQ=DAILY', '2026-03-01T02:30', 'America/New_York')
    expect(instants(daily, 3, '2026-03-08T06:30:00Z')).toEqual([
      ...['2026-03-08T07:30:00Z', '2026-03-09T06:30:00Z', '2026-03-10T06:30:00Z'],
    ])
    expect(occurrencesOf(daily, 2, at('2026-03-08T06:30:00Z')).map(({ kind }) => kind)).toEqual(['gap', 'exact'])
    for (let now = at('2026-03-07T00:00:00Z'); now < at('2026-03-11T00:00:00Z'); now = epochSeconds(now + 1800)) {
      const [next] = occurrencesOf(daily, 1, now)
      expect(next!.sendAt).toBeGreaterThan(now)
      expect(next!.sendAt - now).toBeLessThanOrEqual(25 * 3600)
    }
  })

  test('weekly Sunday 8:00 in Chicago on the very day of the change is not passed over (K62)', () => {
    const weekly = recurrence('FREQ=WEEKLY;BYDAY=SU', '2026-03-01T08:00', 'America/Chicago')
    expect(instants(weekly, 1, '2026-03-08T05:45:00Z')).toEqual(['2026-03-08T13:00:00Z'])
  })

  test('a time that comes twice is taken the first time; in a change of half an hour too (K68)', () => {
    const berlin = recurrence('FREQ=DAILY', '2027-10-30T02:30', 'Europe/Berlin')
    expect(instants(berlin, 3)).toEqual(['2027-10-30T00:30:00Z', '2027-10-31T00:30:00Z', '2027-11-01T01:30:00Z'])
    const lordHowe = recurrence('FREQ=DAILY', '2027-10-02T02:15', 'Australia/Lord_Howe')
    expect(
      occurrencesOf(lordHowe, 3).map(({ sendAt }) => wallClockAt(sendAt, 'Australia/Lord_Howe' as ZoneId)),
    ).toEqual([...['2027-10-02T02:15:00', '2027-10-03T02:45:00', '2027-10-04T02:15:00']])
  })

  test('a zone that leaves out a whole day has one occurrence there, not two at once', () => {
    const daily = recurrence('FREQ=DAILY', '2011-12-28T09:00', 'Pacific/Apia')
    expect(instants(daily, 4)).toEqual([
      ...['2011-12-28T19:00:00Z', '2011-12-29T19:00:00Z', '2011-12-30T19:00:00Z', '2011-12-31T19:00:00Z'],
    ])
  })
})

const ZONES = Intl.supportedValuesOf('timeZone')
const FROM = at('2026-01-01T00:00:00Z')
const RULES: [string, number][] = [
  ['FREQ=DAILY', 1],
  ['FREQ=DAILY;INTERVAL=5', 5],
  ['FREQ=WEEKLY', 7],
  ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 3],
  ['FREQ=WEEKLY;INTERVAL=3;BYDAY=SA,SU', 21],
  ['FREQ=MONTHLY;BYDAY=-1FR', 35],
  ['FREQ=MONTHLY;BYMONTHDAY=-1', 31],
  ['FREQ=MONTHLY;BYMONTHDAY=31', 62],
]

test('any rule, time, zone and now: later than now, in order, at most a period away, and at the original time of day unless a clock change skips it (T4)', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...RULES),
      fc.integer({ min: 0, max: 86_399 }),
      fc.integer({ min: 0, max: 5 * 365 * 86_400 }),
      fc.constantFrom(...ZONES),
      ([rule, period_days], time, later, zone) => {
        const clock = new Date(time * 1000).toISOString().slice(11, 19)
        const now = epochSeconds(FROM + later)
        const found = occurrencesOf(recurrence(rule, `2026-01-01T${clock}`, zone), 4, now)
        expect(found).toHaveLength(4)
        let before: number = now
        for (const { sendAt, wallClock, kind } of found) {
          expect(wallClock.slice(11)).toBe(clock)
          expect(sendAt).toBeGreaterThan(before)
          // Until the first one has come, nothing limits the wait for it.
          if (before > at('2026-03-10T00:00:00Z'))
            expect(sendAt - before).toBeLessThanOrEqual(period_days * 86_400 + 3 * 3600)
          if (kind !== 'gap') expect(wallClockAt(sendAt, zone as ZoneId)).toBe(wallClock)
          before = sendAt
        }
      },
    ),
    { numRuns: 150 },
  )
})

test('asked one by one from each to the next, or all at once: the same occurrences', () => {
  for (const [rule] of RULES) {
    const of = recurrence(rule, '2027-01-01T02:30', 'America/New_York')
    const together = occurrencesOf(of, 60)
    let after = epochSeconds(together[0]!.sendAt - 1)
    for (const each of together) {
      const [next] = occurrencesOf(of, 1, after)
      expect(next).toEqual(each)
      after = each.sendAt
    }
  }
})
