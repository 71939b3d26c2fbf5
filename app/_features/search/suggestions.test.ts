import { describe, expect, test } from 'vitest'
import { readQuery } from '#server/domain/search/query.ts'
import { suggestionsFor } from './suggestions.ts'

const known = {
  people: ['Ana Souza', 'Anatole', 'José'],
  channels: ['general', 'release-notes'],
  today: '2026-12-05',
}
const pieces = (text: string, caret = text.length) => suggestionsFor(text, caret, known).map(({ piece }) => piece)

describe('suggestions while typing', () => {
  test('an empty field offers every operator, a word that begins like one offers it', () => {
    expect(pieces('')).toHaveLength(8)
    expect(pieces('deploy fr')).toEqual(['from:'])
    expect(pieces('-ha')).toEqual(['-has:'])
    expect(pieces('deploy ')).toEqual([])
    expect(pieces('zzz')).toEqual([])
  })

  test('people and channels by the beginning of any part of their name, accents or not', () => {
    expect(pieces('from:an')).toEqual(['from:"Ana Souza"', 'from:@Anatole'])
    expect(pieces('from:@sou')).toEqual(['from:"Ana Souza"'])
    expect(pieces('from:jose')).toEqual(['from:@José'])
    expect(pieces('from:m')).toEqual(['from:me'])
    expect(pieces('in:not')).toEqual(['in:#release-notes'])
    expect(pieces('#gen')).toEqual(['in:#general'])
    expect(pieces('@ana')).toEqual(['from:"Ana Souza"', 'from:@Anatole'])
    expect(pieces('in:"ana so')).toEqual(['in:"Ana Souza"'])
  })

  test('days of the reader’s calendar: theirs is today (K87)', () => {
    expect(pieces('on:').slice(0, 2)).toEqual(['on:2026-12-05', 'on:2026-12-04'])
    expect(pieces('before:yes')).toEqual(['before:2026-12-04'])
    expect(pieces('after:2026-11-2')).toEqual([
      ...['after:2026-11-29', 'after:2026-11-28', 'after:2026-11-27', 'after:2026-11-26'],
      ...['after:2026-11-25', 'after:2026-11-24', 'after:2026-11-23', 'after:2026-11-22'],
    ])
  })

  test('taken, it replaces the piece at the caret and leaves the rest', () => {
    const [taken] = suggestionsFor('deploy from:an on:today', 14, known)
    expect(taken).toMatchObject({ text: 'deploy from:"Ana Souza" on:today', caret: 24 })
    expect(suggestionsFor('fr', 2, known)[0]).toMatchObject({ text: 'from:', caret: 5 })
  })

  test('everything that is suggested is understood', () => {
    for (const typed of ['from:', 'in:', 'to:', 'on:', 'before:', 'after:', 'has:', 'is:']) {
      const all = suggestionsFor(typed, typed.length, known)
      expect(all.length).toBeGreaterThan(0)
      for (const { text } of all) {
        const query = readQuery(text, known.today)
        expect(query, text).toMatchObject({ terms: [], misread: [] })
        expect(query.filters).toHaveLength(1)
      }
    }
  })
})
