import { parseInline } from './parse-inline.ts'
import type { Block } from './syntax.ts'

const FENCE = /^\s*```\s*([\w+#.-]{0,30})\s*$/
const QUOTE = /^(?:>|&gt;) ?/
const BULLET = /^\s{0,3}[-*•] +(?=\S)/
const NUMBER = /^\s{0,3}(\d{1,6})[.)] +(?=\S)/

/** Blocks in their order: code between fences, quotes, lists, and what is left as paragraphs with their lines. */
export function parseMessage(text: string): Block[] {
  const lines = text.split('\n')
  const blocks: Block[] = []
  for (let at = 0; at < lines.length;) {
    const read = readCode(lines, at) ?? readQuote(lines, at) ?? readList(lines, at) ?? readParagraph(lines, at)
    if (read.block) blocks.push(read.block)
    at = read.next
  }
  return blocks
}

type Read = { block: Block | null; next: number }

/** A fence without an end is none. On one line it may be written around a word, too. */
function readCode(lines: readonly string[], at: number): Read | null {
  const line = lines[at] ?? ''
  const single = /^\s*```(.+)```\s*$/.exec(line)?.[1]
  if (single) return { block: { type: 'code', text: single, language: null }, next: at + 1 }
  const fence = FENCE.exec(line)
  if (!fence) return null
  const end = lines.findIndex((each, index) => index > at && /^\s*```\s*$/.test(each))
  if (end < 0) return null
  return {
    block: { type: 'code', text: lines.slice(at + 1, end).join('\n'), language: fence[1] || null },
    next: end + 1,
  }
}

function readQuote(lines: readonly string[], at: number): Read | null {
  const end = endOf(lines, at, (line) => QUOTE.test(line))
  if (end === at) return null
  const quoted = lines.slice(at, end).map((line) => line.replace(QUOTE, ''))
  return { block: { type: 'quote', children: parseInline(quoted.join('\n')) }, next: end }
}

function readList(lines: readonly string[], at: number): Read | null {
  const kind = [BULLET, NUMBER].find((each) => each.test(lines[at] ?? ''))
  if (!kind) return null
  const end = endOf(lines, at, (line) => kind.test(line))
  const items = lines.slice(at, end).map((line) => parseInline(line.replace(kind, '')))
  const start = kind === NUMBER ? Number(NUMBER.exec(lines[at] ?? '')?.[1] ?? 1) : null
  return { block: { type: 'list', start, items }, next: end }
}

function readParagraph(lines: readonly string[], at: number): Read {
  const starts = (line: string, index: number) =>
    index > at && (QUOTE.test(line) || BULLET.test(line) || NUMBER.test(line) || readCode(lines, index) !== null)
  let end = at + 1
  while (end < lines.length && !starts(lines[end] ?? '', end)) end++
  // Empty lines beside a block are the distance it has anyway.
  const own = lines.slice(at, end)
  while (end < lines.length && own.at(-1)?.trim() === '') own.pop()
  while (at > 0 && own[0]?.trim() === '') own.shift()
  return { block: own.length > 0 ? { type: 'paragraph', children: parseInline(own.join('\n')) } : null, next: end }
}

function endOf(lines: readonly string[], at: number, belongs: (line: string) => boolean): number {
  let end = at
  while (end < lines.length && belongs(lines[end] ?? '')) end++
  return end
}
