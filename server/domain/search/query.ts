/**
 * What a person types into the search field, taken apart: words and "phrases", each with a `-` before it for what must
 * not be there, `begin*` for the beginning of a word, and `from: in: to: before: after: on: has: is:`. Pure; names are
 * looked up by the use case. What is no operator is searched as words.
 */
import { readDayRange, type DayRange } from './day-range.ts'
import { searchedWords } from './words.ts'

export const NAMED = ['from', 'in', 'to'] as const
export const DATED = ['before', 'after', 'on'] as const
/** What a message can have or be; each is a bit of its document (`document.ts`) but `scheduled`, which is not sent yet. */
export const HAS = ['link', 'code', 'file'] as const
export const IS = ['thread', 'edited', 'scheduled'] as const
export const OPERATORS = [...NAMED, ...DATED, 'has', 'is'] as const

export type Operator = (typeof OPERATORS)[number]
export type Named = (typeof NAMED)[number]
export type Dated = (typeof DATED)[number]
export type Has = (typeof HAS)[number]
export type Is = (typeof IS)[number]

/** Words that stand one after another; of the last only the beginning where `prefix`. */
export type Term = { words: string[]; prefix: boolean; negated: boolean }
export type Filter =
  | { by: Named; value: string; negated: boolean }
  | { by: Dated; days: DayRange; negated: boolean }
  | { by: 'has'; value: Has; negated: boolean }
  | { by: 'is'; value: Is; negated: boolean }
/** An operator whose value means nothing: said to the reader instead of being searched. */
export type Misread = { operator: Operator; value: string }
export type SearchQuery = { terms: Term[]; filters: Filter[]; misread: Misread[] }

export const MOST_QUERY_LENGTH = 500
/** More words than this are not searched, so that one question cannot hold the database. */
const MOST_TERMS = 20

/** A sign for "not", an operator with its colon, then a phrase or everything up to the next space. */
const PIECE = /(-?)(?:(from|in|to|before|after|on|has|is):)?(?:["“”„]([^"“”„]*)["“”„]?|(\S*))/giu

/** @param today the reader's day, `YYYY-MM-DD` */
export function readQuery(text: string, today: string): SearchQuery {
  const query: SearchQuery = { terms: [], filters: [], misread: [] }
  for (const match of text.normalize('NFC').slice(0, MOST_QUERY_LENGTH).matchAll(PIECE)) {
    const [whole, sign = '', operator, phrase, plain = ''] = match
    if (whole === '') continue
    const negated = sign === '-'
    const value = phrase ?? plain
    if (operator === undefined) addTerm(query, value, { negated, quoted: phrase !== undefined })
    else addFilter(query, operator.toLowerCase() as Operator, value.trim(), { negated, today })
  }
  return query
}

function addTerm(query: SearchQuery, value: string, how: { negated: boolean; quoted: boolean }): void {
  const begins = !how.quoted && value.endsWith('*')
  const { words, prefix } = searchedWords(value)
  if (words.length === 0 || query.terms.length >= MOST_TERMS) return
  query.terms.push({ words, prefix: prefix || begins, negated: how.negated })
}

function addFilter(
  query: SearchQuery,
  by: Operator,
  value: string,
  { negated, today }: { negated: boolean; today: string },
): void {
  const word = value.toLowerCase()
  if (isOneOf(NAMED, by) && value !== '') query.filters.push({ by, value, negated })
  else if (isOneOf(DATED, by)) {
    const days = readDayRange(value, today)
    if (days) query.filters.push({ by, days, negated })
    else query.misread.push({ operator: by, value })
  } else if (by === 'has' && isOneOf(HAS, word)) query.filters.push({ by, value: word, negated })
  else if (by === 'is' && isOneOf(IS, word)) query.filters.push({ by, value: word, negated })
  else query.misread.push({ operator: by, value })
}

const isOneOf = <T extends string>(all: readonly T[], value: string): value is T =>
  (all as readonly string[]).includes(value)

/** Whether it asks for what waits to be sent, which only its author sees. */
export const asksForScheduled = ({ filters }: SearchQuery): boolean =>
  filters.some((filter) => filter.by === 'is' && filter.value === 'scheduled' && !filter.negated)

/** Nothing is asked for. */
export const isBlank = ({ terms, filters, misread }: SearchQuery): boolean =>
  terms.length === 0 && filters.length === 0 && misread.length === 0
