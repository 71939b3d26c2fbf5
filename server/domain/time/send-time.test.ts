import { describe, expect, test } from 'vitest'
import { DomainError } from '../errors.ts'
import { asPromised, checkSendTime, checkWithinHorizon } from './send-time.ts'
import { epochMillis, epochSeconds, seconds } from './units.ts'

const paris = 'Europe/Paris'
const nineInParis = 1_796_112_000 // 2026-12-01T08:00:00Z

function refusal(attempt: () => unknown): { code: string; facts: Record<string, unknown> } {
  try {
    attempt()
  } catch (error) {
    if (error instanceof DomainError) return error
    throw error
  }
  throw new Error('accepted')
}

describe('the instant and what the author saw must agree (T1)', () => {
  test('they do: kept as given, seconds filled in', () => {
    const asked = { sendAt: nineInParis, zone: paris, wallClock: '2026-12-01T09:00' }
    expect(checkSendTime(asked)).toEqual({
      sendAt: nineInParis,
      zone: paris,
      wallClock: '2026-12-01T09:00:00',
      promised: null,
    })
  })

  test('without a wall clock the server says what one shows then', () => {
    expect(checkSendTime({ sendAt: nineInParis, zone: 'Asia/Kathmandu' })).toMatchObject({
      wallClock: '2026-12-01T13:45:00',
      promised: 'instant',
    })
  })

  test('without an instant the wall clock alone says when; without either there is nothing to go by', () => {
    expect(checkSendTime({ zone: paris, wallClock: '2026-12-01T09:00' })).toMatchObject({ sendAt: nineInParis })
    expect(refusal(() => checkSendTime({ zone: paris })).code).toBe('invalid_input')
  })

  test('they do not: refused with both readings', () => {
    const { code, facts } = refusal(() =>
      checkSendTime({ sendAt: nineInParis, zone: paris, wallClock: '2026-12-01T10:00' }),
    )
    expect(code).toBe('time_does_not_match')
    expect(facts).toEqual({
      asked: nineInParis,
      asked_shows: '2026-12-01T09:00:00',
      wallClock: '2026-12-01T10:00',
      wallClock_means: nineInParis + 3600,
      zone: paris,
    })
  })

  test('of a time that comes twice either may be chosen, of a skipped one either reading (T2)', () => {
    const [first, second] = [Date.parse('2027-10-31T00:30:00Z') / 1000, Date.parse('2027-10-31T01:30:00Z') / 1000]
    for (const sendAt of [first, second])
      expect(checkSendTime({ sendAt, zone: paris, wallClock: '2027-10-31T02:30' }).sendAt).toBe(sendAt)
    const [after, before] = [Date.parse('2027-03-28T01:30:00Z') / 1000, Date.parse('2027-03-28T00:30:00Z') / 1000]
    for (const sendAt of [after, before])
      expect(checkSendTime({ sendAt, zone: paris, wallClock: '2027-03-28T02:30' }).sendAt).toBe(sendAt)
    expect(refusal(() => checkSendTime({ sendAt: first + 1, zone: paris, wallClock: '2027-10-31T02:30' })).code).toBe(
      'time_does_not_match',
    )
  })

  describe('a choice between two instants is explicit, in either pair of words (T2)', () => {
    const fold = { zone: paris, wallClock: '2027-10-31T02:30' }
    const gap = { zone: paris, wallClock: '2027-03-28T02:30' }
    test.each([
      [fold, undefined, '2027-10-31T00:30:00Z', 'earlier'],
      [fold, 'first', '2027-10-31T00:30:00Z', 'earlier'],
      [fold, 'earlier', '2027-10-31T00:30:00Z', 'earlier'],
      [fold, 'second', '2027-10-31T01:30:00Z', 'later'],
      [fold, 'later', '2027-10-31T01:30:00Z', 'later'],
      [gap, undefined, '2027-03-28T01:30:00Z', 'later'],
      [gap, 'later', '2027-03-28T01:30:00Z', 'later'],
      [gap, 'second', '2027-03-28T01:30:00Z', 'later'],
      [gap, 'earlier', '2027-03-28T00:30:00Z', 'earlier'],
      [gap, 'first', '2027-03-28T00:30:00Z', 'earlier'],
    ] as const)('%o %s', (asked, choice, instant, promised) => {
      const sendAt = Date.parse(instant) / 1000
      expect(checkSendTime({ ...asked, choice })).toMatchObject({ sendAt, promised })
      // What was seen must be what was chosen.
      expect(checkSendTime({ ...asked, choice, sendAt })).toMatchObject({ sendAt, promised })
      if (choice)
        expect(refusal(() => checkSendTime({ ...asked, choice, sendAt: sendAt + 1 })).code).toBe('time_does_not_match')
    })

    test('the instant of the other reading is refused beside an explicit choice', () => {
      const second = Date.parse('2027-10-31T01:30:00Z') / 1000
      expect(refusal(() => checkSendTime({ ...fold, choice: 'first', sendAt: second })).code).toBe(
        'time_does_not_match',
      )
    })

    test('of a time that exists once every choice is that time', () => {
      for (const choice of ['first', 'second', 'earlier', 'later'] as const)
        expect(checkSendTime({ zone: paris, wallClock: '2026-12-01T09:00', choice })).toMatchObject({
          sendAt: nineInParis,
          promised: null,
        })
    })
  })

  test('by other rules of the zone the same wall clock is another instant (T6)', () => {
    const asked = { zone: paris, wallClock: '2026-12-01T09:00' }
    expect(checkSendTime(asked, () => 7200).sendAt).toBe(nineInParis - 3600)
    expect(refusal(() => checkSendTime({ ...asked, sendAt: nineInParis }, () => 7200))).toMatchObject({
      code: 'time_does_not_match',
      facts: { asked_shows: '2026-12-01T10:00:00', wallClock_means: nineInParis - 3600 },
    })
  })

  test.each([Date.now(), 1.5, -1, Number.NaN])('%s is no second', (sendAt) => {
    expect(refusal(() => checkSendTime({ sendAt, zone: paris })).code).toBe('invalid_input')
  })

  test('an unknown zone is named', () => {
    expect(refusal(() => checkSendTime({ sendAt: nineInParis, zone: 'Mars/Olympus' }))).toMatchObject({
      code: 'invalid_zone',
      facts: { zone: 'Mars/Olympus' },
    })
  })
})

describe('how near and how far, by the server clock (T1, T3)', () => {
  const horizon = seconds(86_400)
  const now = epochMillis(1_800_000_000_500) // half a second past
  const check = (sendAt: number) => () => checkWithinHorizon(epochSeconds(sendAt), now, horizon)

  test('the second that has begun is past, the next is not', () => {
    expect(refusal(check(1_799_999_999)).code).toBe('time_in_past')
    expect(refusal(check(1_800_000_000))).toMatchObject({
      code: 'time_in_past',
      facts: { sendAt: 1_800_000_000, now: 1_800_000_000 },
    })
    expect(check(1_800_000_001)).not.toThrow()
    expect(() => checkWithinHorizon(epochSeconds(1_800_000_000), epochMillis(1_800_000_000_000), horizon)).toThrow(
      DomainError,
    )
  })

  test('the last second of the horizon is allowed, one more is not', () => {
    expect(check(1_800_086_400)).not.toThrow()
    expect(refusal(check(1_800_086_401))).toMatchObject({ code: 'time_too_far', facts: { last: 1_800_086_400 } })
  })
})

test.each([
  ['an instant', { sendAt: nineInParis, zone: paris }],
  ['a wall clock', { zone: paris, wallClock: '2026-12-01T09:00' }],
  ['a wall clock that is skipped', { zone: paris, wallClock: '2027-03-28T02:30' }],
  ['the second of two', { zone: paris, wallClock: '2026-10-25T02:30', choice: 'second' as const }],
])('asked for once more as it was promised, %s is promised the same', (_, asked) => {
  const planned = checkSendTime(asked)
  expect(checkSendTime(asPromised(planned))).toEqual(planned)
})
