/** What the words of the dialog say, and how it fills the fields below them. Read at once, on every key. */
import type { Reading } from '#server/domain/time/resolve-send-at.ts'
import type { WordsContext } from '#server/domain/time/words/context.ts'
import { readWords } from '#server/domain/time/words/read-words.ts'
import type { Alternative, Moment, WordsRefusal } from '#server/domain/time/words/result.ts'
import { showClockEntry } from '#server/domain/time/clock-entry.ts'
import type { WhenEntry } from './check-when.ts'

/** `said`: nothing, a time with what else it could have meant (`at` is the one that is taken), or none. */
export type WordsEntry = { text: string } & (
  | { said: 'nothing' }
  | { said: 'time'; meanings: (Moment & { differs?: Alternative['differs'] })[]; at: number }
  | { said: 'no-time'; refusal: WordsRefusal }
)

export const NO_WORDS: WordsEntry = { text: '', said: 'nothing' }

export function readEntry(text: string, context: WordsContext): WordsEntry {
  if (text.trim() === '') return { text, said: 'nothing' }
  const result = readWords(text, context)
  if (!result.ok) return { text, said: 'no-time', refusal: result }
  const { ok: _, alternatives, ...first } = result
  // Both instants of one wall clock are offered where the clock change is told.
  const others = alternatives.filter(({ differs }) => differs !== 'earlier' && differs !== 'later')
  return { text, said: 'time', meanings: [first, ...others], at: 0 }
}

/** The fields as these words fill them. */
export function entryOf({ wallClock, zone, choice }: Moment, hour12: boolean): WhenEntry {
  return {
    date: wallClock.slice(0, 10),
    time: showClockEntry(wallClock.slice(11), hour12),
    zone,
    reading: choice && READINGS[choice],
  }
}

export const READINGS: Record<Reading, NonNullable<WhenEntry['reading']>> = { earlier: 'first', later: 'second' }
