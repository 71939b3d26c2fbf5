import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { epochMillis, epochSeconds, seconds, type EpochSeconds, type ZoneId } from '../time/units.ts'
import { occurrencesOf } from './occurrences.ts'
import { dayOf, planAhead, type SeriesStanding } from './plan-ahead.ts'
import { parseRule } from './rule.ts'

const DAY_S = 86_400
const at = (iso: string) => epochSeconds(Date.parse(iso) / 1000)
const ms = (iso: string) => epochMillis(Date.parse(iso))
const standing = (
  rule: string,
  start: string,
  decidedTo: string,
  more: Partial<SeriesStanding> = {},
): SeriesStanding => ({
  recurrence: { rule: parseRule(rule), start, zone: 'UTC' as ZoneId },
  decidedTo: at(decidedTo),
  waiting: [],
  takenDays: new Set(),
  ...more,
})
const policy = seconds(DAY_S)
const daysOf = (some: { wallClock: string }[]) => some.map(dayOf)

describe('what is stored ahead (T4)', () => {
  test('a weekly has three waiting, and the job looks again when the first is due', () => {
    const plan = planAhead(
      standing('FREQ=WEEKLY', '2026-12-07T09:00', '2026-12-01T00:00:00Z'),
      ms('2026-12-01T00:00:00Z'),
      policy,
    )
    expect(daysOf(plan.store)).toEqual(['2026-12-07', '2026-12-14', '2026-12-21'])
    expect(plan).toMatchObject({
      missed: [],
      decidedTo: at('2026-12-21T09:00:00Z'),
      lookAt: at('2026-12-07T09:00:00Z'),
    })
  })

  test('a daily has eight days waiting, and the job looks again when the ninth comes near', () => {
    const plan = planAhead(
      standing('FREQ=DAILY', '2026-12-01T09:00', '2026-12-01T00:00:00Z'),
      ms('2026-12-01T00:00:00Z'),
      policy,
    )
    expect(daysOf(plan.store)).toHaveLength(8)
    expect(plan.lookAt).toBe(at('2026-12-01T09:00:00Z'))
  })

  test('what waits already counts, what is skipped or sent takes its day', () => {
    const plan = planAhead(
      standing('FREQ=DAILY', '2026-12-01T10:00', '2026-12-01T09:30:00Z', {
        takenDays: new Set(['2026-12-01', '2026-12-03']),
      }),
      ms('2026-12-01T09:30:00Z'),
      policy,
    )
    expect(daysOf(plan.store).slice(0, 3)).toEqual(['2026-12-02', '2026-12-04', '2026-12-05'])
  })

  test('a rule that ends: all of it is stored, and the series is over once the last is due', () => {
    const of = standing('FREQ=DAILY;COUNT=2', '2026-12-02T09:00', '2026-12-01T00:00:00Z')
    const plan = planAhead(of, ms('2026-12-01T00:00:00Z'), policy)
    expect(daysOf(plan.store)).toEqual(['2026-12-02', '2026-12-03'])
    expect(plan.lookAt).toBe(at('2026-12-03T09:00:01Z'))
    const later = { ...of, decidedTo: plan.decidedTo }
    expect(planAhead(later, ms('2026-12-03T09:00:01Z'), policy)).toMatchObject({ store: [], missed: [], lookAt: null })
  })
})

describe('after an outage in which nothing was stored (T4, C7)', () => {
  test('of a daily only the latest missed one still goes, within the late policy; the others are told as missed', () => {
    const plan = planAhead(
      standing('FREQ=DAILY', '2026-12-01T09:00', '2026-12-05T09:00:00Z'),
      ms('2026-12-20T11:00:00Z'),
      policy,
    )
    expect(daysOf(plan.store).slice(0, 2)).toEqual(['2026-12-20', '2026-12-21'])
    expect(daysOf(plan.missed)).toHaveLength(14)
    expect(daysOf(plan.missed).at(-1)).toBe('2026-12-19')
  })

  test('a late policy of a week does not make a flood of it', () => {
    const plan = planAhead(
      standing('FREQ=DAILY', '2026-12-01T09:00', '2026-12-05T09:00:00Z'),
      ms('2026-12-20T11:00:00Z'),
      seconds(7 * DAY_S),
    )
    expect(plan.store.filter(({ sendAt }) => sendAt <= at('2026-12-20T11:00:00Z'))).toHaveLength(1)
  })

  test('beyond the policy nothing late goes', () => {
    const plan = planAhead(
      standing('FREQ=WEEKLY', '2026-12-01T09:00', '2026-12-01T09:00:00Z'),
      ms('2026-12-18T00:00:00Z'),
      policy,
    )
    expect(daysOf(plan.missed)).toEqual(['2026-12-08', '2026-12-15'])
    expect(daysOf(plan.store)[0]).toBe('2026-12-22')
  })
})

test('looked at whenever it asks to be, at least two wait and a week is covered at every moment, nothing twice (T4)', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(
        'FREQ=DAILY',
        'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
        'FREQ=WEEKLY',
        'FREQ=MONTHLY;BYDAY=-1FR',
        'FREQ=YEARLY',
      ),
      fc.constantFrom('UTC', 'America/New_York', 'Australia/Lord_Howe', 'America/Los_Angeles'),
      fc.integer({ min: 0, max: DAY_S - 1 }),
      fc.integer({ min: 0, max: DAY_S - 1 }),
      (rule, zone, time, late_s) => {
        const start = `2026-10-20T${new Date(time * 1000).toISOString().slice(11, 19)}`
        const recurrence = { rule: parseRule(rule), start, zone: zone as ZoneId }
        let now = at('2026-10-19T00:00:00Z')
        let decidedTo = now
        const stored: EpochSeconds[] = []
        for (let looks = 0; looks < 8; looks++) {
          const plan = planAhead(
            { recurrence, decidedTo, waiting: stored, takenDays: new Set() },
            epochMillis(now * 1000),
            policy,
          )
          stored.push(...plan.store.map(({ sendAt }) => sendAt))
          decidedTo = plan.decidedTo
          expect(plan.lookAt, 'a look has a next one').not.toBeNull()
          expect(plan.lookAt!).toBeGreaterThan(now)
          // The job comes up to a day late, and until then nothing is stored.
          const until = plan.lookAt! + late_s
          const waiting = stored.filter((sendAt) => sendAt > until)
          expect(waiting.length, `at ${until}`).toBeGreaterThanOrEqual(2)
          const [unstored] = occurrencesOf(recurrence, 1, decidedTo)
          expect(unstored!.sendAt).toBeGreaterThan(until + 7 * DAY_S)
          now = epochSeconds(until)
        }
        expect(new Set(stored).size).toBe(stored.length)
        expect(stored).toEqual(stored.toSorted((a, b) => a - b))
      },
    ),
    { numRuns: 15 },
  )
})
