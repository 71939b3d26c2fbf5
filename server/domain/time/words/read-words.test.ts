import { describe, expect, test } from 'vitest'
import { epochSeconds, seconds } from '../units.ts'
import { parseZone } from '../zone.ts'
import type { WordsContext } from './context.ts'
import { readWords } from './read-words.ts'
import type { WordsError } from './result.ts'

const berlin = parseZone('Europe/Berlin')
const at = (iso: string) => epochSeconds(Date.parse(iso) / 1000)
/** Saturday, eleven o'clock in Berlin. */
const saturday: WordsContext = { now: at('2026-12-05T10:00:00Z'), zone: berlin, locale: 'en-US' }
const read = (text: string, context: Partial<WordsContext> = {}) => readWords(text, { ...saturday, ...context })
const wallOf = (text: string, context: Partial<WordsContext> = {}) => {
  const result = read(text, context)
  return result.ok ? result.wallClock : result.error
}
const others = (text: string, context: Partial<WordsContext> = {}) => {
  const result = read(text, context)
  return result.ok ? result.alternatives.map(({ differs, wallClock }) => `${differs} ${wallClock}`) : [result.error]
}

test('the whole answer: instant, wall clock, zone, kind (T3)', () => {
  expect(read('tue 4pm')).toEqual({
    ok: true,
    epochSeconds: at('2026-12-08T15:00:00Z'),
    wallClock: '2026-12-08T16:00:00',
    zone: 'Europe/Berlin',
    kind: 'exact',
    choice: null,
    alternatives: [],
    names: { day: true, clock: true, partOfDay: false, zone: false },
  })
})

describe('English', () => {
  test.each([
    ['tue 4pm', '2026-12-08T16:00:00'],
    ['Tue. 4 p.m.', '2026-12-08T16:00:00'],
    ['4pm tuesday', '2026-12-08T16:00:00'],
    ['thurs 5p', '2026-12-10T17:00:00'],
    ['in 90 min', '2026-12-05T12:30:00'],
    ['90m', '2026-12-05T12:30:00'],
    ['1h30m', '2026-12-05T12:30:00'],
    ['in half an hour', '2026-12-05T11:30:00'],
    ['in an hour and a half', '2026-12-05T12:30:00'],
    ['in 1.5 hours', '2026-12-05T12:30:00'],
    ['in 45 seconds', '2026-12-05T11:00:45'],
    ['in 2 hours', '2026-12-05T13:00:00'],
    ['in 3 days', '2026-12-08T11:00:00'],
    ['in 3 days at 9', '2026-12-08T09:00:00'],
    ['in 1 day 2 hours', '2026-12-06T13:00:00'],
    ['in two weeks', '2026-12-19T11:00:00'],
    ['in a fortnight', '2026-12-19T11:00:00'],
    ['in 1 month', '2027-01-05T11:00:00'],
    ['tomorrow', '2026-12-06T09:00:00'],
    ['tomorrow 9', '2026-12-06T09:00:00'],
    ['9 tomorrow', '2026-12-06T09:00:00'],
    ['tomorrow at 9', '2026-12-06T09:00:00'],
    ['tomorrow 9.15', '2026-12-06T09:15:00'],
    ['tomorrow 0930', '2026-12-06T09:30:00'],
    ['tomorrow 2030', '2026-12-06T20:30:00'],
    ['day after tomorrow 8am', '2026-12-07T08:00:00'],
    ['noon', '2026-12-05T12:00:00'],
    ['noon tomorrow', '2026-12-06T12:00:00'],
    ['midnight', '2026-12-06T00:00:00'],
    ['12am', '2026-12-06T00:00:00'],
    ['12pm', '2026-12-05T12:00:00'],
    ['half past 8', '2026-12-06T08:30:00'],
    ['quarter to 1', '2026-12-05T12:45:00'],
    ['quarter to 9', '2026-12-06T08:45:00'],
    ["8 o'clock", '2026-12-06T08:00:00'],
    ['tonight', '2026-12-05T20:00:00'],
    ['tonight 9', '2026-12-05T21:00:00'],
    ['this afternoon', '2026-12-05T14:00:00'],
    ['tomorrow morning', '2026-12-06T09:00:00'],
    ['tomorrow morning 8', '2026-12-06T08:00:00'],
    ['tomorrow evening at 7', '2026-12-06T19:00:00'],
    ['eod', '2026-12-05T17:00:00'],
    ['16:30:15', '2026-12-05T16:30:15'],
    ['next week', '2026-12-07T09:00:00'],
    ['tuesday next week 4pm', '2026-12-08T16:00:00'],
    ['next month', '2027-01-05T09:00:00'],
    ['last friday of january 17:00', '2027-01-29T17:00:00'],
    ['first monday of next month', '2027-01-04T09:00:00'],
    ['second tuesday in february 10am', '2027-02-09T10:00:00'],
    ['end of month', '2026-12-31T09:00:00'],
    ['the 15th at 9', '2026-12-15T09:00:00'],
    ['31st', '2026-12-31T09:00:00'],
    ['friday the 18th 9am', '2026-12-18T09:00:00'],
    ['24 dec', '2026-12-24T09:00:00'],
    ['dec 24th at 6', '2026-12-24T06:00:00'],
    ['Mar 20 9am', '2027-03-20T09:00:00'],
    ['the 1st of march', '2027-03-01T09:00:00'],
    ['feb 29 9am', '2028-02-29T09:00:00'],
    ['July 1 2027 9am', '2027-07-01T09:00:00'],
    ['Sunday, 6 December 2026 at 9:00 AM', '2026-12-06T09:00:00'],
    ['2026-12-24 18:00', '2026-12-24T18:00:00'],
    ['2026-12-24T18:00', '2026-12-24T18:00:00'],
    ['12/24 6pm', '2026-12-24T18:00:00'],
    ['30/11 8.30', '2027-11-30T08:30:00'],
    ['24.12. 18:00', '2026-12-24T18:00:00'],
    ['24.12.2026 18:00', '2026-12-24T18:00:00'],
    ['24.12.26 18:00', '2026-12-24T18:00:00'],
  ])('"%s" is %s', (text, wallClock) => expect(wallOf(text)).toBe(wallClock))

  test('what a browser or this product shows of a time is read back as that time', () => {
    for (const locale of ['en-US', 'en-GB', 'en-AU']) {
      for (const instant of ['2026-12-06T08:00:00Z', '2027-02-09T23:59:00Z', '2027-07-31T22:00:00Z']) {
        const shown = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone: berlin })
        expect(read(shown.format(new Date(instant)), { locale }), shown.format(new Date(instant))).toMatchObject({
          epochSeconds: at(instant),
        })
      }
    }
  })
})

describe('which of the days', () => {
  test.each([
    // Today counts while the time is still to come.
    ['saturday 5pm', '2026-12-05T17:00:00', 'week-later 2026-12-12T17:00:00'],
    ['this saturday 5pm', '2026-12-05T17:00:00', 'week-later 2026-12-12T17:00:00'],
    ['saturday 9am', '2026-12-12T09:00:00', undefined],
    // "Next" is that day of the next week, which begins on Monday; the coming one is offered.
    ['next saturday 9am', '2026-12-12T09:00:00', undefined],
    ['next saturday 5pm', '2026-12-12T17:00:00', 'coming 2026-12-05T17:00:00'],
    ['next sunday 5pm', '2026-12-13T17:00:00', 'coming 2026-12-06T17:00:00'],
    ['next monday 5pm', '2026-12-07T17:00:00', undefined],
    ['friday midnight', '2026-12-11T00:00:00', 'day-later 2026-12-12T00:00:00'],
  ])('"%s" is %s', (text, wallClock, other) => {
    expect(wallOf(text)).toBe(wallClock)
    expect(others(text)[0]).toBe(other)
  })

  test('5/12 goes by the locale, and the other order is offered', () => {
    expect(wallOf('5/12 9:00')).toBe('2027-05-12T09:00:00')
    expect(others('5/12 9:00')).toContain('other-order 2027-12-05T09:00:00')
    expect(wallOf('6/12 9:00', { locale: 'en-GB' })).toBe('2026-12-06T09:00:00')
    expect(others('6/12 9:00', { locale: 'en-GB' })).toContain('other-order 2027-06-12T09:00:00')
  })

  test('of two orders only the one that is still to come', () => {
    expect(wallOf('6/12/2026 9:00')).toBe('2026-12-06T09:00:00')
  })

  test('an hour without am or pm is one of twenty-four, and the other half of the day is offered', () => {
    expect(others('tomorrow 9')).toEqual(['other-half 2026-12-06T21:00:00'])
    expect(others('tomorrow 4')).toEqual(['other-half 2026-12-06T16:00:00'])
    for (const plain of ['tomorrow 9am', 'tomorrow 09:00', 'tomorrow 16:00', 'tomorrow 12:00', 'tomorrow 0:30am'])
      expect(others(plain), plain).not.toContainEqual(expect.stringMatching(/^other-half/))
  })

  test('a month counted from the 31st ends with a shorter month', () => {
    expect(wallOf('in 1 month', { now: at('2027-01-31T10:00:00Z') })).toBe('2027-02-28T11:00:00')
  })
})

describe('clock changes (T2)', () => {
  const newYork = parseZone('America/New_York')
  test('a time that is skipped moves past the jump, and the other reading is offered', () => {
    expect(read('14 march 2027 2:30am', { zone: newYork })).toMatchObject({
      epochSeconds: at('2027-03-14T07:30:00Z'),
      wallClock: '2027-03-14T02:30:00',
      kind: 'gap',
      choice: 'later',
      alternatives: [{ epochSeconds: at('2027-03-14T06:30:00Z'), choice: 'earlier', differs: 'earlier' }],
    })
  })
  test.each([
    ['nov 7 2027 1:30am', '2027-11-07T05:30:00Z', 'earlier'],
    ['nov 7 2027 1:30am first', '2027-11-07T05:30:00Z', 'earlier'],
    ['nov 7 2027 1:30am the second time', '2027-11-07T06:30:00Z', 'later'],
    ['nov 7 2027 1:30 later', '2027-11-07T06:30:00Z', 'later'],
    ['nov 7 2027 1:30am EDT', '2027-11-07T05:30:00Z', 'earlier'],
    ['nov 7 2027 1:30am EST', '2027-11-07T06:30:00Z', 'later'],
  ])('"%s" is %s', (text, instant, choice) => {
    expect(read(text, { zone: newYork })).toMatchObject({ epochSeconds: at(instant), kind: 'fold', choice })
  })
  test('hours are counted on the clock through a change, days keep the time on the wall', () => {
    const eve = { zone: newYork, now: at('2027-03-13T23:00:00Z') } // 18:00 EST
    expect(read('in 12 hours', eve)).toMatchObject({
      epochSeconds: at('2027-03-14T11:00:00Z'),
      wallClock: '2027-03-14T07:00:00',
    })
    expect(read('in 1 day', eve)).toMatchObject({
      epochSeconds: at('2027-03-14T22:00:00Z'),
      wallClock: '2027-03-14T18:00:00',
    })
    expect(read('in 1 day 1 hour', eve)).toMatchObject({ wallClock: '2027-03-14T19:00:00' })
    const fall = { zone: newYork, now: at('2027-11-07T05:45:00Z') } // 1:45, the first time
    expect(read('in 30 min', fall)).toMatchObject({ epochSeconds: at('2027-11-07T06:15:00Z'), choice: 'later' })
  })
  test('by other rules of the zone it is another instant (T6)', () => {
    expect(read('tue 4pm', { offsetAt: () => 7200 })).toMatchObject({ epochSeconds: at('2026-12-08T14:00:00Z') })
  })
})

describe('what is refused, with its reason', () => {
  const refused: [string, WordsError, RegExp][] = [
    ['', 'empty', /No time was given/],
    ['   ', 'empty', /tue 4pm/],
    ['soonish', 'not_understood', /"soonish" was not understood/],
    ['tomorrow 9 or so', 'not_understood', /"9 or so"/],
    ['tomorrow 25:00', 'not_understood', /25:00/],
    ['13:00 pm', 'not_understood', /13:00/],
    ['🎉', 'not_understood', /🎉/],
    ['31 february', 'not_understood', /february/],
    ['tokyo', 'not_understood', /"tokyo"/],
    ['friday 12 dec', 'day_mismatch', /2026-12-12 is not that weekday/],
    ['today', 'no_time_of_day', /today 17:00/],
    ['tomorrow at 9 and friday at 10', 'two_times', /more than one/],
    ['in 2 hours tomorrow', 'two_times', /more than one/],
    ['mon 9-11', 'range', /stretch/],
    ['monday 9am to 11am', 'range', /stretch/],
    ['every monday 9', 'repeats', /repeats/],
    ['weekdays 9am', 'repeats', /repeats/],
    ['9am mars time', 'unknown_zone', /"mars"/],
    ['9am Europe/Atlantis', 'unknown_zone', /europe\/atlantis/],
    ['mon 9 @bob', 'unknown_person', /"@bob"/],
    ['tomorrow 9 their time', 'unknown_person', /their time/],
    ['today 9:00', 'time_in_past', /That was 2026-12-05 09:00 in Europe\/Berlin, and it is 2026-12-05 11:00 there now/],
    ['yesterday 9', 'time_in_past', /2026-12-04 09:00/],
    ['2 hours ago', 'time_in_past', /past/],
    ['last friday', 'time_in_past', /past/],
    ['1999-12-31 23:59', 'time_in_past', /1999-12-31 23:59/],
    ['now', 'time_in_past', /11:00/],
    ['in 0 minutes', 'time_in_past', /11:00/],
  ]
  test.each(refused)('"%s": %s', (text, error, message) => {
    const result = read(text)
    expect(result).toMatchObject({ ok: false, error })
    expect(result.ok ? '' : result.message).toMatch(message)
  })
  test('beyond the horizon', () => {
    expect(read('1 jan 2028 9am', { horizon_s: seconds(366 * 86_400) })).toMatchObject({
      error: 'time_too_far',
      message: '2028-01-01 09:00 in Europe/Berlin is too far ahead: 366 days are the most. Choose an earlier time.',
    })
    expect(others('dec 5 2027 9', { horizon_s: seconds(365 * 86_400 - 7200) })).toEqual([])
  })
  test('any text gives an answer, and whatever is accepted lies ahead', () => {
    const words = 'tue next last 9 30/11 12 in min @x tokyo time every - pm 99:99 . the 31st of feb und halb'.split(' ')
    for (let seed = 1; seed < 800; seed++) {
      const text = [1, 7, 31, 127]
        .map((step) => words[(seed * step + (seed % 13)) % words.length])
        .slice(0, 1 + (seed % 4))
      const result = read(text.join(' '))
      if (result.ok)
        expect(Math.min(result.epochSeconds, ...result.alternatives.map((each) => each.epochSeconds))).toBeGreaterThan(
          saturday.now,
        )
      else expect(result.message.length).toBeGreaterThan(10)
    }
  })
})
