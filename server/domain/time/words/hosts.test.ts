/** The same words mean the same on every host: neither its zone nor a clock change there plays a part. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resolveSendAt } from '../resolve-send-at.ts'
import { epochSeconds } from '../units.ts'
import { offsetSecondsAt, parseZone } from '../zone.ts'
import { readWords } from './read-words.ts'

const HOSTS = [
  'UTC',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Niue',
  'Africa/Casablanca',
]
const PHRASES = [
  ...[
    'tue 4pm',
    'in 90 min',
    'in 26 hours',
    'tomorrow 9 Tokyo time',
    'last friday of january 17:00',
    'noon',
    'midnight',
  ],
  ...[
    '30/11 8.30',
    'in 3 days',
    'next saturday 9am',
    'march 14 2027 2:30am',
    '2:30',
    'november 7 2027 1:30am',
    '1 month',
    'today 23:59',
  ],
  ...[
    '2026-12-24T18:00Z',
    '9am UTC+5:30',
    'in 2 weeks',
    'end of month',
    'morgen 2:30 uhr',
    'yesterday 9',
    'every day 9',
  ],
]
/** Moments at which clocks change somewhere among the hosts, and an ordinary one. */
const NOWS = [
  '2026-12-05T10:00:00Z',
  '2027-03-14T06:59:30Z',
  '2027-11-07T05:45:00Z',
  '2027-04-03T14:50:00Z',
  '2026-12-31T23:30:00Z',
]

const own = process.env.TZ
afterAll(() => {
  if (own === undefined) delete process.env.TZ
  else process.env.TZ = own
})

function answersOn(host: string): string[] {
  process.env.TZ = host
  expect(0 - new Date(2027, 0, 1).getTimezoneOffset() * 60).toBe(
    offsetSecondsAt(Date.UTC(2027, 0, 1) / 1000, parseZone(host)),
  )
  return NOWS.flatMap((now) =>
    ['America/New_York', 'Pacific/Kiritimati'].flatMap((zone) =>
      PHRASES.map((text) =>
        JSON.stringify(
          readWords(text, { now: epochSeconds(Date.parse(now) / 1000), zone: parseZone(zone), locale: 'en' }),
        ),
      ),
    ),
  )
}

describe('on hosts in other zones', () => {
  const [first = 'UTC', ...others] = HOSTS
  let here: string[]
  beforeAll(() => {
    here = answersOn(first)
  })
  test.each(others)('%s says what UTC says', (host) => expect(answersOn(host)).toEqual(here))
})

test('a date and time in digits is that wall clock, in any zone and on any host', () => {
  const zones = Intl.supportedValuesOf('timeZone')
  const from = Date.parse('2027-01-02T00:00Z') / 60_000
  fc.assert(
    fc.property(
      fc.integer({ min: from, max: from + 4 * 525_600 }),
      fc.constantFrom(...zones),
      fc.constantFrom(...HOSTS),
      (minute, name, host) => {
        process.env.TZ = host
        const zone = parseZone(name)
        const wallClock = new Date(minute * 60_000).toISOString().slice(0, 16)
        const result = readWords(wallClock.replace('T', ' '), {
          now: epochSeconds(Date.parse('2026-12-01T00:00Z') / 1000),
          zone,
          locale: 'en',
        })
        const { sendAt, kind } = resolveSendAt(wallClock, zone)
        expect(result).toMatchObject({ ok: true, epochSeconds: sendAt, wallClock: `${wallClock}:00`, zone: name, kind })
      },
    ),
    { numRuns: 300 },
  )
})
