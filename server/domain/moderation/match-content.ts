/**
 * Whether something that is about to be posted is what a workspace does not allow. Pure; compiled once for each set of
 * rules, and linear in the length of the text, whatever the text.
 */
import type { ContentRules, Violation } from './content-rules.ts'
import { isListed, linkedHosts, namedHosts } from './hosts.ts'

export type PostedContent = { text: string; payload: string | null }
/** The first thing found, or null. */
export type ContentMatcher = (content: PostedContent) => Violation | null

export function compileRules({ words, links }: ContentRules): ContentMatcher {
  const rules = words.map(compileWord)
  const whole = new Map(rules.flatMap((rule) => (rule.isWhole ? [[rule.letters, rule.word]] : [])))
  const others = rules.filter((rule) => !rule.isWhole)
  const hosts = new Set(links.hosts)
  return (content) => {
    const written = fold(wordsOf(content))
    const word = whole.size > 0 ? findWhole(written, whole) : undefined
    const found = word ?? others.find((rule) => stands(written, rule))?.word
    if (found !== undefined) return { kind: 'word', found }
    const host = refusedHost(written, links.rule, hosts)
    return host === undefined ? null : { kind: 'link', found: host }
  }
}

function refusedHost(written: string, rule: ContentRules['links']['rule'], hosts: ReadonlySet<string>) {
  if (rule === 'only') return linkedHosts(written).find((host) => !isListed(host, hosts))
  if (hosts.size === 0) return undefined
  return [...linkedHosts(written), ...namedHosts(written)].find((host) => isListed(host, hosts))
}

/** As it is compared: one form of each letter, small, without what is written but not seen, spaces alike. */
const fold = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase()
    .replace(/\s+/gu, ' ')

const WITHIN = /[\p{L}\p{M}\p{N}_]/u
/** Scripts that leave no space between words: a word there may stand inside of another. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

type CompiledWord = {
  /** As the rule spells it. */
  word: string
  letters: string
  /** One word between boundaries: it is looked up, not searched. */
  isWhole: boolean
  boundBefore: boolean
  boundAfter: boolean
}

function compileWord(word: string): CompiledWord {
  const isOpen = word.endsWith('*')
  const letters = fold(isOpen ? word.slice(0, -1) : word).trim()
  const each = [...letters]
  const isBound = (letter = '') => WITHIN.test(letter) && !UNSPACED.test(letter)
  return {
    word,
    letters,
    isWhole: !isOpen && each.every(isBound),
    boundBefore: isBound(each[0]),
    boundAfter: !isOpen && isBound(each.at(-1)),
  }
}

function findWhole(written: string, whole: ReadonlyMap<string, string>): string | undefined {
  for (const [word] of written.matchAll(/[\p{L}\p{M}\p{N}_]+/gu)) if (whole.has(word)) return whole.get(word)
  return undefined
}

function stands(written: string, { letters, boundBefore, boundAfter }: CompiledWord): boolean {
  for (let at = written.indexOf(letters); at >= 0; at = written.indexOf(letters, at + 1)) {
    const [before, after] = [lastLetter(written, at), firstLetter(written, at + letters.length)]
    if (!(boundBefore && WITHIN.test(before)) && !(boundAfter && WITHIN.test(after))) return true
  }
  return false
}

/** Letters beyond the first 65,536 are two units long. */
const firstLetter = (text: string, at: number): string => String.fromCodePoint(text.codePointAt(at) ?? 32)
const lastLetter = (text: string, end: number): string => [...text.slice(Math.max(0, end - 2), end)].at(-1) ?? ' '

/** Everything of it that is shown: the text, and every text in blocks and attachments. */
function wordsOf({ text, payload }: PostedContent): string {
  if (payload === null) return text
  const parts: string[] = [text]
  collect(parse(payload), parts)
  return parts.join('\n')
}

/** What is no JSON is a text. */
function parse(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch {
    return payload
  }
}

/** For programs; nobody reads them. */
const NOT_SHOWN = new Set(['metadata', 'type', 'style', 'color', 'block_id', 'action_id', 'callback_id'])

function collect(node: unknown, parts: string[]): void {
  if (typeof node === 'string') parts.push(node)
  else if (Array.isArray(node)) for (const each of node) collect(each, parts)
  else if (typeof node === 'object' && node !== null)
    for (const [key, value] of Object.entries(node)) if (!NOT_SHOWN.has(key)) collect(value, parts)
}
