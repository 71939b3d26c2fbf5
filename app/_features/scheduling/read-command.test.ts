import { expect, test } from 'vitest'
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
const context = { now: NOW, zone: parseZone('Europe/Berlin'), locale: 'en-US', horizon_s: 31_622_400 as never }
const read = (text: string) => readCommand(text, { read: readWords, context, people })
const seen = (text: string) => {
  const found = read(text)
  if ('refused' in found) return found.refused
  return [...(found.name === 'remind' ? [found.whom] : []), found.at.wallClock, found.text].join(' | ')
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
  ['/schedule tomorrow 9 Tokyo time: stand-up', '2026-12-01T09:00:00 | stand-up'],
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
