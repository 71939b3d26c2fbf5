import { describe, expect, test } from 'vitest'
import { epochSeconds } from '#server/domain/time/units.ts'
import type { WordsContext } from '#server/domain/time/words/context.ts'
import { parseZone } from '#server/domain/time/zone.ts'
import { checkWhen } from './check-when.ts'
import { entryOf, readEntry } from './words-entry.ts'

const YEAR_S = 366 * 86_400
const now = epochSeconds(Date.parse('2026-12-05T10:00:00Z') / 1000)
const context: WordsContext = { now, zone: parseZone('America/New_York'), locale: 'en-US' }

describe('what words say fills the fields, and the fields say the same second', () => {
  test.each([
    'tue 4pm',
    'in 90 min',
    'in 45 seconds',
    'midnight',
    'noon tomorrow',
    'tomorrow 9 Tokyo time',
    '14 mar 2027 2:30am',
    '14 mar 2027 2:30am earlier',
    '7 nov 2027 1:30am',
    '7 nov 2027 1:30am EST',
  ])('"%s"', (text) => {
    for (const hour12 of [true, false]) {
      const words = readEntry(text, context)
      if (words.said !== 'time') throw new Error(`not understood: ${text}`)
      for (const meaning of words.meanings) {
        const check = checkWhen(entryOf(meaning, hour12), now * 1000, YEAR_S)
        expect(check, text).toMatchObject({
          ok: true,
          when: { sendAt: meaning.epochSeconds, zone: meaning.zone, wallClock: meaning.wallClock },
        })
      }
    }
  })
})

test('both instants of a repeated hour are one meaning: the choice stands with the fields', () => {
  const words = readEntry('7 nov 2027 1:30am', context)
  expect(words).toMatchObject({ said: 'time', meanings: [{ choice: 'earlier' }] })
})

test('no words say nothing, others why they are no time', () => {
  expect(readEntry('  ', context)).toEqual({ text: '  ', said: 'nothing' })
  expect(readEntry('yesterday 9', context)).toMatchObject({ said: 'no-time', refusal: { error: 'time_in_past' } })
})
