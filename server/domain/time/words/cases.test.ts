/** Faults that other products had with times in words, each as the case that showed it. */
import { describe, expect, test } from 'vitest'
import { epochSeconds } from '../units.ts'
import { parseZone } from '../zone.ts'
import { readWords } from './read-words.ts'

const at = (iso: string) => epochSeconds(Date.parse(iso) / 1000)
const reader = (now: string, zone: string) => (text: string) => {
  const result = readWords(text, { now: at(now), zone: parseZone(zone), locale: 'en-US' })
  return result.ok ? result : { ...result, epochSeconds: null, wallClock: null }
}

test('hours are counted, not wall clocks moved, over the night of a change (K57)', () => {
  const read = reader('2027-03-14T01:00:00Z', 'America/New_York') // 20:00 on the 13th
  expect(read('tomorrow 9am').epochSeconds).toBe(1_805_029_200) // 2027-03-14T13:00:00Z, twelve hours later
  expect(read('in 12 hours').epochSeconds).toBe(1_805_029_200)
})

describe('a change of half an hour (K68)', () => {
  const read = reader('2026-12-05T00:00:00Z', 'Australia/Lord_Howe')
  test('skipped: 2:15 becomes 2:45', () => {
    const skipped = read('2027-10-03 2:15am')
    expect(skipped).toMatchObject({ epochSeconds: at('2027-10-02T15:45:00Z'), kind: 'gap', choice: 'later' })
  })
  test('repeated: 1:45 is the first, and the second is half an hour later', () => {
    const twice = read('2027-04-04 1:45am')
    expect(twice).toMatchObject({
      epochSeconds: at('2027-04-03T14:45:00Z'),
      kind: 'fold',
      alternatives: [{ epochSeconds: at('2027-04-03T15:15:00Z'), differs: 'later' }],
    })
  })
})

test('tomorrow is tomorrow at the end of a day before one of 23 and one of 25 hours (K73)', () => {
  const spring = reader('2027-03-14T04:30:00Z', 'America/New_York') // 23:30 on the 13th
  expect(spring('tomorrow 23:15')).toMatchObject({
    wallClock: '2027-03-14T23:15:00',
    epochSeconds: at('2027-03-15T03:15:00Z'),
  })
  const fall = reader('2026-11-01T03:30:00Z', 'America/New_York') // 23:30 on October 31
  expect(fall('tomorrow 23:15')).toMatchObject({
    wallClock: '2026-11-01T23:15:00',
    epochSeconds: at('2026-11-02T04:15:00Z'),
  })
})

test('tomorrow is that of the writer’s zone at both ends of the world (K74)', () => {
  const now = '2026-11-30T10:30:00Z'
  expect(reader(now, 'Pacific/Kiritimati')('tomorrow 9am').epochSeconds).toBe(at('2026-12-01T19:00:00Z'))
  expect(reader(now, 'Pacific/Pago_Pago')('tomorrow 9am').epochSeconds).toBe(at('2026-11-30T20:00:00Z'))
  expect(reader(now, 'Pacific/Pago_Pago')('monday 9am').epochSeconds).toBe(at('2026-11-30T20:00:00Z'))
})

test('on the day of a change itself nine o’clock is nine o’clock (K76)', () => {
  const read = reader('2027-03-14T12:30:00Z', 'America/New_York') // 8:30 EDT
  expect(read('9am').epochSeconds).toBe(1_805_029_200)
  expect(read('today 9am').epochSeconds).toBe(1_805_029_200)
})

describe('Saturdays on a Saturday (K78)', () => {
  const read = reader('2026-12-05T10:00:00Z', 'Europe/Berlin')
  test.each([
    ['saturday 9am', '2026-12-12T09:00:00'],
    ['next saturday 9am', '2026-12-12T09:00:00'],
    ['this saturday', '2026-12-12T09:00:00'],
    ['this saturday 9pm', '2026-12-05T21:00:00'],
  ])('"%s" is %s, never past', (text, wallClock) => expect(read(text).wallClock).toBe(wallClock))
  test('and before one, "next" is that of next week, with the coming one beside it', () => {
    const thursday = reader('2026-12-03T10:00:00Z', 'Europe/Berlin')
    expect(thursday('saturday 9am').wallClock).toBe('2026-12-05T09:00:00')
    expect(thursday('next saturday 9am')).toMatchObject({
      wallClock: '2026-12-12T09:00:00',
      alternatives: [{ differs: 'coming', wallClock: '2026-12-05T09:00:00' }],
    })
  })
})

test('ET is a zone with its summer time, not EST (K80)', () => {
  const read = reader('2026-12-05T10:00:00Z', 'Europe/Berlin')
  expect(read('July 1 2027 9am ET').epochSeconds).toBe(at('2027-07-01T13:00:00Z'))
  expect(read('Mar 20 9am ET').epochSeconds).toBe(at('2027-03-20T13:00:00Z'))
  expect(read('Mar 20 9am EST').epochSeconds).toBe(at('2027-03-20T13:00:00Z'))
})

test('a time that is over today is tomorrow’s (K81)', () => {
  const read = reader('2026-12-05T14:00:00Z', 'Europe/Berlin') // 15:00
  expect(read('10:00').wallClock).toBe('2026-12-06T10:00:00')
  expect(read('15:00').wallClock).toBe('2026-12-06T15:00:00') // this second has begun
  expect(read('15:01').wallClock).toBe('2026-12-05T15:01:00')
})

test('a minute or five seconds from now are taken as they are (K91)', () => {
  const read = reader('2026-12-05T10:00:07Z', 'Europe/Berlin')
  expect(read('in 1 minute').epochSeconds).toBe(at('2026-12-05T10:01:07Z'))
  expect(read('in 5 seconds').epochSeconds).toBe(at('2026-12-05T10:00:12Z'))
})
