import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { indexWords, placesOf, searchedWords } from './words.ts'

const found = (text: string, searched: string) => {
  const { words, prefix } = searchedWords(searched)
  return placesOf(text, [{ words, prefix }]).map(({ from, to }) => text.slice(from, to))
}

describe('words of a text', () => {
  test.each([
    ['Deploy, then ROLL back!', ['deploy', 'then', 'roll', 'back']],
    ["Don't use O’Brien's", ['dont', 'use', 'obriens']],
    ['Café, Straße, ﬁnd Ⅷ', ['cafe', 'strasse', 'find', 'viii']],
    ['v1.2 snake_case a-b', ['v1', '2', 'snake_case', 'a', 'b']],
    ['_hidden', ['__hidden']],
    ['', []],
    ['… — 🎉', []],
  ])('%s', (text, words) => expect(indexWords(text)).toEqual(words))

  test('other scripts become ASCII, and the beginning of a word the beginning of its form', () => {
    const [whole] = indexWords('Привет')
    const [start] = indexWords('при')
    expect(whole).toMatch(/^[a-z0-9_]+$/)
    expect(whole!.startsWith(start!)).toBe(true)
  })

  test('a script without spaces is found in any part, and marked there alone', () => {
    expect(found('明日は東京タワーに行く', '東京')).toEqual(['東京'])
    expect(found('明日は東京タワーに行く', 'タワー')).toEqual(['タワー'])
    expect(found('明日は東京タワーに行く', '京')).toEqual(['京'])
    expect(found('明日は東京タワーに行く', '行く')).toEqual(['行く'])
    expect(found('明日は東京', '東北')).toEqual([])
    expect(found('東京2027と', '東京2027')).toEqual(['東京2027'])
    expect(found('พรุ่งนี้เช้า', 'เช้า')).toEqual(['เช้า'])
  })

  test('is marked where it stands, also behind signs of two code units', () => {
    expect(found('🎉 Café noir, café', 'cafe')).toEqual(['Café', 'café'])
    expect(found('roll back, back roll', 'roll back')).toEqual(['roll', 'back'])
  })

  test('whatever is written, forms are ASCII words of at most 84 characters, and every text finds itself', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), fc.lorem()), (text) => {
        const forms = indexWords(text)
        for (const form of forms) expect(form).toMatch(/^[a-z0-9_]{1,77}$/)
        const { words, prefix } = searchedWords(text)
        if (words.length > 0) expect(placesOf(text, [{ words, prefix }])).not.toEqual([])
      }),
    )
  })
})
