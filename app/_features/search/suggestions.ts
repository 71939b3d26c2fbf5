/**
 * What may be meant by the piece of a search that is being typed: operators, then their values. All of it is known to
 * the device already, so that nothing is asked and nothing is told that the reader does not know. Pure.
 */
import { HAS, IS, OPERATORS, type Operator } from '#server/domain/search/query.ts'
import { addDays } from '#server/domain/time/days.ts'

export type Known = {
  people: readonly string[]
  channels: readonly string[]
  /** The reader's, `YYYY-MM-DD`. */
  today: string
}
export type Suggestion = {
  /** What it stands for, as it will be written. */
  piece: string
  hint: string
  /** The whole text with it, and where the caret is then. */
  text: string
  caret: number
}

const MOST = 8
const DAYS_BACK = 13

const OPERATOR_HINTS: Record<Operator, string> = {
  from: 'who wrote it',
  in: 'a channel, or @somebody for your direct messages',
  to: 'in a direct message to somebody, or to me',
  before: 'a day, a month or a year',
  after: 'a day, a month or a year',
  on: 'a day, a month or a year',
  has: 'a link, code, a file',
  is: 'a reply in a thread, edited, or scheduled',
}
const VALUE_HINTS: Record<string, string> = {
  link: 'an address in it',
  code: 'code in it',
  file: 'a file with it',
  thread: 'a reply in a thread',
  edited: 'changed after it was sent',
  scheduled: 'yours, waiting to be sent',
}

export function suggestionsFor(text: string, caret: number, known: Known): Suggestion[] {
  const from = startOfPiece(text, caret)
  const typed = text.slice(from, caret)
  const match = /^(-?)(?:(from|in|to|before|after|on|has|is):)?(.*)$/isu.exec(typed)
  if (!match) return []
  const [, sign = '', operator, rest = ''] = match
  const found = operator
    ? valuesOf(operator.toLowerCase() as Operator, unquoted(rest), known)
    : text.trim() === '' || rest !== ''
      ? operatorsFor(rest, known)
      : []
  return found.slice(0, MOST).map(({ piece, hint }) => {
    const whole = `${sign}${piece}`
    // A value is complete: a space after it, and the next piece can be typed.
    const tail = piece.endsWith(':') ? '' : ' '
    const before = `${text.slice(0, from)}${whole}${tail}`
    return { piece: whole, hint, text: before + text.slice(caret).trimStart(), caret: before.length }
  })
}

/** Behind the last space that stands outside quotes. */
function startOfPiece(text: string, caret: number): number {
  let start = 0
  let quoted = false
  for (let i = 0; i < caret; i++) {
    const char = text[i]!
    if (/["“”„]/.test(char)) quoted = !quoted
    else if (/\s/.test(char) && !quoted) start = i + 1
  }
  return start
}

type Found = { piece: string; hint: string }

function operatorsFor(typed: string, known: Known): Found[] {
  if (typed.startsWith('#')) return valuesOf('in', typed, known)
  if (typed.startsWith('@')) return valuesOf('from', typed, known)
  return OPERATORS.filter((operator) => operator.startsWith(typed.toLowerCase())).map((operator) => ({
    piece: `${operator}:`,
    hint: OPERATOR_HINTS[operator],
  }))
}

function valuesOf(operator: Operator, typed: string, known: Known): Found[] {
  const wanted = fold(typed.replace(/^[@#]/, ''))
  const fits = (name: string) =>
    fold(name)
      .split(/[\s-]+/)
      .some((word, i, words) => words.slice(i).join(' ').startsWith(wanted) || word.startsWith(wanted)) ||
    fold(name).startsWith(wanted)
  const people = (before: string) =>
    known.people.filter(fits).map((name) => ({ piece: `${operator}:${written(before, name)}`, hint: '' }))
  const me = 'me'.startsWith(wanted) ? [{ piece: `${operator}:me`, hint: 'you' }] : []
  switch (operator) {
    case 'from':
    case 'to':
      return [...me, ...people('@')]
    case 'in': {
      const channels = known.channels.filter(fits).map((name) => ({ piece: `in:${written('#', name)}`, hint: '' }))
      return typed.startsWith('@') ? people('@') : typed.startsWith('#') ? channels : [...channels, ...people('@')]
    }
    case 'has':
    case 'is':
      return (operator === 'has' ? HAS : IS)
        .filter((value) => value.startsWith(wanted))
        .map((value) => ({ piece: `${operator}:${value}`, hint: VALUE_HINTS[value] ?? '' }))
    default:
      return daysFor(operator, wanted, known.today)
  }
}

const DAY_NAMES = ['today', 'yesterday']

function daysFor(operator: Operator, wanted: string, today: string): Found[] {
  return Array.from({ length: DAYS_BACK + 1 }, (_, back) => {
    const day = addDays(today, -back)
    return { day, name: DAY_NAMES[back] ?? '' }
  })
    .filter(({ day, name }) => day.startsWith(wanted) || (name !== '' && name.startsWith(wanted)))
    .map(({ day, name }) => ({ piece: `${operator}:${day}`, hint: name || weekdayOf(day) }))
}

const weekdayOf = (day: string): string =>
  new Date(`${day}T00:00Z`).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' })

/** A name with spaces stands in quotes, which need no sign before them. */
const written = (sign: string, name: string): string => (/\s/.test(name) ? `"${name}"` : sign + name)
const unquoted = (text: string): string => text.replace(/^["“”„]/, '').replace(/["“”„]$/, '')

const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
