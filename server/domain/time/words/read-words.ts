/**
 * A time in words, as people type it, becomes exactly one second with its wall clock and zone, and what else it could
 * have meant; or the reason why it is none (T3). `docs/time-in-words.md` has the rules.
 *
 * Pure: the clock, the zone, the language and the zone rules are given. The same words mean the same on every host.
 */
import { offsetSecondsAt, type OffsetAt } from '../zone.ts'
import type { Reading } from '../resolve-send-at.ts'
import { alternatives, distinct } from './alternatives.ts'
import type { WordsContext } from './context.ts'
import { ENGLISH } from './english.ts'
import { GERMAN } from './german.ts'
import type { Language } from './language.ts'
import { refusal } from './messages.ts'
import { momentOf, understand, type Placed, type Reader } from './place.ts'
import type { WordsResult } from './result.ts'
import { zoneInWords } from './zone-in-words.ts'

const LANGUAGES = [ENGLISH, GERMAN]
const MOST_ALTERNATIVES = 4

export function readWords(text: string, context: WordsContext): WordsResult {
  const code = context.locale.toLowerCase().split('-')[0]
  const own = LANGUAGES.filter((language) => language.code === code)
  const tried = [...own, ...LANGUAGES.filter((language) => !own.includes(language))]
  const remembering = { ...context, offsetAt: remembered(context.offsetAt ?? offsetSecondsAt) }
  const results = tried.map((language) => readIn(text, language, remembering))
  return (
    results.find(({ ok }) => ok) ??
    results.find((result) => !result.ok && result.error !== 'not_understood') ??
    results[0]!
  )
}

function readIn(text: string, language: Language, context: WordsContext): WordsResult {
  const typed = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replace(/[\s.!?,;]+$/, '')
    .trim()
  if (typed === '') return refusal('empty', '', context)
  const before = cutChoice(typed, language)
  const named = zoneInWords(before.rest, language, {
    ...context,
    capitals: context.beginsText ? capitalsIn(text) : null,
  })
  if ('error' in named) return refusal(named.error, named.about, context)
  const after = cutChoice(named.rest.trim(), language)
  const rest = language.rewrite.reduce(
    // Two calls: `replace` takes a text or a function, not either.
    (words, [pattern, instead]) =>
      typeof instead === 'string' ? words.replace(pattern, instead) : words.replace(pattern, instead),
    after.rest,
  )
  const result = place({ typed, rest, language, named, chosen: before.chosen ?? after.chosen, context })
  const isIdle = result.ok && result.choice === null && (before.said || after.said) !== ''
  return isIdle ? refusal('not_understood', before.said || after.said, context) : result
}

const capitalsIn = (text: string): Set<string> =>
  new Set((text.match(/(?<![\p{L}\p{N}])[A-Z]{2,5}(?![\p{L}\p{N}])/gu) ?? []).map((word) => word.toLowerCase()))

/** "The second time", "earlier": at the end, or before a zone there. */
function cutChoice(text: string, { choice }: Language): { rest: string; chosen: Reading | null; said: string } {
  const match = choice.exec(text)
  if (!match) return { rest: text, chosen: null, said: '' }
  const chosen = match.groups?.earlier ? 'earlier' : 'later'
  return { rest: text.slice(0, match.index), chosen, said: match[0].trim() }
}

function place(reader: Reader): WordsResult {
  const { context, named, typed } = reader
  const usual = dayComesFirst(context.locale)
  const isAhead = (placed: Placed) => 'moment' in placed && placed.moment.epochSeconds > context.now
  const read = (isDayFirst: boolean) => {
    const found = understand(reader, isDayFirst, named.zone)
    return { isDayFirst, found, placed: 'error' in found ? found : momentOf(found, reader, named.zone) }
  }
  const first = read(usual)
  const other = read(!usual)
  // 6/12/2026 in July can only be in December.
  const { isDayFirst, found, placed } = !isAhead(first.placed) && isAhead(other.placed) ? other : first
  if ('error' in found || 'error' in placed) {
    const { error, about } = 'error' in found ? found : (placed as Exclude<Placed, { moment: unknown }>)
    return refusal(error, about || typed, context)
  }
  const at = placed.moment
  if (at.epochSeconds <= context.now) return refusal('time_in_past', typed, context, at)
  const latest = context.horizon_s === undefined ? Infinity : context.now + context.horizon_s
  if (at.epochSeconds > latest) return refusal('time_too_far', typed, context, at)
  const others = alternatives(reader, found, at, isDayFirst).filter(
    ({ epochSeconds: second }) => second > context.now && second <= latest,
  )
  return {
    ok: true,
    ...at,
    alternatives: distinct(others, at).slice(0, MOST_ALTERNATIVES),
    names: { ...found.names, zone: named.isNamed },
  }
}

/** One reading asks for the same few offsets again and again, and each costs microseconds. */
function remembered(offsetAt: OffsetAt): OffsetAt {
  const known = new Map<string, number>()
  return (at, zone) => {
    const key = `${at} ${zone}`
    const offset_s = known.get(key) ?? offsetAt(at, zone)
    known.set(key, offset_s)
    return offset_s
  }
}

const dayFirstIn = new Map<string, boolean>()

/** Whether 5/12 is in December, in that part of the world. */
function dayComesFirst(locale: string): boolean {
  const known = dayFirstIn.get(locale)
  if (known !== undefined) return known
  const parts = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'numeric', timeZone: 'UTC' }).formatToParts(0)
  const isDayFirst = parts.find(({ type }) => type === 'day' || type === 'month')?.type === 'day'
  dayFirstIn.set(locale, isDayFirst)
  return isDayFirst
}
