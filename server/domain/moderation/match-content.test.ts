import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkContentRules, hasRules, NO_RULES, type ContentRules } from './content-rules.ts'
import { compileRules } from './match-content.ts'

const withWords = (...words: string[]): ContentRules => ({ ...NO_RULES, words })
const withLinks = (rule: 'refuse' | 'only', ...hosts: string[]): ContentRules => ({
  ...NO_RULES,
  links: { rule, hosts },
})
const find = (rules: ContentRules, text: string, payload: string | null = null) =>
  compileRules(checkContentRules(rules))({ text, payload })?.found ?? null

describe('words', () => {
  test.each([
    ['darn', 'Oh DARN!', 'darn'],
    ['darn', 'darn', 'darn'],
    ['darn', '„Darn“', 'darn'],
    ['darn', 'darning socks', null],
    ['darn', 'undarn', null],
    ['darn', 'darn_it', null],
    ['darn*', 'darning socks', 'darn*'],
    ['darn*', 'undarned', null],
    ['project x', 'about Project   X, then', 'project x'],
    ['project x', 'projects x', null],
    ['c++', 'I like C++ much', 'c++'],
    ['a.b', 'axb', null],
    ['größe', 'GRÖSSE', null],
    ['größe', 'GRÖẞE', 'größe'],
    ['darn', 'd\u200Bar\u00ADn', 'darn'],
    ['darn', 'ｄａｒｎ', 'darn'],
    ['café', 'cafe\u0301', 'café'],
    ['cafe', 'cafe\u0301', null],
    ['禁止', 'これは禁止です', '禁止'],
    ['ห้าม', 'ข้อห้ามนี้', 'ห้าม'],
  ])('%s in "%s"', (word, text, found) => {
    expect(find(withWords(word), text)).toBe(found)
  })

  test('a word that stands free is found after one that does not', () => {
    expect(find(withWords('a b'), 'xa b a b')).toBe('a b')
    expect(find(withWords('a b'), '𝒳a b')).toBeNull()
    expect(find(withWords('a b'), '🔔a b🔔')).toBe('a b')
  })

  test('what applies first is named, also of five hundred rules', () => {
    const many = Array.from({ length: 499 }, (_, i) => `word${i}`)
    expect(find(withWords(...many, 'darn'), `${'x '.repeat(19_000)}darn`)).toBe('darn')
    expect(find(withWords(...many, 'darn'), 'word7 and word12')).toBe('word7')
  })

  test('a word stands in any text of blocks and attachments, not in what only programs read', () => {
    const payload = (part: object) => JSON.stringify(part)
    const blocks = [{ type: 'section', text: { type: 'mrkdwn', text: 'well, darn' } }]
    expect(find(withWords('darn'), 'fine', payload({ blocks }))).toBe('darn')
    expect(find(withWords('darn'), '', payload({ attachments: [{ fields: [{ value: 'Darn' }] }] }))).toBe('darn')
    expect(find(withWords('darn'), 'fine', payload({ metadata: { event_type: 'darn' } }))).toBeNull()
    expect(find(withWords('section', 'mrkdwn'), 'fine', payload({ blocks }))).toBeNull()
    expect(find(withWords('darn'), 'fine', 'darn, and no JSON')).toBe('darn')
  })

  test('whatever the rule, a text that holds it between spaces is refused and one without its letters is not', () => {
    const word = fc
      .string({ minLength: 1, maxLength: 30 })
      .filter((text) => /[a-z0-9]/i.test(text) && !text.includes('*'))
    fc.assert(
      fc.property(word, (text) => {
        const [rule] = checkContentRules(withWords(text)).words
        expect(find(withWords(text), `so ${text} then`)).toBe(rule)
        expect(find(withWords(text), '¡ ¿')).toBeNull()
      }),
    )
  })
})

describe('links', () => {
  const evil = withLinks('refuse', 'evil.com')
  test.each([
    ['see https://evil.com/path', 'evil.com'],
    ['see HTTP://EVIL.COM', 'evil.com'],
    ['<https://login.evil.com|my bank>', 'login.evil.com'],
    ['https://good.com@evil.com/', 'evil.com'],
    ['https://evil.com:8443/', 'evil.com'],
    ['https://evil.com./', 'evil.com'],
    ['https://ev%69l.com/', 'evil.com'],
    ['https://ｅｖｉｌ.com/', 'evil.com'],
    ['https://evil。com/', 'evil.com'],
    ['https://evil\u200B.com/', 'evil.com'],
    ['ftp://evil.com/x', 'evil.com'],
    ['go to www.evil.com now', 'www.evil.com'],
    ['go to evil.com.', 'evil.com'],
    ['mail me@evil.com', 'evil.com'],
    ['https://notevil.com/', null],
    ['https://evil.com.good.org/', null],
    ['https://good.org/evil.com.html', null],
    ['-evil.com-', 'evil.com'],
    ['…evil.com…', 'evil.com'],
    ['evil', null],
  ])('%s', (text, found) => {
    expect(find(evil, text)).toBe(found)
  })

  test('only those listed and what lies below them; a file name is no link', () => {
    const ours = withLinks('only', 'example.com')
    expect(find(ours, 'https://example.com/a https://docs.example.com/b www.example.com')).toBeNull()
    expect(find(ours, 'notes.txt, e.g. version 1.2')).toBeNull()
    expect(find(ours, 'https://example.com.evil.org/')).toBe('example.com.evil.org')
    expect(find(ours, 'look: <https://evil.org|example.com>')).toBe('evil.org')
    expect(find(ours, '', JSON.stringify({ blocks: [{ url: 'https://evil.org/' }] }))).toBe('evil.org')
    expect(find(withLinks('only'), 'https://example.com')).toBe('example.com')
    expect(find(withLinks('only'), 'no link here')).toBeNull()
  })

  test('a host outside ASCII is one however it is written', () => {
    const rules = withLinks('refuse', 'böse.example')
    expect(checkContentRules(rules).links.hosts).toEqual(['xn--bse-sna.example'])
    expect(find(rules, 'https://BÖSE.example/')).toBe('xn--bse-sna.example')
    expect(find(rules, 'https://xn--bse-sna.example/')).toBe('xn--bse-sna.example')
    expect(find(rules, 'böse.example')).toBe('xn--bse-sna.example')
  })
})

test('a long text costs what it is long, whatever stands in it', () => {
  const rules = checkContentRules({ words: ['darn*', 'project x'], links: { rule: 'refuse', hosts: ['evil.com'] } })
  const steps = (text: string) => compileRules(rules)({ text, payload: null })
  for (const piece of [
    'a',
    '.',
    '-',
    'a.',
    'www.',
    'a-',
    'http://',
    'project ',
    'darn',
    '://',
    'darn darning'.slice(4),
  ])
    expect(['word', 'link', undefined]).toContain(steps(piece.repeat(Math.floor(40_000 / piece.length)))?.kind)
})

describe('rules as administrators give them', () => {
  test('are trimmed, each once, an address taken for its host', () => {
    const given = {
      words: [' darn ', 'darn', '', 'project   x'],
      links: { rule: 'refuse' as const, hosts: ['https://Evil.com/x', 'evil.com', ''] },
    }
    expect(checkContentRules(given)).toEqual({
      words: ['darn', 'project x'],
      links: { rule: 'refuse', hosts: ['evil.com'] },
    })
    expect(hasRules(checkContentRules({ ...NO_RULES, words: [' '] }))).toBe(false)
    expect(hasRules(withLinks('only'))).toBe(true)
  })

  test.each([
    ['words', withWords('!?')],
    ['words', withWords('*')],
    ['words', withWords('da*rn')],
    ['words', withWords('x'.repeat(81))],
    ['words', withWords(...Array.from({ length: 501 }, (_, i) => `w${i}`))],
    ['hosts', withLinks('refuse', 'localhost')],
    ['hosts', withLinks('refuse', 'a b.com')],
    ['hosts', withLinks('only', ...Array.from({ length: 501 }, (_, i) => `h${i}.com`))],
  ])('%s: what cannot be a rule is refused by name', (field, rules) => {
    expect(() => checkContentRules(rules)).toThrow(
      expect.objectContaining({ code: 'invalid_input', facts: expect.objectContaining({ field }) }),
    )
  })

  test('without rules nothing is found', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(find(NO_RULES, text)).toBeNull()
      }),
    )
  })
})
