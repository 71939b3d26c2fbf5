/**
 * What a text names: days, a time of day, or a length of time from now. The language is the parser's work; which of the
 * days is meant, and which instant that is, is decided elsewhere.
 *
 * The parser reckons with `Date`, which follows the host's zone. It is therefore asked about a day four hundred years
 * earlier: the calendar repeats after exactly that time, weekdays included, and no zone had clock changes then. So the
 * same words mean the same on every host.
 */
import type { ParsedComponents, ParsedResult } from 'chrono-node'
import { addDays, firstOnOrAfter, lastDayOf, weekdayOf } from '../days.ts'
import { parseClockEntry } from '../clock-entry.ts'
import { yearAfter } from './calendar-phrases.ts'
import type { Language, PartOfDay } from './language.ts'
import type { Named, WordsError } from './result.ts'

export type Recognised = {
  /** Candidates, soonest first; null: no day was named. */
  days: readonly string[] | null
  /** `HH:mm:ss`; null: none was named. */
  clock: string | null
  /** Neither am nor pm was said of an hour that both halves of the day have. */
  halfOpen: boolean
  /** An hour after midnight of a night: the day may be the one before it. */
  afterMidnight: boolean
  /** How that day was said, where another one could have been meant. */
  said: 'next' | 'weekday' | null
  /** From now, in seconds on the clock. */
  elapsed: { days: number; seconds: number } | null
  /** Minutes east of UTC, where an offset was written. */
  offset_min: number | null
  /** A length of time without a time of day keeps that of now. */
  keepsClock: boolean
  names: Omit<Named, 'zone'>
}
export type NotRecognised = { error: WordsError; about: string }

/** @param text lower case, without a zone. @param today in the zone that is meant */
export function recognise(
  text: string,
  language: Language,
  isDayFirst: boolean,
  today: string,
): Recognised | NotRecognised {
  if (language.repeats.test(text)) return { error: 'repeats', about: text }
  const phrase = cutDate(hoursApart(text, language, today), language, today)
  const part = cutPart(phrase.rest, language)
  const isPast = language.past.exec(part.rest)
  if (isPast) return { error: 'time_in_past', about: text.trim() }

  const results = language.chrono(isDayFirst).parse(part.rest, noonOf(today), { forwardDate: true })
  let rest = part.rest
  for (const { text: span } of results) rest = rest.replace(span, ' ')
  rest = rest
    .replaceAll(language.filler, ' ')
    .replaceAll(/(?<!\d)\.|\.(?!\d)|[\s,;!?]+/g, ' ')
    .trim()
  if (results.some(({ end }) => end) || /^\d[\d:.]*(?:[ap]m)?\s?(?:-|–|to|bis)\s?\d/.test(rest))
    return { error: 'range', about: text }

  const facts = results.map((result) => factsOf(result, language, today))
  const weekday = facts.find(({ weekday: named }) => named !== null)?.weekday ?? null
  // "Friday the 15th": the weekday says nothing new, it only has to be right.
  const dated = facts.filter(({ days, said }) => days && !(phrase.days && said === 'weekday'))
  const timed = facts.filter(({ clock }) => clock)
  const lengths = facts.flatMap((fact) => fact.elapsed ?? [])
  const typed = rest === '' ? null : parseClockEntry(rest)
  if (rest !== '' && !typed) return { error: 'not_understood', about: rest }
  const count = lengths.length + Math.max(dated.length + (phrase.days ? 1 : 0), timed.length + (typed ? 1 : 0))
  if (count > 1) return { error: 'two_times', about: text }
  const [day, time] = [dated[0], timed[0]]
  if (count === 0 && !part.part) return { error: 'not_understood', about: text.trim() }

  const clock = time?.clock ?? typed
  const halfOpen = typed ? isHalfOpen(rest, typed) : (time?.halfOpen ?? false)
  const named = phrase.days ?? day?.days ?? null
  const beyond = beyondCounting(named ?? [], lengths)
  if (beyond) return { error: beyond, about: text.trim() }
  const [first] = named ?? []
  if (first && weekday !== null && weekdayOf(first) !== weekday) return { error: 'day_mismatch', about: first }
  // The weekday confirms the next day of that date, and chooses none that comes years later.
  const days = named && weekday !== null && day?.said !== 'weekday' ? named.slice(0, 1) : named
  const inDay = inPart(clock, halfOpen, part.part)
  return {
    days: inDay.afterMidnight && days ? days.flatMap((each) => [each, addDays(each, 1)]) : days,
    ...inDay,
    said: day?.said ?? null,
    elapsed: lengths[0] ?? null,
    offset_min: facts.find(({ offset_min }) => offset_min !== null)?.offset_min ?? null,
    keepsClock: day?.keepsClock ?? false,
    names: {
      day: named !== null || lengths.length > 0,
      clock: clock !== null || lengths.length > 0,
      partOfDay: part.part !== null,
    },
  }
}

/** Days and lengths that lie outside the seconds we count. */
function beyondCounting(
  days: readonly string[],
  lengths: readonly { days: number; seconds: number }[],
): WordsError | null {
  if (days.some((day) => day < '1970-01-02')) return 'time_in_past'
  const isFar =
    days.some((day) => !(day < LAST_DAY)) || lengths.some((each) => !(each.days * DAY_S + each.seconds < FAR_S))
  return isFar ? 'time_too_far' : null
}
const LAST_DAY = '5138'

const CENTURIES = 400
const DAY_S = 86_400
const FAR_S = 1000 * 365 * DAY_S

/** Noon of that day four hundred years earlier, on the host's clocks, whatever these are. */
function noonOf(today: string): Date {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number)
  return new Date(year - CENTURIES, month - 1, day, 12)
}

/** "24 dec 18", "30 nov 1830": what is no year to come is a time of day, and is told apart from the date. */
function hoursApart(text: string, { dayInMonth, at }: Language, today: string): string {
  const match = dayInMonth.exec(text)
  if (!match) return text
  const end = match.index + match[0].length
  const [, number = '', minutes = '', more = ''] =
    /^,?\s+(\d{4}|\d{2})([.:]\d\d)?(?![\d:]|\.\d|\s*(?:[ap]\.?m|uhr|h)\b)(.*)$/.exec(text.slice(end)) ?? []
  const isYear = number.length === 4 ? number >= today.slice(0, 4) : number >= today.slice(2, 4)
  const isClock = parseClockEntry(`${number}${minutes}`) !== null && !/\d[:.]\d\d|\d\s*[ap]m\b|\d\s*uhr/.test(more)
  if (number === '' || !isClock || (isYear && minutes === '')) return text
  return `${text.slice(0, end)} ${at} ${number}${minutes}${more}`
}

function cutDate(text: string, { dates }: Language, today: string): { days: string[] | null; rest: string } {
  for (const { pattern, days } of dates) {
    const match = pattern.exec(text)
    if (!match) continue
    const before = text.slice(0, match.index)
    const after = text.slice(match.index + match[0].length)
    const said = match.groups?.month ? yearAfter(after, today) : null
    const from = said && `${said.year}` > today.slice(0, 4) ? `${said.year}-01-01` : today
    const found = days(match, from)?.filter((day) => !said || Number(day.slice(0, 4)) === said.year)
    if (found && found.length > 0) return { days: found, rest: `${before} ${after.slice(said?.length ?? 0)}` }
  }
  return { days: null, rest: text }
}

function cutPart(text: string, { parts }: Language): { part: PartOfDay | null; rest: string } {
  for (const part of PARTS) {
    const match = parts[part].exec(text)
    if (match) return { part, rest: `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}` }
  }
  return { part: null, rest: text }
}
const PARTS: readonly PartOfDay[] = ['afternoon', 'evening', 'night', 'morning']
const USUAL_CLOCK: Record<PartOfDay, string> = {
  morning: '09:00:00',
  afternoon: '14:00:00',
  evening: '18:00:00',
  night: '20:00:00',
}

/** A part of the day settles which half an hour belongs to; alone it stands for its usual time. */
function inPart(clock: string | null, halfOpen: boolean, part: PartOfDay | null) {
  if (!part) return { clock, halfOpen, afterMidnight: false }
  if (!clock) return { clock: USUAL_CLOCK[part], halfOpen: false, afterMidnight: false }
  // Noon is in no night and no morning.
  const hour = Number(clock.slice(0, 2)) % (part === 'afternoon' ? 24 : clock.startsWith('12') ? 12 : 24)
  const isLate = part !== 'morning' && halfOpen && !(part === 'night' && hour < 5)
  return {
    clock: `${String(isLate ? hour + 12 : hour).padStart(2, '0')}${clock.slice(2)}`,
    halfOpen: false,
    afterMidnight: part !== 'morning' && part !== 'afternoon' && !isLate && hour < 5,
  }
}

type Facts = Omit<Recognised, 'names' | 'afterMidnight'> & { weekday: number | null }

function factsOf({ start, text }: ParsedResult, language: Language, today: string): Facts {
  const tags = start.tags()
  const isElapsed = tags.has('result/relativeDateAndTime') || tags.has('casualReference/now')
  const isRelative = tags.has('result/relativeDate')
  const clock = start.isCertain('hour') && !isElapsed ? clockOf(start) : null
  return {
    ...(isElapsed ? { days: null, said: null } : daysOf(start, isRelative, language, text, today)),
    weekday: start.isCertain('weekday') ? start.get('weekday') : null,
    clock,
    halfOpen: clock !== null && !start.isCertain('meridiem') && isHalfOpen(text, clock),
    elapsed: isElapsed ? elapsedIn(start, text, language, today) : null,
    offset_min: start.isCertain('timezoneOffset') && !isElapsed ? start.get('timezoneOffset') : null,
    keepsClock: isRelative && language.within.test(text),
  }
}

/** With a leading zero, or from noon on, an hour is one of twenty-four. */
const isHalfOpen = (text: string, clock: string): boolean => {
  const hour = Number(clock.slice(0, 2))
  return hour >= 1 && hour <= 11 && !/(?:^|[^\d:.])0\d/.test(text) && !/[ap]\.?m/.test(text)
}

function clockOf(start: ParsedComponents): string {
  return [start.get('hour'), start.get('minute'), start.get('second')]
    .map((n) => String(n ?? 0).padStart(2, '0'))
    .join(':')
}

function daysOf(
  start: ParsedComponents,
  isRelative: boolean,
  { next }: Language,
  text: string,
  today: string,
): Pick<Facts, 'days' | 'said'> {
  const named = dayIn(start, text)
  if (start.isCertain('weekday') && !start.isCertain('day')) {
    if (next.test(`${text} `)) return { days: [named], said: 'next' }
    const day = firstOnOrAfter(today, start.get('weekday') ?? 0)
    return { days: [day, addDays(day, 7)], said: 'weekday' }
  }
  if (isRelative) return { days: [withinMonth(start, named, today)], said: null }
  if (start.isCertain('year') && start.isCertain('month')) return { days: [named], said: null }
  if (start.isCertain('month')) return { days: inComingYears(named, today), said: null }
  return { days: start.isCertain('day') ? [named] : null, said: null }
}

/** What was reckoned from our day lies four hundred years early; a year that was written does not. */
function dayIn(start: ParsedComponents, text: string): string {
  const year = start.get('year') ?? 0
  const two = (n: number | null) => String(n ?? 1).padStart(2, '0')
  const isWritten = year >= 1900 || new RegExp(`(?<!\\d)${year}(?!\\d)`).test(text)
  return `${String(isWritten ? year : year + CENTURIES).padStart(4, '0')}-${two(start.get('month'))}-${two(start.get('day'))}`
}

/** A month from the 31st is the last day of a shorter month, not the third of the one after it. */
function withinMonth(start: ParsedComponents, named: string, today: string): string {
  const overran = start.isCertain('month') && !start.isCertain('day') && named.slice(8) !== today.slice(8)
  if (!overran) return named
  const [year = 0, month = 0] = named.split('-').map(Number)
  return lastDayOf(year, month - 1)
}

function inComingYears(named: string, today: string): string[] {
  const year = Number(today.slice(0, 4))
  return [0, 1].map((later) => `${year + later}${named.slice(4)}`).filter((day) => day >= today)
}

function elapsedIn(start: ParsedComponents, text: string, { calendarUnit }: Language, today: string) {
  const total = Date.parse(`${dayIn(start, '')}T${clockOf(start)}Z`) / 1000 - Date.parse(`${today}T12:00Z`) / 1000
  const days = calendarUnit.test(text) ? Math.trunc(total / DAY_S) : 0
  return { days, seconds: total - days * DAY_S }
}
