import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ZoneId } from '../time/units.ts'
import { startOfDay } from './day-range.ts'
import { isBlank, readQuery } from './query.ts'

const TODAY = '2026-12-05' // a Saturday
const read = (text: string) => readQuery(text, TODAY)
const word = (text: string, more = {}) => ({ words: [text], prefix: false, negated: false, ...more })
const days = (text: string) => {
  const [filter] = read(`on:${text}`).filters
  return filter && 'days' in filter ? [filter.days.first, filter.days.end] : null
}

describe('a search as it is typed', () => {
  test('words, phrases, beginnings, and what must not be there', () => {
    expect(read('deploy -failed "roll back" -"not this" begin*')).toEqual({
      terms: [
        word('deploy'),
        word('failed', { negated: true }),
        { words: ['roll', 'back'], prefix: false, negated: false },
        { words: ['not', 'this'], prefix: false, negated: true },
        word('begin', { prefix: true }),
      ],
      filters: [],
      misread: [],
    })
  })

  test('what is written without spaces is a phrase: a hyphen, an address', () => {
    expect(read('roll-back').terms).toEqual([{ words: ['roll', 'back'], prefix: false, negated: false }])
    expect(read('see https://example.test/a').terms[1]).toMatchObject({ words: ['https', 'example', 'test', 'a'] })
  })

  test('operators with a value, in quotes where it has spaces; capitals do not count', () => {
    expect(read('From:@ada in:#general -to:me from:"Ada Lovelace" HAS:link is:thread').filters).toEqual([
      { by: 'from', value: '@ada', negated: false },
      { by: 'in', value: '#general', negated: false },
      { by: 'to', value: 'me', negated: true },
      { by: 'from', value: 'Ada Lovelace', negated: false },
      { by: 'has', value: 'link', negated: false },
      { by: 'is', value: 'thread', negated: false },
    ])
  })

  test('a value that means nothing is told, not searched', () => {
    expect(read('has:dragons on:2026-02-30 is: from:')).toEqual({
      terms: [],
      filters: [],
      misread: [
        { operator: 'has', value: 'dragons' },
        { operator: 'on', value: '2026-02-30' },
        { operator: 'is', value: '' },
        { operator: 'from', value: '' },
      ],
    })
  })

  test('what only looks like an operator is words', () => {
    expect(read('error: not:here https://x').terms.map(({ words }) => words)).toEqual([
      ['error'],
      ['not', 'here'],
      ['https', 'x'],
    ])
  })

  test.each([
    ['2026-12-05', '2026-12-05', '2026-12-06'],
    ['2026/1/9', '2026-01-09', '2026-01-10'],
    ['2026-12', '2026-12-01', '2027-01-01'],
    ['2026', '2026-01-01', '2027-01-01'],
    ['today', '2026-12-05', '2026-12-06'],
    ['Yesterday', '2026-12-04', '2026-12-05'],
    ['saturday', '2026-12-05', '2026-12-06'],
    ['sun', '2026-11-29', '2026-11-30'],
  ])('on:%s', (text, first, end) => expect(days(text)).toEqual([first, end]))

  test('a day begins where the reader lives, whatever their clocks do (K86, K87)', () => {
    const at = (day: string, zone: string) => new Date(startOfDay(day, zone as ZoneId)).toISOString()
    expect(at('2026-12-05', 'Asia/Tokyo')).toBe('2026-12-04T15:00:00.000Z')
    expect(at('2026-12-05', 'America/Anchorage')).toBe('2026-12-05T09:00:00.000Z')
    // Clocks jumped from midnight to one that day.
    expect(at('2018-11-04', 'America/Sao_Paulo')).toBe('2018-11-04T03:00:00.000Z')
  })

  test('nothing typed breaks it, and what it asks for is always words or filters', () => {
    const typed = fc.array(
      fc.oneof(fc.constantFrom('-', '"', 'from:', 'on:', 'is:', '*', ' ', '“', 'has:', '東京', 'a'), fc.string()),
    )
    fc.assert(
      fc.property(typed, (pieces) => {
        const query = read(pieces.join(''))
        for (const { words } of query.terms) expect(words.length).toBeGreaterThan(0)
        expect(isBlank(read(''))).toBe(true)
      }),
    )
  })
})
