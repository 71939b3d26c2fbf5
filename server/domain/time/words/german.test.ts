import { describe, expect, test } from 'vitest'
import { epochSeconds } from '../units.ts'
import { parseZone } from '../zone.ts'
import type { WordsContext } from './context.ts'
import { readWords } from './read-words.ts'

const saturday: WordsContext = {
  now: epochSeconds(Date.parse('2026-12-05T10:00:00Z') / 1000),
  zone: parseZone('Europe/Berlin'),
  locale: 'de-DE',
}
const wallOf = (text: string, locale = 'de-DE') => {
  const result = readWords(text, { ...saturday, locale })
  return result.ok ? `${result.wallClock.slice(0, 16)} ${result.zone}` : result.error
}

describe('German', () => {
  test.each([
    ['di 16 uhr', '2026-12-08T16:00'],
    ['Di. 16 Uhr', '2026-12-08T16:00'],
    ['dienstag 16:00', '2026-12-08T16:00'],
    ['16 uhr 30', '2026-12-05T16:30'],
    ['morgen 9', '2026-12-06T09:00'],
    ['morgen um 9 uhr', '2026-12-06T09:00'],
    ['morgen früh', '2026-12-06T09:00'],
    ['um neun', '2026-12-06T09:00'],
    ['übermorgen 8:30', '2026-12-07T08:30'],
    ['heute abend um 8', '2026-12-05T20:00'],
    ['mittag', '2026-12-05T12:00'],
    ['mitternacht', '2026-12-06T00:00'],
    ['halb neun', '2026-12-06T08:30'],
    ['halb eins', '2026-12-05T12:30'],
    ['viertel nach 8', '2026-12-06T08:15'],
    ['viertel vor eins', '2026-12-05T12:45'],
    ['in 90 minuten', '2026-12-05T12:30'],
    ['in 90m', '2026-12-05T12:30'],
    ['in einer halben stunde', '2026-12-05T11:30'],
    ['in anderthalb stunden', '2026-12-05T12:30'],
    ['in 3 tagen', '2026-12-08T11:00'],
    ['in 2 wochen', '2026-12-19T11:00'],
    ['nächsten samstag 9 uhr', '2026-12-12T09:00'],
    ['kommenden freitag 17 uhr', '2026-12-11T17:00'],
    ['nächste woche', '2026-12-07T09:00'],
    ['dienstag nächste woche 16 uhr', '2026-12-08T16:00'],
    ['letzter freitag im januar 17:00', '2027-01-29T17:00'],
    ['am ersten Montag im März 10 Uhr', '2027-03-01T10:00'],
    ['ende des monats', '2026-12-31T09:00'],
    ['am 15. um 9', '2026-12-15T09:00'],
    ['24.12. 18:00', '2026-12-24T18:00'],
    ['24. Dezember 18 Uhr', '2026-12-24T18:00'],
    ['24. Dezember 2027 18 Uhr', '2027-12-24T18:00'],
    ['29.2. 9 uhr', '2028-02-29T09:00'],
    ['30/11 8.30', '2027-11-30T08:30'],
    ['6/12 9:00', '2026-12-06T09:00'],
  ])('„%s“ is %s', (text, wallClock) => expect(wallOf(text)).toBe(`${wallClock} Europe/Berlin`))

  test.each([
    ['morgen 9 Uhr Tokioter Zeit', '2026-12-06T09:00 Asia/Tokyo'],
    ['morgen 9 uhr in Tokio', '2026-12-06T09:00 Asia/Tokyo'],
    ['9 uhr Ortszeit Wien', '2026-12-06T09:00 Europe/Vienna'],
    ['morgen 9 uhr MEZ', '2026-12-06T09:00 Europe/Berlin'],
    ['gestern 9', 'time_in_past'],
    ['letzten freitag', 'time_in_past'],
    ['vor 2 stunden', 'time_in_past'],
    ['jeden montag 9', 'repeats'],
    ['31.2. 9 uhr', 'not_understood'],
  ])('„%s“: %s', (text, outcome) => expect(wallOf(text)).toBe(outcome))

  test('English is understood beside it, and German where the locale is English', () => {
    expect(wallOf('tue 4pm')).toBe('2026-12-08T16:00 Europe/Berlin')
    expect(wallOf('übermorgen 8:30', 'en-US')).toBe('2026-12-07T08:30 Europe/Berlin')
    expect(wallOf('tue 4pm', 'ja-JP')).toBe('2026-12-08T16:00 Europe/Berlin')
  })

  test('the second of two times in words', () => {
    const result = readWords('31.10.2027 2:30 zum zweiten Mal', saturday)
    expect(result).toMatchObject({ epochSeconds: Date.parse('2027-10-31T01:30:00Z') / 1000, choice: 'later' })
  })
})
