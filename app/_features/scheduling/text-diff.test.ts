import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffWords, type DiffPart } from './text-diff.ts'

const shown = (before: string, after: string) =>
  diffWords(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'gone' ? `[-${text}-]` : `{+${text}+}`))
    .join('')

test('a changed word is shown as that word, not as the whole text', () => {
  expect(shown('The demo starts at nine.', 'The demo starts at ten.')).toBe('The demo starts at [-nine-]{+ten+}.')
  expect(shown('Hello all', 'Hello dear all')).toBe('Hello {+dear +}all')
  expect(shown('one, two, three', 'one, three')).toBe('one, [-two, -]three')
})

test('the same text has no difference, and an empty one is all new or all gone', () => {
  expect(diffWords('same', 'same')).toEqual([{ kind: 'same', text: 'same' }])
  expect(diffWords('', 'new')).toEqual([{ kind: 'new', text: 'new' }])
  expect(diffWords('gone', '')).toEqual([{ kind: 'gone', text: 'gone' }])
})

test('texts written from right to left and texts without spaces are compared too', () => {
  expect(shown('الاجتماع في التاسعة', 'الاجتماع في العاشرة')).toBe('الاجتماع في [-التاسعة-]{+العاشرة+}')
  expect(shown('👍 ok', '👎 ok')).toBe('[-👍-]{+👎+} ok')
})

test('whatever the texts, taking one kind away gives back the other text', () => {
  const words = fc.array(fc.constantFrom('a', 'b', ' ', '\n', 'word', 'é', '.', '😀')).map((parts) => parts.join(''))
  const without = (kind: DiffPart['kind'], parts: DiffPart[]) =>
    parts
      .filter((part) => part.kind !== kind)
      .map(({ text }) => text)
      .join('')
  fc.assert(
    fc.property(words, words, (before, after) => {
      const parts = diffWords(before, after)
      expect(without('new', parts)).toBe(before)
      expect(without('gone', parts)).toBe(after)
    }),
  )
})

test('two long texts without a word in common are told as a whole, at once', () => {
  const long = (word: string) => Array.from({ length: 4_000 }, (_, i) => `${word}${i}`).join(' ')
  expect(diffWords(long('a'), long('b')).map(({ kind }) => kind)).toEqual(['gone', 'new'])
})
