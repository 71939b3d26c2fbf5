import { describe, expect, test } from 'vitest'
import { resolveSendAt } from '../resolve-send-at.ts'
import { epochSeconds } from '../units.ts'
import { parseZone } from '../zone.ts'
import type { WordsContext } from './context.ts'
import { readWords } from './read-words.ts'

const zone = parseZone
const saturday: WordsContext = {
  now: epochSeconds(Date.parse('2026-12-05T10:00:00Z') / 1000),
  zone: zone('Europe/Berlin'),
  locale: 'en',
  people: [
    { name: 'Ana Lima', zone: zone('America/Sao_Paulo') },
    { name: 'Ana Lima Souza', zone: zone('America/Manaus') },
    { name: 'Yuki', zone: zone('Asia/Tokyo') },
    { name: 'Sam Lee', zone: zone('Asia/Seoul') },
    { name: 'Sam Hill', zone: zone('Europe/London') },
  ],
}
const read = (text: string, context: Partial<WordsContext> = {}) => readWords(text, { ...saturday, ...context })
const placed = (text: string, context: Partial<WordsContext> = {}) => {
  const result = read(text, context)
  return result.ok ? `${new Date(result.epochSeconds * 1000).toISOString().slice(0, 16)}Z ${result.zone}` : result.error
}

describe('a zone by name, city, country or person', () => {
  test.each([
    ['tomorrow 9 Tokyo time', '2026-12-06T00:00Z Asia/Tokyo'],
    ['tomorrow 9 tokyo', '2026-12-06T00:00Z Asia/Tokyo'],
    ['tomorrow 9 in Tokyo', '2026-12-06T00:00Z Asia/Tokyo'],
    ['9am time in tokyo', '2026-12-06T00:00Z Asia/Tokyo'],
    ['Tokyo time tomorrow 9', '2026-12-06T00:00Z Asia/Tokyo'],
    ['monday 9am new york', '2026-12-07T14:00Z America/New_York'],
    ['monday 9am in San Francisco', '2026-12-07T17:00Z America/Los_Angeles'],
    ['monday 9am Buenos Aires time', '2026-12-07T12:00Z America/Argentina/Buenos_Aires'],
    ['monday 9am Mumbai', '2026-12-07T03:30Z Asia/Kolkata'],
    ['monday 9am Kathmandu', '2026-12-07T03:15Z Asia/Kathmandu'],
    ['monday 9am munich time', '2026-12-07T08:00Z Europe/Berlin'],
    ['monday 9am pacific', '2026-12-07T17:00Z America/Los_Angeles'],
    ['monday 9am UK time', '2026-12-07T09:00Z Europe/London'],
    ['monday 9am Europe/Lisbon', '2026-12-07T09:00Z Europe/Lisbon'],
    ['monday 9am america/argentina/ushuaia', '2026-12-07T12:00Z America/Argentina/Ushuaia'],
    ['monday 9am Asia/Calcutta', '2026-12-07T03:30Z Asia/Calcutta'],
    ['monday 9am UTC', '2026-12-07T09:00Z UTC'],
    ['mon 9 @yuki', '2026-12-07T00:00Z Asia/Tokyo'],
    ["mon 9 @Yuki's time", '2026-12-07T00:00Z Asia/Tokyo'],
    ['@yuki mon 9', '2026-12-07T00:00Z Asia/Tokyo'],
    ['mon 9 @Ana Lima', '2026-12-07T12:00Z America/Sao_Paulo'],
    ['mon 9 @Ana Lima Souza', '2026-12-07T13:00Z America/Manaus'],
    ['mon 9 @ana.lima', '2026-12-07T12:00Z America/Sao_Paulo'],
    ['in 2 hours @yuki', '2026-12-05T12:00Z Asia/Tokyo'],
    ['mon 9 @ana', 'unknown_person'],
    ['mon 9 @sam', 'unknown_person'],
    ['tomorrow 9 my time', '2026-12-06T08:00Z Europe/Berlin'],
  ])('"%s" is %s', (text, outcome) => expect(placed(text)).toBe(outcome))

  test('their time is that of the other side of a direct conversation', () => {
    expect(placed('tomorrow 9 their time', { theirs: zone('Asia/Tokyo') })).toBe('2026-12-06T00:00Z Asia/Tokyo')
  })

  test('a day is that of the zone; where it differs from the writer’s, that one is offered', () => {
    const lateEvening = { now: epochSeconds(Date.parse('2026-12-05T22:00:00Z') / 1000) } // Sunday 7:00 in Tokyo
    const result = read('tomorrow 9am Tokyo time', lateEvening)
    expect(result).toMatchObject({
      wallClock: '2026-12-07T09:00:00',
      alternatives: [{ differs: 'own-day', wallClock: '2026-12-06T09:00:00', zone: 'Asia/Tokyo' }],
    })
  })

  test('every zone of the list can be named by its id, in any spelling of its letters', () => {
    for (const id of Intl.supportedValuesOf('timeZone')) {
      const result = read(`2027-06-15 12:00 ${id.toLowerCase()}`)
      expect(result, id).toMatchObject({ ok: true, wallClock: '2027-06-15T12:00:00' })
      expect(result.ok && result.epochSeconds, id).toBe(resolveSendAt('2027-06-15T12:00', zone(id)).sendAt)
    }
  })
})

describe('an abbreviation is a zone, never an offset', () => {
  test.each([
    ['july 1 2027 9am ET', '2027-07-01T13:00Z America/New_York'],
    ['july 1 2027 9am EST', '2027-07-01T13:00Z America/New_York'],
    ['jan 10 2027 9am EDT', '2027-01-10T14:00Z America/New_York'],
    ['july 1 2027 9am PT', '2027-07-01T16:00Z America/Los_Angeles'],
    ['july 1 2027 9am CET', '2027-07-01T07:00Z Europe/Berlin'],
    ['july 1 2027 9am GMT', '2027-07-01T09:00Z UTC'],
    ['july 1 2027 9am AEST', '2027-06-30T23:00Z Australia/Sydney'],
    // An offset that is written as one is one; the message then is in the writer's own zone.
    ['july 1 2027 9am UTC+2', '2027-07-01T07:00Z Europe/Berlin'],
    ['2027-07-01T09:00-04:00', '2027-07-01T13:00Z Europe/Berlin'],
    ['2027-07-01T09:00Z', '2027-07-01T09:00Z Europe/Berlin'],
  ])('"%s" is %s', (text, outcome) => expect(placed(text)).toBe(outcome))

  test('one that several zones share is the first, and the others are offered', () => {
    expect(read('monday 9am IST')).toMatchObject({
      zone: 'Asia/Kolkata',
      alternatives: [
        { differs: 'other-zone', zone: 'Asia/Jerusalem' },
        { differs: 'other-zone', zone: 'Europe/Dublin' },
      ],
    })
  })

  test('the writer’s own zone goes first', () => {
    expect(placed('monday 9am CST', { zone: zone('Asia/Shanghai') })).toBe('2026-12-07T01:00Z Asia/Shanghai')
    expect(placed('monday 9am EST', { zone: zone('America/Toronto') })).toBe('2026-12-07T14:00Z America/Toronto')
    expect(placed('monday 9am CET', { zone: zone('Europe/Madrid') })).toBe('2026-12-07T08:00Z Europe/Madrid')
  })
})
