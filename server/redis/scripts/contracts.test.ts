import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const here = new URL('.', import.meta.url)
const numbersIn = (text: string, pattern: RegExp) => new Set([...text.matchAll(pattern)].map((match) => match[1])).size

for (const file of readdirSync(here).filter((name) => name.endsWith('.lua'))) {
  test(`${file} states its contract, uses exactly the keys it states, and fits a screen`, () => {
    const source = readFileSync(new URL(file, here), 'utf8')
    const [, header = '', body = ''] = /^--\[\[([\s\S]*?)\]\]([\s\S]*)$/.exec(source) ?? []
    for (const part of ['KEYS', 'ARGV', 'REPLY', 'CLOCK', 'KEEPS', 'COST'])
      expect(header).toMatch(new RegExp(`^  ${part}\\b`, 'm'))

    const keys = / KEYS([\s\S]*?)\n {2}ARGV/.exec(header)?.[1] ?? ''
    const argv = / ARGV([\s\S]*?)\n {2}REPLY/.exec(header)?.[1] ?? ''
    expect(numbersIn(body, /KEYS\[(\d+)\]/g)).toBe(numbersIn(keys, /^\s+(\d+) /gm))
    expect(numbersIn(body, /ARGV\[(\d+)\]/g)).toBe(numbersIn(argv, /^\s+(\d+) /gm))
    expect(source.split('\n').length).toBeLessThan(60)
  })
}
