import { describe, expect, test } from 'vitest'
import { checkSendTime, type Choice } from './send-time.ts'
import { isOlderRules, underRules } from './rules-change.ts'
import type { OffsetAt } from './zone.ts'

const at = (iso: string) => Date.parse(iso) / 1000
const HOUR_S = 3600
const zone = 'Europe/Berlin'

/** A zone with summer time between two instants, or none at all. */
const summerBetween =
  (from: string, to: string): OffsetAt =>
  (instant) =>
    instant >= at(from) && instant < at(to) ? 2 * HOUR_S : HOUR_S
const today = summerBetween('2027-03-28T01:00:00Z', '2027-10-31T01:00:00Z')
const withoutSummer: OffsetAt = () => HOUR_S
const alwaysSummer: OffsetAt = () => 2 * HOUR_S
/** Summer time ends a week earlier. */
const shorterSummer = summerBetween('2027-03-28T01:00:00Z', '2027-10-24T01:00:00Z')

const moved = (asked: { wallClock?: string; sendAt?: number; choice?: Choice }, rules: OffsetAt) =>
  underRules(checkSendTime({ zone, ...asked }, today), rules)

describe('the wall clock is what was promised (T6)', () => {
  test('a time whose offset changed keeps its wall clock and gets another instant', () => {
    const nine = { wallClock: '2027-07-01T09:00' }
    expect(moved(nine, today)).toEqual({ sendAt: at('2027-07-01T07:00:00Z'), wallClock: '2027-07-01T09:00:00' })
    expect(moved(nine, withoutSummer)).toEqual({ sendAt: at('2027-07-01T08:00:00Z'), wallClock: '2027-07-01T09:00:00' })
  })

  test('a time that the change does not touch stays', () => {
    expect(moved({ wallClock: '2027-12-01T09:00' }, shorterSummer).sendAt).toBe(at('2027-12-01T08:00:00Z'))
  })

  test('an instant that was promised stays, and clocks show it differently', () => {
    expect(moved({ sendAt: at('2027-07-01T07:00:00Z') }, withoutSummer)).toEqual({
      sendAt: at('2027-07-01T07:00:00Z'),
      wallClock: '2027-07-01T08:00:00',
    })
  })
})

describe('a choice between two instants stays what its author chose (T2)', () => {
  const twice = '2027-10-31T02:30'
  test.each([
    ['first', '2027-10-31T00:30:00Z'],
    ['second', '2027-10-31T01:30:00Z'],
  ] as const)('%s, where there is still a choice', (choice, instant) => {
    expect(moved({ wallClock: twice, choice }, today).sendAt).toBe(at(instant))
  })
  test('the second of two, an hour later in both', () => {
    // The same change of clocks, in a zone that lies an hour further east: both readings move.
    const east: OffsetAt = (instant, name) => today(instant, name) + HOUR_S
    const shift: OffsetAt = (instant, name) => east(instant + HOUR_S, name)
    expect(moved({ wallClock: twice, choice: 'second' }, shift).sendAt).toBe(at('2027-10-31T00:30:00Z'))
    expect(moved({ wallClock: twice, choice: 'first' }, shift).sendAt).toBe(at('2027-10-30T23:30:00Z'))
  })
  test('where there is none any more, the one instant', () => {
    for (const choice of ['first', 'second'] as const) {
      expect(moved({ wallClock: twice, choice }, alwaysSummer).sendAt).toBe(at('2027-10-31T00:30:00Z'))
      expect(moved({ wallClock: twice, choice }, withoutSummer).sendAt).toBe(at('2027-10-31T01:30:00Z'))
    }
  })
  test('a skipped time that exists now is that time; one that is skipped now moves past the jump', () => {
    expect(moved({ wallClock: '2027-03-28T02:30', choice: 'earlier' }, withoutSummer).sendAt).toBe(
      at('2027-03-28T01:30:00Z'),
    )
    const laterSpring = summerBetween('2027-04-04T01:00:00Z', '2027-10-31T01:00:00Z')
    expect(moved({ wallClock: '2027-04-04T02:30' }, laterSpring).sendAt).toBe(at('2027-04-04T01:30:00Z'))
  })
  test('a time that comes twice only by the new rules stays where it was', () => {
    expect(moved({ wallClock: '2027-10-24T02:30' }, shorterSummer).sendAt).toBe(at('2027-10-24T00:30:00Z'))
  })
})

test('only a newer edition moves anything', () => {
  expect(isOlderRules('2025c', '2026a')).toBe(true)
  expect(isOlderRules('2025b', '2025c')).toBe(true)
  expect(isOlderRules('unknown', '2025c')).toBe(true)
  for (const [stored, current] of [
    ['2026a', '2026a'],
    ['2026b', '2026a'],
    ['2025c', 'unknown'],
    ['bench', '2026a'],
    ['', '2026a'],
  ] as const)
    expect(isOlderRules(stored, current), `${stored} ${current}`).toBe(false)
})
