import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { epochSeconds, type ZoneId } from '../time/units.ts'
import { occurrencesOf, type Recurrence } from './occurrences.ts'
import { dayOf } from './plan-ahead.ts'
import { formatRule, parseRule } from './rule.ts'
import { restOf, splitAt, type Split } from './split.ts'

const NONE: ReadonlySet<string> = new Set()
const at = (iso: string) => epochSeconds(Date.parse(iso) / 1000)
const recurrence = (rule: string, start: string, zone = 'UTC'): Recurrence => ({
  rule: parseRule(rule),
  start,
  zone: zone as ZoneId,
})
const told = (split: Split | null) =>
  split && { before: formatRule(split.before), rest: formatRule(split.rest), first: split.first }

describe('where a series is split (T4)', () => {
  const split = (rule: string, from: string, now = '2026-12-01T00:00:00Z', days = { waiting: NONE, taken: NONE }) =>
    splitAt(
      { recurrence: recurrence(rule, '2026-12-07T09:00:00'), waitingDays: days.waiting, takenDays: days.taken },
      from,
      at(now),
    )

  test('it ends with the day before, by the wall clock, and what follows begins with that day', () => {
    expect(told(split('FREQ=DAILY', '2026-12-10'))).toEqual({
      ...{ before: 'FREQ=DAILY;UNTIL=20261209', rest: 'FREQ=DAILY', first: '2026-12-10T09:00:00' },
    })
    expect(told(split('FREQ=WEEKLY', '2027-01-04'))?.before).toBe('FREQ=WEEKLY;UNTIL=20270103')
  })

  test('an end by count is divided, one by date stays with what follows', () => {
    expect(told(split('FREQ=DAILY;COUNT=10', '2026-12-11'))).toMatchObject({
      ...{ before: 'FREQ=DAILY;COUNT=4', rest: 'FREQ=DAILY;COUNT=6' },
    })
    for (const until of ['20261220', '20261220T090000', '20261220T090000Z'])
      expect(told(split(`FREQ=DAILY;UNTIL=${until}`, '2026-12-11'))).toMatchObject({
        ...{ before: 'FREQ=DAILY;UNTIL=20261210', rest: `FREQ=DAILY;UNTIL=${until}` },
      })
  })

  test('nothing comes before it: the series is changed as a whole', () => {
    expect(split('FREQ=DAILY', '2026-12-07')).toBeNull()
    expect(split('FREQ=DAILY', '2026-12-09', '2026-12-08T09:00:00Z')).toBeNull()
    const skipped = new Set(['2026-12-07', '2026-12-08'])
    expect(split('FREQ=DAILY', '2026-12-09', undefined, { waiting: NONE, taken: skipped }), 'all skipped').toBeNull()
    const waiting = new Set(['2026-12-08'])
    expect(split('FREQ=DAILY', '2026-12-09', undefined, { waiting, taken: skipped }), 'one waits').not.toBeNull()
  })

  test('one that was moved ahead waits for a day that is past: what waits before it counts', () => {
    const moved = new Set(['2026-12-08'])
    const after = '2026-12-20T00:00:00Z'
    expect(split('FREQ=DAILY', '2026-12-08', after, { waiting: moved, taken: moved })).toBeNull()
    expect(told(split('FREQ=DAILY', '2026-12-21', after, { waiting: moved, taken: moved }))?.first).toBe(
      '2026-12-21T09:00:00',
    )
  })

  test.each(['2026-12-08', '2026-12-06', '2026-12-14T09:00', '14.12.2026', '2026-02-30', ''])(
    'a day that is none of it is refused, with its value: %s',
    (from) => {
      expect(() => split('FREQ=WEEKLY', from)).toThrow(
        expect.objectContaining({
          code: 'invalid_input',
          facts: expect.objectContaining({ field: 'from', value: from }),
        }),
      )
    },
  )

  test('one that has passed is none to come', () => {
    expect(() => split('FREQ=DAILY', '2026-12-08', '2026-12-08T09:00:00Z')).toThrow(/still to come/)
  })

  test('what is left of a counted rule; never less than one', () => {
    const daily = recurrence('FREQ=DAILY;COUNT=3', '2026-12-07T09:00:00')
    expect(restOf(daily, '2026-12-09T09:00:00').end).toEqual({ kind: 'count', count: 1 })
    expect(restOf(daily, '9999').end).toEqual({ kind: 'count', count: 1 })
  })
})

test('those before and those that follow are together exactly what the series was, in every zone and for every end', () => {
  const rules = [
    ...[
      'FREQ=DAILY',
      'FREQ=DAILY;INTERVAL=3',
      'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,WE',
    ],
    ...['FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,WE;WKST=SU', 'FREQ=WEEKLY', 'FREQ=MONTHLY', 'FREQ=MONTHLY;BYDAY=2TU'],
    ...['FREQ=MONTHLY;BYMONTHDAY=-1', 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1,-1', 'FREQ=MONTHLY;INTERVAL=2'],
    ...[
      'FREQ=MONTHLY;BYMONTHDAY=29,30,31;BYSETPOS=-1',
      'FREQ=YEARLY;BYMONTH=3,9;BYDAY=-1SU',
      'FREQ=YEARLY;BYYEARDAY=100,-1',
    ],
  ]
  fc.assert(
    fc.property(
      fc.constantFrom(...rules),
      fc.constantFrom('UTC', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia', 'Africa/Cairo'),
      // Apia left out the 30th of December 2011.
      fc.constantFrom('2011-12-20', '2026-10-18', '2027-03-01', '2028-02-29', '2026-12-31'),
      fc.constantFrom('00:15:00', '02:30:00', '09:00:00', '23:59:59'),
      fc.constantFrom('never', 'count', 'until'),
      fc.integer({ min: 2, max: 14 }),
      fc.nat(),
      (text, zone, day, time, ends, length, pick) => {
        const open = recurrence(text, `${day}T${time}`, zone)
        const last = occurrencesOf(open, length).at(-1)!
        const end = { never: '', count: `;COUNT=${length}`, until: `;UNTIL=${dayOf(last).replaceAll('-', '')}` }[ends]
        const whole = recurrence(text + end, open.start, zone)
        const shown = occurrencesOf(whole, length)
        const at_k = 1 + (pick % (shown.length - 1))
        const from = dayOf(shown[at_k]!)
        const now = epochSeconds(shown[0]!.sendAt - 1)
        const split = splitAt({ recurrence: whole, waitingDays: NONE, takenDays: NONE }, from, now)!
        const before = occurrencesOf({ ...whole, rule: split.before }, length)
        // One that ends is asked for one more than it has.
        const more = ends === 'never' ? 0 : 1
        const rest = occurrencesOf({ ...whole, rule: split.rest, start: split.first }, length - at_k + more)
        expect([...before, ...rest]).toEqual(shown)
      },
    ),
    { numRuns: 40 },
  )
})
