import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mayBeFormatted } from './may-be-formatted.ts'
import { parseMessage } from './parse-message.ts'
import { parseInline } from './parse-inline.ts'
import type { Block, Inline } from './syntax.ts'

/** A tree as one line, for reading. */
const shown = (nodes: readonly Inline[]): string =>
  nodes
    .map((node) => {
      switch (node.type) {
        case 'text':
          return node.text
        case 'bold':
        case 'italic':
        case 'strike':
          return `(${node.type} ${shown(node.children)})`
        case 'code':
          return `(code ${node.text})`
        case 'link':
          return `(link ${node.href} ${node.text})`
        case 'person':
        case 'channel':
          return `(${node.type} ${node.id})`
        case 'everyone':
          return `(everyone ${node.who})`
        case 'emoji':
          return node.glyph
        case 'time':
          return `(time ${node.time.at_s})`
      }
    })
    .join('')

describe('within a line', () => {
  test.each([
    ['*bold* and **bold**', '(bold bold) and (bold bold)'],
    ['_slanted_, ~gone~ and ~~gone~~', '(italic slanted), (strike gone) and (strike gone)'],
    ['*bold _both_*', '(bold bold (italic both))'],
    ['2 * 3 * 4 and snake_case_name', '2 * 3 * 4 and snake_case_name'],
    ['* not bold*, *nor this *', '* not bold*, *nor this *'],
    ['__init__.py', '__init__.py'],
    ['*a\nb*', '*a\nb*'],
    ['`*as it is*`', '(code *as it is*)'],
    [
      'see https://a.example/x_y_z, or (https://b.example).',
      'see (link https://a.example/x_y_z https://a.example/x_y_z), or ((link https://b.example/ https://b.example)).',
    ],
    ['https://en.example/wiki/A_(b)', '(link https://en.example/wiki/A_(b) https://en.example/wiki/A_(b))'],
    ['[the plan](https://a.example/p)', '(link https://a.example/p the plan)'],
    ['<https://a.example?a=1&amp;b=2|the plan>', '(link https://a.example/?a=1&b=2 the plan)'],
    ['<mailto:ana@a.example>', '(link mailto:ana@a.example ana@a.example)'],
    ['[here](javascript:alert(1)) <javascript:alert(1)|x>', '[here](javascript:alert(1)) <javascript:alert(1)|x>'],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['<@U0AB>, look at <#C0AB|plans> <!here>', '(person U0AB), look at (channel C0AB) (everyone here)'],
    ['done :tada: at 10:30:00 :nothing:', 'done 🎉 at 10:30:00 :nothing:'],
    ['<!date^1798761600^{time}|9:00 AM> *sharp*', '(time 1798761600) (bold sharp)'],
    ['*', '*'],
    ['', ''],
  ])('%s', (text, expected) => expect(shown(parseInline(text))).toBe(expected))
})

describe('blocks', () => {
  const kinds = (text: string): unknown[] =>
    parseMessage(text).map((block: Block) =>
      block.type === 'list'
        ? [block.start === null ? 'list' : `list from ${block.start}`, ...block.items.map(shown)]
        : block.type === 'code'
          ? ['code', block.language, block.text]
          : [block.type, shown(block.children)],
    )

  test('quotes, lists and code stand apart; lines between them stay lines', () => {
    const text =
      'Look:\n> quoted\n> *twice*\n\n- one\n- two\n3. three\n4. four\n```ts\nconst a = *b*\n```\nend\n\nof it'
    expect(kinds(text)).toEqual([
      ['paragraph', 'Look:'],
      ['quote', 'quoted\n(bold twice)'],
      ['list', 'one', 'two'],
      ['list from 3', 'three', 'four'],
      ['code', 'ts', 'const a = *b*'],
      ['paragraph', 'end\n\nof it'],
    ])
  })

  test('a fence without an end is text, and one line may be code', () => {
    expect(kinds('```\nopen')).toEqual([['paragraph', '```\nopen']])
    expect(kinds('```npm start```')).toEqual([['code', null, 'npm start']])
    expect(kinds('a - b\n-5 degrees\n1.5 times')).toEqual([['paragraph', 'a - b\n-5 degrees\n1.5 times']])
  })

  test('a text without markup is one paragraph of it, and nothing is looked for in most', () => {
    const text = 'Good morning.\n\nWe start at nine, as ever!'
    expect(mayBeFormatted(text)).toBe(false)
    expect(kinds(text)).toEqual([['paragraph', text]])
  })
})

const piece = fc.constantFrom(
  '*',
  '**',
  '_',
  '~',
  '`',
  '```',
  '\n',
  '> ',
  '- ',
  '1. ',
  'word',
  ' ',
  'https://a.example/',
  '<',
  '>',
  '|',
  '[',
  '](',
  ')',
  '@U1',
  ':tada:',
  '&lt;',
)

test('whatever is written: every word of it is drawn, in order, and no address is anything but a page or a letter', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const text = pieces.join('')
      const blocks = parseMessage(text)
      const all: Inline[] = []
      const drawn: string[] = []
      const walk = (nodes: readonly Inline[]) => {
        for (const node of nodes) {
          all.push(node)
          if ('children' in node) walk(node.children)
          else if ('text' in node) drawn.push(node.text ?? '')
        }
      }
      for (const block of blocks) {
        if (block.type === 'list') block.items.forEach(walk)
        else if (block.type === 'code') drawn.push(block.text, block.language ?? '')
        else walk(block.children)
      }
      const words = (given: string) => given.match(/word/g)?.length ?? 0
      expect(words(drawn.join(' '))).toBe(words(text))
      for (const node of all) if (node.type === 'link') expect(node.href).toMatch(/^(?:https?:\/\/|mailto:)/)
    }),
    { numRuns: 2_000 },
  )
})
