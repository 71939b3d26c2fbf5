/** Words that were once taken for another time than the one they name. */
import { describe, expect, test } from 'vitest'
import { epochSeconds } from '../units.ts'
import { parseZone } from '../zone.ts'
import type { WordsContext } from './context.ts'
import { readWords } from './read-words.ts'

/** Saturday, eleven o'clock in Berlin. */
const saturday: WordsContext = {
  now: epochSeconds(Date.parse('2026-12-05T10:00:00Z') / 1000),
  zone: parseZone('Europe/Berlin'),
  locale: 'en-GB',
}
const read = (text: string, locale = 'en-GB') => readWords(text, { ...saturday, locale })
const wallOf = (text: string, locale?: string) => {
  const result = read(text, locale)
  return result.ok ? result.wallClock.slice(0, 16) : result.error
}
const others = (text: string, locale?: string) => {
  const result = read(text, locale)
  return result.ok ? result.alternatives.map(({ differs, wallClock }) => `${differs} ${wallClock.slice(0, 16)}`) : []
}

describe('a year after a day by rule is a year', () => {
  test.each([
    ['last friday of january 2027', '2027-01-29T09:00'],
    ['last friday of january 2028', '2028-01-28T09:00'],
    ['last friday of january, 2028 17:00', '2028-01-28T17:00'],
    ['end of march 2027', '2027-03-31T09:00'],
    ['last day of february 2028 8am', '2028-02-29T08:00'],
    ['second tuesday of march 2031', '2031-03-11T09:00'],
    // No year to come, so a time of day.
    ['last friday of january 1730', '2027-01-29T17:30'],
  ])('"%s" is %s', (text, wall) => expect(wallOf(text)).toBe(wall))
  test.each([
    ['letzter freitag im januar 2028', '2028-01-28T09:00'],
    ['ende märz 2027', '2027-03-31T09:00'],
    ['zweiter dienstag im märz 2031 um 8 uhr', '2031-03-11T08:00'],
    ['letzter freitag im januar 1730', '2027-01-29T17:30'],
  ])('„%s“ is %s', (text, wall) => expect(wallOf(text, 'de-DE')).toBe(wall))
})

describe('a number after day and month is a year only from this one on, otherwise hours', () => {
  test.each([
    ['30 nov 1830', '2027-11-30T18:30'],
    ['nov 30 1830', '2027-11-30T18:30'],
    ['nov 30 9am', '2027-11-30T09:00'],
    ['dec 24', '2026-12-24T09:00'],
    ['24 dec 18', '2026-12-24T18:00'],
    ['dec 24th 18', '2026-12-24T18:00'],
    ['24 dec 18.15', '2026-12-24T18:15'],
    ['24 december 0815', '2026-12-24T08:15'],
    ['feb 29 1830', '2028-02-29T18:30'],
    ['24 dec 27', '2027-12-24T09:00'],
    ['24 dec 2027', '2027-12-24T09:00'],
    ['24 dec 2026 18:00', '2026-12-24T18:00'],
    ['mar 20 10am', '2027-03-20T10:00'],
    ['24 dec 1999', 'time_in_past'],
    ['24 dec 2018 9am', 'time_in_past'],
    ['24 dec 1830 9am', 'time_in_past'],
  ])('"%s" is %s', (text, wall) => expect(wallOf(text)).toBe(wall))
  test.each([
    ['30. november 1830', '2027-11-30T18:30'],
    ['24. dez 18', '2026-12-24T18:00'],
    ['24. dez. 18.15', '2026-12-24T18:15'],
    ['24. Dezember 2027', '2027-12-24T09:00'],
  ])('„%s“ is %s', (text, wall) => expect(wallOf(text, 'de-DE')).toBe(wall))
})

describe('twelve at night and in the morning is midnight, and hours after it are offered for the next day', () => {
  test.each([
    ['tonight at 12', '2026-12-06T00:00', undefined],
    ['tonight at 1', '2026-12-06T01:00', undefined],
    ['tonight at midnight', '2026-12-06T00:00', undefined],
    ['tomorrow night at 12', '2026-12-06T00:00', 'day-later 2026-12-07T00:00'],
    ['12 at night', '2026-12-06T00:00', undefined],
    ['12:30 in the morning', '2026-12-06T00:30', undefined],
    ['tomorrow 12:30 in the morning', '2026-12-06T00:30', undefined],
    ['friday night at 1', '2026-12-11T01:00', 'day-later 2026-12-12T01:00'],
    ['saturday night at 1', '2026-12-06T01:00', undefined],
    ['tomorrow afternoon 12:30', '2026-12-06T12:30', undefined],
    ['tonight 9', '2026-12-05T21:00', undefined],
    ['12pm', '2026-12-05T12:00', undefined],
  ])('"%s" is %s', (text, wall, other) => {
    expect(wallOf(text)).toBe(wall)
    expect(others(text)[0]).toBe(other)
  })
  test.each([
    ['heute nacht um 12', '2026-12-06T00:00', undefined],
    ['heute nacht um 1', '2026-12-06T01:00', undefined],
    ['12 uhr nachts', '2026-12-06T00:00', undefined],
    ['freitag nacht um 1', '2026-12-11T01:00', 'day-later 2026-12-12T01:00'],
    ['heute abend um 8', '2026-12-05T20:00', undefined],
  ])('„%s“ is %s', (text, wall, other) => {
    expect(wallOf(text, 'de-DE')).toBe(wall)
    expect(others(text, 'de-DE')[0]).toBe(other)
  })
})

describe('lengths of time', () => {
  test.each([
    ['in 1,5 days', '2026-12-06T23:00'],
    ['in 1.5 days', '2026-12-06T23:00'],
    ['in 1,5 hours', '2026-12-05T12:30'],
    ['in 2 hours, in 3 hours', 'two_times'],
    ['3 days', '2026-12-08T11:00'],
    ['3 days from now', '2026-12-08T11:00'],
    ['a week from now', '2026-12-12T11:00'],
    ['3 days from now at 9', '2026-12-08T09:00'],
    ['next month', '2027-01-05T09:00'],
  ])('"%s" is %s', (text, wall) => expect(wallOf(text)).toBe(wall))
  test.each([
    ['2h', '2026-12-05T13:00'],
    ['in 2h', '2026-12-05T13:00'],
    ['1h30m', '2026-12-05T12:30'],
    ['morgen 9h', '2026-12-06T09:00'],
    ['in 1,5 stunden', '2026-12-05T12:30'],
    ['3 tage', '2026-12-08T11:00'],
    ['in 3 tagen', '2026-12-08T11:00'],
  ])('„%s“ is %s', (text, wall) => expect(wallOf(text, 'de-DE')).toBe(wall))
})

describe('a weekday has to be that of the date, which is the next one of that name', () => {
  test.each([
    ['friday the 12th', 'day_mismatch'],
    ['saturday the 12th', '2026-12-12T09:00'],
    ['friday 24 dec', 'day_mismatch'],
    ['thursday 24 dec', '2026-12-24T09:00'],
    ['saturday the 5th 9:00', 'time_in_past'],
  ])('"%s" is %s', (text, wall) => expect(wallOf(text)).toBe(wall))
})

test('what lies outside the seconds that are counted is refused, not thrown', () => {
  expect(wallOf('1 jan 6000 9am')).toBe('time_too_far')
  expect(wallOf('1830-11-30 09:00')).toBe('time_in_past')
  expect(wallOf('in 90000000 hours')).toBe('time_too_far')
})

test('which of two times is not said of one that comes once', () => {
  for (const text of ['9am the first', 'tue 9am second', 'tomorrow 16:00 later'])
    expect(read(text), text).toMatchObject({ ok: false, error: 'not_understood' })
  expect(read('9am the first')).toMatchObject({ about: 'the first' })
})

describe('what was refused for no good reason', () => {
  test.each([
    ['12 noon', '2026-12-05T12:00'],
    ['tomorrow 12 noon', '2026-12-06T12:00'],
    ['12 midnight', '2026-12-06T00:00'],
    ['next week tuesday 4pm', '2026-12-08T16:00'],
    ['next week on tuesday 4pm', '2026-12-08T16:00'],
    ['ten to nine', '2026-12-06T08:50'],
    ['10 min to 1', '2026-12-05T12:50'],
    ['10 to 11', 'range'],
    ['ten past 8 pm', '2026-12-05T20:10'],
  ])('"%s" is %s', (text, wall) => expect(wallOf(text)).toBe(wall))
  test.each([
    ['5 vor 9', '2026-12-06T08:55'],
    ['morgen um zehn nach acht', '2026-12-06T08:10'],
    ['fünf vor halb neun', '2026-12-06T08:25'],
    ['5 nach halb neun', '2026-12-06T08:35'],
    ['12 uhr mittags', '2026-12-05T12:00'],
    ['nächste woche dienstag 16 uhr', '2026-12-08T16:00'],
    ['vor 2 stunden', 'time_in_past'],
  ])('„%s“ is %s', (text, wall) => expect(wallOf(text, 'de-DE')).toBe(wall))
})

describe('abbreviations of other zones are zones too, and none is an offset', () => {
  const instant = (text: string) => {
    const result = read(text)
    return result.ok
      ? `${new Date(result.epochSeconds * 1000).toISOString().slice(0, 16)}Z ${result.zone}`
      : result.error
  }
  test.each([
    ['july 1 2027 9am WET', '2027-07-01T08:00Z Europe/Lisbon'],
    ['jan 10 2027 9am WEST', '2027-01-10T09:00Z Europe/Lisbon'],
    ['jan 10 2027 9am IDT', '2027-01-10T07:00Z Asia/Jerusalem'],
    ['jan 10 2027 9am CLT', '2027-01-10T12:00Z America/Santiago'],
    ['july 1 2027 9am NDT', '2027-07-01T11:30Z America/St_Johns'],
    ['july 1 2027 9am MART', '2027-07-01T18:30Z Pacific/Marquesas'],
    ['july 1 2027 9am VET', '2027-07-01T13:00Z America/Caracas'],
    ['july 1 2027 9am WESZ', '2027-07-01T08:00Z Europe/Lisbon'],
    // Known to the parser by a table of offsets, and not to us.
    ['july 1 2027 9am KUYT', 'not_understood'],
    ['9am EAST', 'not_understood'],
    ['july 1 2027 9am UTC+2', '2027-07-01T07:00Z Europe/Berlin'],
    ['july 1 2027 9am GMT-3', '2027-07-01T12:00Z Europe/Berlin'],
  ])('"%s" is %s', (text, outcome) => expect(instant(text)).toBe(outcome))
})
