import { describe, expect, test } from 'vitest'
import type { MemberId } from '#server/domain/ids.ts'
import { epochSeconds } from '#server/domain/time/units.ts'
import { readWords } from '#server/domain/time/words/read-words.ts'
import { parseZone } from '#server/domain/time/zone.ts'
import { isCommand } from './is-command.ts'
import { readCommand } from './read-command.ts'

const NOW = epochSeconds(Date.parse('2026-11-30T10:00:00Z') / 1000)
const people = [
  { id: '1' as MemberId, name: 'Kenji Sato' },
  { id: '2' as MemberId, name: 'Ana Souza' },
  { id: '3' as MemberId, name: 'Ana Weber' },
]
const berlin = parseZone('Europe/Berlin')
const context = {
  now: NOW,
  zone: berlin,
  locale: 'en-US',
  horizon_s: 31_622_400 as never,
  people: [{ name: 'Kenji Sato', zone: parseZone('Asia/Tokyo') }],
}
const read = (text: string) => readCommand(text, { read: readWords, context, people })
const seen = (text: string) => {
  const found = read(text)
  if ('refused' in found) return found.refused
  const at = [found.at.wallClock, ...(found.at.zone === berlin ? [] : [found.at.zone])].join(' ')
  return [...(found.name === 'remind' ? [found.whom] : []), at, found.text].join(' | ')
}

test('only the two commands are commands', () => {
  expect(['/schedule', '/schedule x', '/REMIND me', '/remind\nme'].map(isCommand)).toEqual([true, true, true, true])
  expect(['/scheduled', 'please /schedule', '/shrug', '/ remind', ''].map(isCommand)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ])
})

test.each([
  ['/schedule tue 9am Good morning all', '2026-12-01T09:00:00 | Good morning all'],
  ['/schedule tomorrow 9 Tokyo time: stand-up', '2026-12-01T09:00:00 Asia/Tokyo | stand-up'],
  ['/schedule in 90 min 5 people are coming', '2026-11-30T12:30:00 | 5 people are coming'],
  ['/schedule 30/12 8.30\nTwo\nlines', '2026-12-30T08:30:00 | Two\nlines'],
  ['/schedule fri 17:00 - have a nice weekend!', '2026-12-04T17:00:00 | have a nice weekend!'],
  ['/remind me tomorrow 9am call the bank', 'me | 2026-12-01T09:00:00 | call the bank'],
  ['/remind tomorrow 9am call the bank', 'me | 2026-12-01T09:00:00 | call the bank'],
  ['/remind @Kenji Sato fri 9am send the plan', '1 | 2026-12-04T09:00:00 | send the plan'],
  ['/remind @kenji fri 9am send the plan', '1 | 2026-12-04T09:00:00 | send the plan'],
  ['/schedule fri 9am at the office as usual', '2026-12-04T09:00:00 | at the office as usual'],
  ['/schedule tuesday 9 o’clock tea', '2026-12-01T09:00:00 | tea'],
  ['/remind @ana weber noon lunch', '3 | 2026-11-30T12:00:00 | lunch'],
])('%s', (text, expected) => expect(seen(text)).toBe(expected))

test('what is missing is said, and nothing is taken for a time that is none', () => {
  expect(seen('/schedule')).toMatch(/^Write when, then what/)
  expect(seen('/schedule tue 9am')).toBe('Write after the time what it should say.')
  expect(seen('/schedule good morning everybody')).toMatch(/was not understood/)
  expect(seen('/schedule yesterday 9am too late')).toMatch(/past|later/)
  expect(seen('/remind @ana tomorrow 9am x')).toBe('@ana means several people. Write the whole name.')
  expect(seen('/remind @nobody tomorrow 9am x')).toMatch(/nobody called @nobody/)
})

describe('the text keeps its first word', () => {
  test.each([
    ['/remind me 5pm get milk', 'me | 2026-11-30T17:00:00 | get milk'],
    ['/remind me 5pm eat', 'me | 2026-11-30T17:00:00 | eat'],
    ['/remind me 5pm Bot review', 'me | 2026-11-30T17:00:00 | Bot review'],
    ['/remind me 5pm cat food', 'me | 2026-11-30T17:00:00 | cat food'],
    ['/remind me 5pm Sofia wants the report', 'me | 2026-11-30T17:00:00 | Sofia wants the report'],
    ['/remind me 5pm Regina', 'me | 2026-11-30T17:00:00 | Regina'],
    ['/schedule tue 9am London office is closed', '2026-12-01T09:00:00 | London office is closed'],
    ['/schedule mon 9am La réunion', '2026-12-07T09:00:00 | La réunion'],
    ['/schedule tue 9am Here is the agenda', '2026-12-01T09:00:00 | Here is the agenda'],
    ['/schedule tue 9am Second reminder', '2026-12-01T09:00:00 | Second reminder'],
    ['/schedule tue 9am First draft', '2026-12-01T09:00:00 | First draft'],
    ['/schedule tue 9am Later today', '2026-12-01T09:00:00 | Later today'],
    ['/schedule mon 9 Night shift', '2026-12-07T09:00:00 | Night shift'],
    ['/schedule mon 9 Morning all', '2026-12-07T09:00:00 | Morning all'],
    ['/remind me 5pm May I leave', 'me | 2026-11-30T17:00:00 | May I leave'],
    ['/remind me 5pm March for life', 'me | 2026-11-30T17:00:00 | March for life'],
    ['/schedule mon 9am 5-6 people come', '2026-12-07T09:00:00 | 5-6 people come'],
    ['/schedule mon 9am 11am meeting moved', '2026-12-07T09:00:00 | 11am meeting moved'],
    ['/schedule tue 9am ET phone home', '2026-12-01T09:00:00 America/New_York | phone home'],
    ['/schedule mo 9 Uhr Rom ist schön', '2026-12-07T09:00:00 | Rom ist schön'],
    ['/schedule mo 9 Uhr Hier ist der Plan', '2026-12-07T09:00:00 | Hier ist der Plan'],
    ['/schedule mo 9 Uhr Nacht der Museen', '2026-12-07T09:00:00 | Nacht der Museen'],
    ['/schedule di 9 Uhr Zweiter Versuch', '2026-12-01T09:00:00 | Zweiter Versuch'],
    ['/schedule di 9 Uhr Später mehr', '2026-12-01T09:00:00 | Später mehr'],
  ])('%s', (text, expected) => expect(seen(text)).toBe(expected))
})

describe('what belongs to the time stays with it', () => {
  test.each([
    ['/schedule 5pm tomorrow hello', '2026-12-01T17:00:00 | hello'],
    ['/schedule tomorrow morning hello', '2026-12-01T09:00:00 | hello'],
    ['/schedule tomorrow 8 in the evening hello', '2026-12-01T20:00:00 | hello'],
    ['/schedule tue 9 pm hello', '2026-12-01T21:00:00 | hello'],
    ['/schedule in 2 hours 30 min hello', '2026-11-30T13:30:00 | hello'],
    ['/schedule in an hour and a half hello', '2026-11-30T12:30:00 | hello'],
    ['/schedule 3 days from now hello', '2026-12-03T11:00:00 | hello'],
    ['/schedule july 1 2027 9am hello', '2027-07-01T09:00:00 | hello'],
    ['/schedule Monday, 7 December 2026 at 9:00 AM hello', '2026-12-07T09:00:00 | hello'],
    ['/schedule last friday of january 2027 17:00 hello', '2027-01-29T17:00:00 | hello'],
    ['/schedule next week tuesday 4pm hello', '2026-12-08T16:00:00 | hello'],
    ['/schedule mon 9am in San Francisco hello', '2026-11-30T09:00:00 America/Los_Angeles | hello'],
    ['/schedule mon 9 Tokyo time hello', '2026-12-07T09:00:00 Asia/Tokyo | hello'],
    ['/schedule mon 9am Europe/Lisbon hello', '2026-12-07T09:00:00 Europe/Lisbon | hello'],
    ['/schedule mon 9am UTC+2 hello', '2026-12-07T08:00:00 | hello'],
    ['/schedule mon 9 @Kenji Sato hello', '2026-12-07T09:00:00 Asia/Tokyo | hello'],
    ['/schedule mon 9 my time hello', '2026-12-07T09:00:00 | hello'],
    ['/schedule tonight at midnight hello', '2026-12-01T00:00:00 | hello'],
    ['/schedule morgen 8 uhr abends hallo', '2026-12-01T20:00:00 | hallo'],
    ['/schedule 24. dezember 2026 um 18 Uhr hallo', '2026-12-24T18:00:00 | hallo'],
    ['/schedule morgen 9 Uhr in Tokio hallo', '2026-12-01T09:00:00 Asia/Tokyo | hallo'],
  ])('%s', (text, expected) => expect(seen(text)).toBe(expected))

  test('a date that is not that weekday is no shorter time instead', () => {
    expect(seen('/schedule friday 12 dec 9am hello')).toMatch(/2026-12-12 is not that weekday/)
  })

  test('their time is that of the other side', () => {
    const theirs = { ...context, theirs: parseZone('Asia/Tokyo') }
    const found = readCommand('/schedule tomorrow 9 their time hello', { read: readWords, context: theirs, people })
    expect(found).toMatchObject({ at: { zone: 'Asia/Tokyo', wallClock: '2026-12-01T09:00:00' }, text: 'hello' })
  })
})
