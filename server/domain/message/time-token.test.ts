import { expect, test } from 'vitest'
import { patternPieces, plainText, segmentsOf, timeToken } from './time-token.ts'

const TOKEN = '<!date^1798761600^{date_short_pretty} at {time}|Fri, Jan 1 at 12:00 AM CET>'
const time = { at_s: 1_798_761_600, pattern: '{date_short_pretty} at {time}', fallback: 'Fri, Jan 1 at 12:00 AM CET' }

test('a text without times is one piece, as it was written', () => {
  for (const text of [
    '',
    'plain',
    'a < b > c | d ^ e',
    '<!date^',
    '<!here> hello',
    '<!date^12^x>',
    '<!date^x^{date}|y>',
  ]) {
    expect(segmentsOf(text)).toEqual([{ text }])
    expect(plainText(text)).toBe(text)
  }
})

test('times stand between what is written, in order', () => {
  expect(segmentsOf(`Call ${TOKEN}, again ${TOKEN}`)).toEqual([
    { text: 'Call ' },
    { time },
    { text: ', again ' },
    { time },
  ])
  expect(segmentsOf(TOKEN)).toEqual([{ time }])
})

test('where nothing is drawn it reads as its author saw it', () => {
  expect(plainText(`Call ${TOKEN}!`)).toBe('Call Fri, Jan 1 at 12:00 AM CET!')
})

test("a link of Slack's form is understood and left out", () => {
  expect(
    segmentsOf('<!date^1392734382^Posted {date_num} {time_secs}^https://example.test/|Posted 2014-02-18>'),
  ).toEqual([
    { time: { at_s: 1_392_734_382, pattern: 'Posted {date_num} {time_secs}', fallback: 'Posted 2014-02-18' } },
  ])
})

test('a broken one stays text and swallows nothing that follows', () => {
  const text = `<!date^1^{time}| and ${TOKEN}`
  expect(segmentsOf(text)).toEqual([{ text: '<!date^1^{time}| and ' }, { time }])
})

test('what is made is read again, whatever stands in it', () => {
  expect(timeToken(time.at_s, time.fallback)).toBe(TOKEN)
  expect(segmentsOf(timeToken(60, 'a|b<c>d'))).toEqual([{ time: { ...time, at_s: 60, fallback: 'a b c d' } }])
})

test('a pattern is words and parts; an unknown name is words', () => {
  expect(patternPieces('Posted {date_num} at {noon}{time}')).toEqual([
    { words: 'Posted ' },
    { part: 'date_num' },
    { words: ' at ' },
    { words: '{noon}' },
    { part: 'time' },
  ])
})

test('a text of openings alone stays what it is', () => {
  const text = '<!date^1^{time}|'.repeat(20_000)
  expect(segmentsOf(text)).toEqual([{ text }])
})
