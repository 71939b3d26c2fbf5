import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wordsOf } from './words-of.ts'

test.each([
  ['nothing but words', 'nothing but words'],
  ['*bold*, **bold**, _slanted_, ~gone~ and `code`', 'bold, bold, slanted, gone and code'],
  ['2 * 3 and snake_case_name', '2 * 3 and snake_case_name'],
  [
    'see https://a.example/x and <https://a.example/p|the plan>',
    'see https://a.example/x and the plan https://a.example/p',
  ],
  ['<https://b.example/a.example|a.example>', 'a.example https://b.example/a.example'],
  ['<mailto:ana@a.example>', 'ana@a.example'],
  ['<@U0AB>, look at <#C0AB|plans> <!here>', '<@U0AB>, look at #plans @here'],
  ['at <!date^1798761600^{time}|9:00 AM CET> :tada:', 'at 9:00 AM CET 🎉'],
  ['> *quoted*\n- one\n- _two_\n3. three', 'quoted\n• one\n• two\n3. three'],
  ['```\nlet a = *b*\n```', 'let a = *b*'],
  ['', ''],
])('%j reads %j', (text, words) => {
  expect(wordsOf(text)).toBe(words)
})

test('a text without signs is left as it is', () => {
  fc.assert(fc.property(fc.stringMatching(/^[\p{L} ,]{0,80}$/u), (text) => wordsOf(text) === text))
})
