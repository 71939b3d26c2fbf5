/** Rules in plain words: `Every second Tuesday of the month at 9:00, until January 2, 2027`. */
import { WEEKDAYS, type ByDay, type Frequency, type Rule, type RuleEnd, type Weekday } from './rule.ts'

const DAY_NAMES: Record<Weekday, string> = {
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
  SU: 'Sunday',
}
const MONTH_NAMES = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
]
/** Stands between the days and what is to be said of them after the time. */
const NOTE = '|'
const NTHS = ['first', 'second', 'third', 'fourth', 'fifth']
const UNITS: Record<Frequency, string> = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' }

/**
 * @param start the wall time it counts from: a rule that names no day means that one's
 * @param time its time of day as the reader writes it; null leaves it out
 */
export function ruleWords(rule: Rule, start: string, time: string | null): string {
  const at = time === null ? '' : ` at ${time}`
  const [days = '', note] = daysOf(rule, start).split(NOTE)
  return `${days}${at}${note ? `, ${note}` : ''}${endWords(rule.end)}`
}

/** The weekday of `2026-12-08T…`. */
export function weekdayOf(wallClock: string): Weekday {
  const sundayFirst = new Date(`${wallClock.slice(0, 10)}T00:00:00Z`).getUTCDay()
  return WEEKDAYS[(sundayFirst + 6) % 7]!
}

export const monthName = (month: number): string => MONTH_NAMES[month - 1] ?? ''
export const dayName = (day: Weekday): string => DAY_NAMES[day]

/** 1st, 2nd, 23rd; -1 is the last, -2 the 2nd to last. */
export function ordinal(number: number): string {
  if (number === -1) return 'last'
  if (number < 0) return `${ordinal(-number)} to last`
  const tail = number % 100 > 10 && number % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th')
  return `${number}${tail}`
}

/** Of a weekday: first, second, last. */
export const nthName = (nth: number): string => NTHS[nth - 1] ?? ordinal(nth)

/** "A", "A and B", "A, B and C". */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

export const isWeekdays = (days: readonly ByDay[]): boolean =>
  days.length === 5 && days.every(({ nth, day }) => nth === null && day !== 'SA' && day !== 'SU')

/** The day that ends every month where `day` is missing: `28,29,30,31` chosen from the end. */
export function dayOrLast(rule: Rule): number | null {
  const days = rule.byMonthDay.toSorted((a, b) => a - b)
  const filled = days[0] === 28 && days.every((day, index) => day === 28 + index)
  const alone = rule.byDay.length + rule.byYearDay.length + rule.byWeekNo.length === 0
  return filled && alone && days.length > 1 && rule.bySetPos.join() === '-1' ? days.at(-1)! : null
}

function daysOf(rule: Rule, start: string): string {
  const plain = plainWords(rule, start)
  if (plain !== null) return plain
  const parts = [
    rule.byDay.length > 0 ? `on ${listed(rule.byDay.map(anyDay))}` : '',
    rule.byMonthDay.length > 0 ? `on the ${listed(rule.byMonthDay.map(ordinal))}` : '',
    rule.byYearDay.length > 0 ? `on the ${listed(rule.byYearDay.map(ordinal))} day of the year` : '',
    rule.byWeekNo.length > 0 ? `in week ${listed(rule.byWeekNo.map(String))}` : '',
    rule.byMonth.length > 0 ? `in ${listed(rule.byMonth.map(monthName))}` : '',
  ].filter((part) => part !== '')
  const chosen = rule.bySetPos.length > 0 ? `${NOTE}the ${listed(rule.bySetPos.map(ordinal))} of these` : ''
  return `${every(rule)} ${parts.join(', ')}${chosen}`
}

const anyDay = ({ nth, day }: ByDay) => (nth === null ? DAY_NAMES[day] : `the ${nthName(nth)} ${DAY_NAMES[day]}`)

/** What people choose; null where the rule says more than that. */
function plainWords(rule: Rule, start: string): string | null {
  const many = rule.interval > 1
  const only = (...parts: (keyof Rule)[]) => BY_PARTS.every((part) => parts.includes(part) || rule[part].length === 0)
  const day = Number(start.slice(8, 10))
  if (rule.freq === 'DAILY') return only() ? every(rule) : null
  if (rule.freq === 'WEEKLY') {
    if (!only('byDay')) return null
    if (isWeekdays(rule.byDay) && !many) return 'Every weekday'
    const days = rule.byDay.length > 0 ? sorted(rule.byDay).map(({ day: name }) => name) : [weekdayOf(start)]
    if (days.length === 7 && !many) return 'Every day'
    const names = listed(days.map(dayName))
    return many ? `${every(rule)} on ${names}` : `Every ${names}`
  }
  if (rule.freq === 'MONTHLY') {
    const last = dayOrLast(rule)
    if (last !== null && rule.byMonth.length === 0)
      return monthly(rule, `the ${ordinal(last)}${NOTE}or the last day of shorter months`)
    if (only()) return monthly(rule, dayInMonth(day))
    if (only('byMonthDay') && rule.byMonthDay.length === 1) return monthly(rule, dayInMonth(rule.byMonthDay[0]!))
    if (only('byMonthDay')) return monthly(rule, `the ${listed(rule.byMonthDay.map(ordinal))}`)
    if (only('byDay') && rule.byDay.every(({ nth }) => nth !== null)) {
      if (many) return `${every(rule)} on ${listed(rule.byDay.map(anyDay))}`
      return `Every ${listed(rule.byDay.map(({ nth, day: name }) => `${nthName(nth!)} ${DAY_NAMES[name]}`))} of the month`
    }
    return null
  }
  const month = Number(start.slice(5, 7))
  if (only()) return `${every(rule)} on ${dateInYear(month, day)}`
  if (only('byMonth') && rule.byMonth.length === 1) return `${every(rule)} on ${dateInYear(rule.byMonth[0]!, day)}`
  if (only('byMonth', 'byMonthDay') && rule.byMonth.length === 1 && rule.byMonthDay.length === 1)
    return `${every(rule)} on ${dateInYear(rule.byMonth[0]!, rule.byMonthDay[0]!)}`
  return null
}

const BY_PARTS = ['byDay', 'byMonthDay', 'byMonth', 'byYearDay', 'byWeekNo', 'bySetPos'] as const

const sorted = (days: readonly ByDay[]) => days.toSorted((a, b) => WEEKDAYS.indexOf(a.day) - WEEKDAYS.indexOf(b.day))

const every = ({ freq, interval }: Rule) =>
  interval === 1 ? `Every ${UNITS[freq]}` : `Every ${interval} ${UNITS[freq]}s`

const monthly = (rule: Rule, days: string) =>
  rule.interval === 1 ? `Every month on ${days}` : `${every(rule)} on ${days}`

/** Says what becomes of months that have no such day. */
function dayInMonth(day: number): string {
  if (day === -1) return 'the last day'
  return day > 28 ? `the ${ordinal(day)}${NOTE}skipping shorter months` : `the ${ordinal(day)}`
}

function dateInYear(month: number, day: number): string {
  if (day < 0) return `the ${ordinal(day)} day of ${monthName(month)}`
  return month === 2 && day === 29 ? `February 29${NOTE}in leap years only` : `${monthName(month)} ${day}`
}

function endWords(end: RuleEnd): string {
  if (end.kind === 'never') return ''
  if (end.kind === 'count') return end.count === 1 ? ', once' : `, ${end.count} times`
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)/.exec(end.until) ?? []
  return `, until ${monthName(Number(month))} ${Number(day)}, ${year}`
}
