/**
 * Markup within lines, in one pass from left to right. Both spellings are read: Slack's, which programs write (`*bold*`,
 * `~gone~`, `<https://a.example|label>`, `<@U…>`), and Markdown's (`**bold**`, `~~gone~~`, `[label](https://a.example)`).
 */
import { findEmoji } from '../emoji.ts'
import { segmentsOf } from '../time-token.ts'
import type { Inline } from './syntax.ts'

/** Longest piece between two signs: what is longer was not meant, and a long text stays quick to read. */
const LONGEST = 2_000
const DEEPEST = 4
const SIGNS = { '*': 'bold', _: 'italic', '~': 'strike' } as const
type Sign = keyof typeof SIGNS

export function parseInline(text: string, depth = 0): Inline[] {
  return segmentsOf(text).flatMap((segment): Inline[] =>
    'time' in segment ? [{ type: 'time', time: segment.time }] : readText(segment.text, depth),
  )
}

function readText(text: string, depth: number): Inline[] {
  const out: Inline[] = []
  let plain = 0
  for (let at = 0; at < text.length;) {
    const found = readAt(text, at, depth)
    if (!found) {
      at++
      continue
    }
    if (at > plain) out.push({ type: 'text', text: text.slice(plain, at) })
    out.push(found.node)
    at = plain = found.end
  }
  if (plain < text.length) out.push({ type: 'text', text: text.slice(plain) })
  return out
}

type Found = { node: Inline; end: number }

function readAt(text: string, at: number, depth: number): Found | null {
  const sign = text[at]
  switch (sign) {
    case '`':
      return readCode(text, at)
    case '<':
      return readToken(text, at)
    case '[':
      return readLabelled(text, at)
    case 'h':
      return readAddress(text, at)
    case ':':
      return readEmoji(text, at)
    case '*':
    case '_':
    case '~':
      return depth < DEEPEST ? readSpan(text, at, sign, depth) : null
    default:
      return null
  }
}

function readCode(text: string, at: number): Found | null {
  const end = text.indexOf('`', at + 1)
  if (end < 0 || end - at > LONGEST || end === at + 1 || text.slice(at, end).includes('\n')) return null
  return { node: { type: 'code', text: text.slice(at + 1, end) }, end: end + 1 }
}

const isWord = (sign: string | undefined): boolean => sign !== undefined && /[\p{L}\p{N}]/u.test(sign)
const isSpace = (sign: string | undefined): boolean => sign === undefined || /\s/.test(sign)

/** It begins at the edge of a word and ends at one, within a line; a sign twice is the same sign. */
function readSpan(text: string, at: number, sign: Sign, depth: number): Found | null {
  if (isWord(text[at - 1]) || text[at - 1] === sign) return null
  const mark = text[at + 1] === sign ? sign + sign : sign
  // Two lines beneath a word are its name in code: `__init__`.
  if (mark === '__') return null
  const from = at + mark.length
  if (isSpace(text[from]) || text[from] === sign) return null
  const limit = Math.min(text.length, from + LONGEST)
  for (let end = text.indexOf(mark, from); end >= 0 && end < limit; end = text.indexOf(mark, end + 1)) {
    const inner = text.slice(from, end)
    if (inner.includes('\n')) return null
    const after = end + mark.length
    if (isSpace(text[end - 1]) || isWord(text[after]) || text[after] === sign) continue
    return { node: { type: SIGNS[sign], children: parseInline(inner, depth + 1) }, end: after }
  }
  return null
}

const TOKEN =
  /<(?:@(U[0-9A-Z]+)|#(C[0-9A-Z]+)|!(here|channel|everyone)|((?:https?:\/\/|mailto:)[^\s<>|]+))(?:\|([^<>\n]{1,300}))?>/y

/** What programs write between angle brackets. */
function readToken(text: string, at: number): Found | null {
  TOKEN.lastIndex = at
  const match = TOKEN.exec(text)
  if (!match) return null
  const [whole, person, channel, who, address, label] = match
  const end = at + whole.length
  if (person) return { node: { type: 'person', id: person, text: label ?? null }, end }
  if (channel) return { node: { type: 'channel', id: channel, text: label ?? null }, end }
  if (who) return { node: { type: 'everyone', who: who as 'here' | 'channel' | 'everyone' }, end }
  const href = address && safeAddress(address)
  return href ? { node: { type: 'link', href, text: label ?? address.replace(/^mailto:/, '') }, end } : null
}

const LABELLED = /\[([^[\]\n]{1,300})\]\(((?:https?:\/\/|mailto:)[^\s()<>]+)\)/y

function readLabelled(text: string, at: number): Found | null {
  LABELLED.lastIndex = at
  const match = LABELLED.exec(text)
  const href = match?.[2] && safeAddress(match[2])
  return match && href ? { node: { type: 'link', href, text: match[1] ?? '' }, end: at + match[0].length } : null
}

const ADDRESS = /https?:\/\/[^\s<>"`|]{2,2000}/y

/** An address as it was typed; what closes the sentence is not part of it. */
function readAddress(text: string, at: number): Found | null {
  if (isWord(text[at - 1])) return null
  ADDRESS.lastIndex = at
  let [found] = ADDRESS.exec(text) ?? []
  if (!found) return null
  found = found.replace(/[.,;:!?'*_~]+$/, '')
  // A closing bracket belongs to it only with its opening one.
  while (found.endsWith(')') && !found.includes('(')) found = found.slice(0, -1).replace(/[.,;:!?'*_~]+$/, '')
  const href = safeAddress(found)
  return href ? { node: { type: 'link', href, text: found }, end: at + found.length } : null
}

const EMOJI = /:([a-z0-9_+'-]{1,60}(?:::skin-tone-[2-6])?):/y

function readEmoji(text: string, at: number): Found | null {
  EMOJI.lastIndex = at
  const match = EMOJI.exec(text)
  const found = match?.[1] && findEmoji(match[1])
  return match && found
    ? { node: { type: 'emoji', glyph: found.glyph, name: match[1] ?? '' }, end: at + match[0].length }
    : null
}

/** Only addresses that a browser opens as a page or a letter: never code. */
function safeAddress(text: string): string | null {
  try {
    const url = new URL(text.replaceAll('&amp;', '&'))
    return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : null
  } catch {
    return null
  }
}
