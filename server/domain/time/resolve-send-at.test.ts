import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DomainError } from '../errors.ts'
import { resolveSendAt } from './resolve-send-at.ts'
import { epochSeconds, type ZoneId } from './units.ts'
import { offsetSecondsAt, parseZone, wallClockAt } from './zone.ts'

const zone = (name: string) => name as ZoneId
const at = (iso: string) => Date.parse(iso) / 1000

describe('a wall clock that exists once is that instant (T2)', () => {
  test.each([
    ['2026-12-01T09:00', 'Europe/Paris', '2026-12-01T08:00:00Z'],
    ['2027-07-01T09:00:30', 'Europe/Paris', '2027-07-01T07:00:30Z'],
    ['2027-03-28T01:59:59', 'Europe/Paris', '2027-03-28T00:59:59Z'],
    ['2027-03-28T03:00', 'Europe/Paris', '2027-03-28T01:00:00Z'],
    ['2027-10-31T01:59:59', 'Europe/Paris', '2027-10-30T23:59:59Z'],
    ['2027-10-31T03:00', 'Europe/Paris', '2027-10-31T02:00:00Z'],
    ['2027-03-14T12:00', 'America/New_York', '2027-03-14T16:00:00Z'],
    ['2027-01-01T00:00', 'Asia/Kathmandu', '2026-12-31T18:15:00Z'],
    ['2027-06-01T12:00', 'Australia/Lord_Howe', '2027-06-01T01:30:00Z'],
    ['2027-01-01T12:00', 'Australia/Lord_Howe', '2027-01-01T01:00:00Z'],
    ['2028-02-29T12:00', 'UTC', '2028-02-29T12:00:00Z'],
    ['2027-06-01T12:00', 'Pacific/Kiritimati', '2027-05-31T22:00:00Z'],
    ['2027-06-01T12:00', 'Pacific/Niue', '2027-06-01T23:00:00Z'],
  ])('%s in %s', (wallClock, name, instant) => {
    expect(resolveSendAt(wallClock, zone(name))).toEqual({ sendAt: at(instant), kind: 'exact', alternative: null })
  })
})

describe('a wall clock that is skipped moves by the jump, and the other reading is told (T2)', () => {
  test.each([
    ['2027-03-28T02:30', 'Europe/Paris', '2027-03-28T01:30:00Z', '2027-03-28T00:30:00Z', '2027-03-28T03:30:00'],
    ['2027-03-14T02:00', 'America/New_York', '2027-03-14T07:00:00Z', '2027-03-14T06:00:00Z', '2027-03-14T03:00:00'],
    ['2027-10-03T02:15', 'Australia/Lord_Howe', '2027-10-02T15:45:00Z', '2027-10-02T15:15:00Z', '2027-10-03T02:45:00'],
  ])('%s in %s', (wallClock, name, instant, other, shown) => {
    const resolved = resolveSendAt(wallClock, zone(name))
    expect(resolved).toEqual({ sendAt: at(instant), kind: 'gap', alternative: at(other) })
    expect(wallClockAt(resolved.sendAt, zone(name))).toBe(shown)
  })
})

describe('a wall clock that comes twice is its first time, and the second is told (T2)', () => {
  test.each([
    ['2027-10-31T02:30', 'Europe/Paris', '2027-10-31T00:30:00Z', '2027-10-31T01:30:00Z'],
    ['2027-11-07T01:30', 'America/New_York', '2027-11-07T05:30:00Z', '2027-11-07T06:30:00Z'],
    ['2027-04-04T01:45', 'Australia/Lord_Howe', '2027-04-03T14:45:00Z', '2027-04-03T15:15:00Z'],
  ])('%s in %s', (wallClock, name, first, second) => {
    expect(resolveSendAt(wallClock, zone(name))).toEqual({ sendAt: at(first), kind: 'fold', alternative: at(second) })
  })
})

test.each([
  '',
  '2027-13-01T00:00',
  '2027-02-29T00:00',
  '2027-01-01T24:00',
  '2027-01-01T10:60',
  '2027-01-01T10:00:60',
  '2027-01-01 10:00',
  '2027-1-1T10:00',
  'x'.repeat(99),
])('"%s" is no time of a calendar', (wallClock) => {
  expect(() => resolveSendAt(wallClock, zone('UTC'))).toThrow(DomainError)
})

test('a zone is a name of the IANA list; a fixed offset is refused, it knows no clock change', () => {
  expect(parseZone('Asia/Calcutta')).toBe('Asia/Calcutta')
  expect(parseZone('UTC')).toBe('UTC')
  for (const name of ['', 'Mars/Olympus', '+02:00', 'GMT+25', 'Europe/Paris; DROP', 'a'.repeat(70)])
    expect(() => parseZone(name)).toThrow(DomainError)
})

const ZONES = Intl.supportedValuesOf('timeZone')
const FROM = at('2026-01-01T00:00:00Z')
const TO = at('2031-01-01T00:00:00Z')
const DAY_S = 86_400

/** No rules of these years change and change back within a week. */
const WEEK_S = 7 * DAY_S

/** The instants at which this zone changes its clocks. */
function transitionsOf(name: string): number[] {
  const offsetAt = (instant: number) => offsetSecondsAt(epochSeconds(instant), zone(name))
  const found: number[] = []
  let before = offsetAt(FROM)
  for (let week = FROM; week < TO; week += WEEK_S) {
    const after = offsetAt(week + WEEK_S)
    if (before !== after) {
      let [low, high] = [week, week + WEEK_S]
      while (high - low > 1) {
        const middle = Math.floor((low + high) / 2)
        if (offsetAt(middle) === before) low = middle
        else high = middle
      }
      found.push(high)
    }
    before = after
  }
  return found
}

/** A wall clock turned into an instant shows the same again, or is reported as skipped or repeated. */
function checkRoundTrip(instant: number, name: string): void {
  const wall = wallClockAt(epochSeconds(instant), zone(name))
  const resolved = resolveSendAt(wall, zone(name))
  expect(resolved.kind, `${wall} in ${name} is shown by a clock`).not.toBe('gap')
  expect([resolved.sendAt, resolved.alternative], `${wall} in ${name}`).toContain(instant)
  expect(wallClockAt(resolved.sendAt, zone(name))).toBe(wall)
  if (resolved.kind === 'fold') {
    expect(resolved.alternative).toBeGreaterThan(resolved.sendAt)
    expect(wallClockAt(epochSeconds(resolved.alternative ?? 0), zone(name))).toBe(wall)
  }
}

test('any instant in any zone: shown, read back, the same instant or reported as one of two (T2)', () => {
  fc.assert(
    fc.property(fc.integer({ min: FROM, max: TO }), fc.constantFrom(...ZONES), (instant, name) =>
      checkRoundTrip(instant, name),
    ),
    { numRuns: 2_000 },
  )
})

test('around every clock change of 2026 to 2030 under every set of zone rules: skipped and repeated times are reported as such (T2)', () => {
  // Zones that change at the same seconds to the same offsets share rules; each set of rules is looked at in full.
  const rules = new Map(
    ZONES.map((name) => {
      const changes = transitionsOf(name)
      const offsets = [FROM, ...changes].map(
        (instant) => `${instant} ${offsetSecondsAt(epochSeconds(instant), zone(name))}`,
      )
      return [name, { changes, key: offsets.join() }] as const
    }),
  )
  // On the same days, at another hour: rules of their own.
  expect(rules.get('America/Havana')?.key).not.toBe(rules.get('America/New_York')?.key)
  expect(rules.get('Asia/Beirut')?.key).not.toBe(rules.get('Europe/Athens')?.key)
  const zonesByRules = new Map([...rules].map(([name, { key }]) => [key, name]))
  for (const name of zonesByRules.values()) {
    for (const change of rules.get(name)?.changes ?? []) {
      const jump = offsetSecondsAt(change, zone(name)) - offsetSecondsAt(change - 1, zone(name))
      for (const distance of [-7200, -1801, -1, 0, 1, 1799, 7200]) checkRoundTrip(change + distance, name)
      const lastWall = change - 1 + offsetSecondsAt(change - 1, zone(name))
      const middle = new Date((lastWall + 1 + jump / 2) * 1000).toISOString().slice(0, 19)
      expect(resolveSendAt(middle, zone(name)).kind, `${middle} in ${name}`).toBe(jump > 0 ? 'gap' : 'fold')
    }
  }
}, 60_000)

describe('on a day of 23 and one of 25 hours (K85)', () => {
  const newYork = zone('America/New_York')
  const minutesOf = (day: string) =>
    Array.from({ length: 96 }, (_, quarter) => `${day}T${new Date(quarter * 900_000).toISOString().slice(11, 16)}`)
  test('every quarter of an hour of the wall can be asked for; the skipped ones say so, and no instant is left out', () => {
    const wall = minutesOf('2027-03-14')
    const kinds = wall.map((each) => resolveSendAt(each, newYork).kind)
    expect(wall.filter((_, i) => kinds[i] === 'gap')).toEqual(
      ['02:00', '02:15', '02:30', '02:45'].map((t) => `2027-03-14T${t}`),
    )
    expect(resolveSendAt('2027-03-14T04:00', newYork)).toMatchObject({
      sendAt: at('2027-03-14T08:00:00Z'),
      kind: 'exact',
    })
  })
  test('the hour that comes twice has both its instants, and every instant of the day has its wall clock', () => {
    const wall = minutesOf('2026-11-01')
    const both = wall.flatMap((each) => {
      const { sendAt, alternative } = resolveSendAt(each, newYork)
      return alternative === null ? [sendAt] : [sendAt, alternative]
    })
    expect(new Set(both).size).toBe(100)
    expect(wall.filter((each) => resolveSendAt(each, newYork).kind === 'fold')).toHaveLength(4)
    expect([both[0], both.at(-1)]).toEqual([at('2026-11-01T04:00:00Z'), at('2026-11-02T04:45:00Z')])
  })
})

test('the rules are an argument: a zone whose clocks never change has neither gaps nor folds (T6)', () => {
  expect(resolveSendAt('2027-03-14T02:30', zone('America/New_York'), () => -18_000)).toEqual({
    ...{ sendAt: at('2027-03-14T07:30:00Z'), kind: 'exact', alternative: null },
  })
})

test('a wall clock before 1970 or after 5138 is refused with its value, whatever the zone', () => {
  for (const wallClock of ['1969-12-31T23:59', '1960-01-01T09:00', '5138-11-17T00:00', '9999-12-31T23:59:59'])
    expect(() => resolveSendAt(wallClock, zone('Europe/Berlin')), wallClock).toThrow(
      new DomainError('invalid_input', { field: 'wallClock', value: wallClock, expected: 'a time in 1970–5138' }),
    )
  expect(resolveSendAt('1970-01-01T01:00', zone('Europe/Berlin')).sendAt).toBe(0)
  expect(() => resolveSendAt('1970-01-01T00:59:59', zone('Europe/Berlin'))).toThrow(DomainError)
})
