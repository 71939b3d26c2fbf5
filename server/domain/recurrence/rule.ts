/**
 * Recurrence rules as RFC 5545 writes them, read strictly: what is not understood is refused and named, never ignored.
 * A rule says on which days; the time of day is that of the series, so at most one message a day comes of it.
 */
import { DomainError } from '../errors.ts'

export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
export type Weekday = (typeof WEEKDAYS)[number]
const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
export type Frequency = (typeof FREQUENCIES)[number]

/** `nth`: the second Tuesday is 2, the last Friday is -1, every one is null. */
export type ByDay = { nth: number | null; day: Weekday }

/** When it is over: after so many occurrences, or after a day (`20270102`), a wall time, or an instant (`…Z`), included. */
export type RuleEnd = { kind: 'never' } | { kind: 'count'; count: number } | { kind: 'until'; until: string }

export type Rule = {
  freq: Frequency
  interval: number
  byDay: ByDay[]
  byMonthDay: number[]
  byMonth: number[]
  byYearDay: number[]
  byWeekNo: number[]
  bySetPos: number[]
  weekStart: Weekday
  end: RuleEnd
}

export const MOST_INTERVAL = 999
export const MOST_COUNT = 1_000
const LONGEST_RULE = 400

/**
 * @param text such as `FREQ=MONTHLY;BYDAY=2TU`, with or without `RRULE:` before it
 * @throws DomainError `rule_invalid` with the part, its value and what was expected
 */
export function parseRule(text: string): Rule {
  const parts = partsOf(text)
  const rule: Rule = {
    freq: readFrequency(parts.get('FREQ')),
    interval: readNumber('INTERVAL', parts.get('INTERVAL') ?? '1', 1, MOST_INTERVAL),
    byDay: listOf(parts.get('BYDAY')).map(readByDay),
    byMonthDay: readNumbers('BYMONTHDAY', parts, 31),
    byMonth: listOf(parts.get('BYMONTH')).map((each) => readNumber('BYMONTH', each, 1, 12)),
    byYearDay: readNumbers('BYYEARDAY', parts, 366),
    byWeekNo: readNumbers('BYWEEKNO', parts, 53),
    bySetPos: readNumbers('BYSETPOS', parts, 366),
    weekStart: readWeekday('WKST', parts.get('WKST') ?? 'MO'),
    end: readEnd(parts),
  }
  checkTogether(rule)
  return rule
}

/** The rule in one fixed spelling: equal rules are equal texts. */
export function formatRule(rule: Rule): string {
  const { end } = rule
  const parts: [string, string | number | null][] = [
    ['FREQ', rule.freq],
    ['INTERVAL', rule.interval === 1 ? null : rule.interval],
    ['BYMONTH', rule.byMonth.join()],
    ['BYWEEKNO', rule.byWeekNo.join()],
    ['BYYEARDAY', rule.byYearDay.join()],
    ['BYMONTHDAY', rule.byMonthDay.join()],
    ['BYDAY', rule.byDay.map(({ nth, day }) => `${nth ?? ''}${day}`).join()],
    ['BYSETPOS', rule.bySetPos.join()],
    ['WKST', rule.weekStart === 'MO' ? null : rule.weekStart],
    ['COUNT', end.kind === 'count' ? end.count : null],
    ['UNTIL', end.kind === 'until' ? end.until : null],
  ]
  return parts
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name}=${value}`)
    .join(';')
}

const KNOWN = new Set([
  ...['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'WKST'],
  ...['BYDAY', 'BYMONTHDAY', 'BYMONTH', 'BYYEARDAY', 'BYWEEKNO', 'BYSETPOS'],
])
const OF_THE_CLOCK = new Set(['BYHOUR', 'BYMINUTE', 'BYSECOND'])

function partsOf(text: string): Map<string, string> {
  const body = text
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '')
  if (body === '') throw invalid('RRULE', text, 'a rule such as FREQ=WEEKLY;BYDAY=MO')
  if (body.length > LONGEST_RULE) throw invalid('RRULE', `${body.length} characters`, `at most ${LONGEST_RULE}`)
  const parts = new Map<string, string>()
  for (const part of body.replace(/;$/, '').split(';')) {
    const [name = '', value = '', ...more] = part.split('=')
    if (OF_THE_CLOCK.has(name)) throw invalid(name, value, 'no time in the rule: it is that of the first occurrence')
    if (!KNOWN.has(name)) throw invalid(name, value, `one of ${[...KNOWN].join(' ')}`)
    if (value === '' || more.length > 0) throw invalid(name, part, `${name}=value`)
    if (parts.has(name)) throw invalid(name, value, 'each part at most once')
    parts.set(name, value)
  }
  return parts
}

function readFrequency(value: string | undefined): Frequency {
  const known = FREQUENCIES.find((freq) => freq === value)
  if (!known) throw invalid('FREQ', value ?? '', `${FREQUENCIES.join(', ')}: at most once a day`)
  return known
}

const listOf = (value: string | undefined): string[] => (value === undefined ? [] : value.split(','))

function readNumber(part: string, value: string, least: number, most: number): number {
  const number = /^[+-]?\d{1,4}$/.test(value) ? Number(value) : Number.NaN
  if (!(number >= least && number <= most)) throw invalid(part, value, `a whole number from ${least} to ${most}`)
  return number
}

/** Counted from the start, or with a minus from the end; there is no zeroth. */
function readNumbers(part: string, parts: Map<string, string>, most: number): number[] {
  return listOf(parts.get(part)).map((value) => {
    const number = readNumber(part, value, -most, most)
    if (number === 0) throw invalid(part, value, `1 to ${most}, or -1 to -${most} from the end`)
    return number
  })
}

function readByDay(value: string): ByDay {
  const [, nth, day] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(value) ?? []
  if (day === undefined) throw invalid('BYDAY', value, 'a weekday such as MO, 2TU or -1FR')
  const number = nth === undefined ? null : Number(nth)
  if (number === 0) throw invalid('BYDAY', value, 'the first is 1, the last is -1')
  return { nth: number, day: readWeekday('BYDAY', day) }
}

function readWeekday(part: string, value: string): Weekday {
  const known = WEEKDAYS.find((day) => day === value)
  if (!known) throw invalid(part, value, `one of ${WEEKDAYS.join(' ')}`)
  return known
}

function readEnd(parts: Map<string, string>): RuleEnd {
  const [count, until] = [parts.get('COUNT'), parts.get('UNTIL')]
  if (count !== undefined && until !== undefined) throw invalid('UNTIL', until, 'COUNT or UNTIL, not both')
  if (count !== undefined) return { kind: 'count', count: readNumber('COUNT', count, 1, MOST_COUNT) }
  if (until === undefined) return { kind: 'never' }
  if (!isMoment(until)) throw invalid('UNTIL', until, 'a day 20270102, or a time 20270102T090000 or …Z in UTC')
  return { kind: 'until', until }
}

function isMoment(text: string): boolean {
  const [, year, month, day, time] = /^(\d{4})(\d{2})(\d{2})(?:T(\d{6})Z?)?$/.exec(text) ?? []
  if (!year) return false
  const [hour, minute, second] = (time ?? '000000').match(/\d\d/g)!
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}`
  const at = new Date(`${iso}Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso)
}

/** Which parts go together: RFC 5545, 3.3.10. */
function checkTogether(rule: Rule): void {
  const { freq } = rule
  const numbered = rule.byDay.find(({ nth }) => nth !== null)
  if (numbered) {
    const most = freq === 'MONTHLY' ? 5 : 53
    const value = `${numbered.nth}${numbered.day}`
    if (freq !== 'MONTHLY' && freq !== 'YEARLY')
      throw invalid('BYDAY', value, 'a number before the day only in a month or year')
    if (rule.byWeekNo.length > 0) throw invalid('BYDAY', value, 'no number before the day beside BYWEEKNO')
    if (rule.byDay.some(({ nth }) => Math.abs(nth ?? 0) > most))
      throw invalid('BYDAY', value, `at most ${most} before the day`)
  }
  if (freq === 'WEEKLY' && rule.byMonthDay.length > 0)
    throw invalid('BYMONTHDAY', rule.byMonthDay.join(), 'not in a weekly rule')
  if (freq !== 'YEARLY' && rule.byYearDay.length > 0)
    throw invalid('BYYEARDAY', rule.byYearDay.join(), 'only in a yearly rule')
  if (freq !== 'YEARLY' && rule.byWeekNo.length > 0)
    throw invalid('BYWEEKNO', rule.byWeekNo.join(), 'only in a yearly rule')
  const chosen = [rule.byDay, rule.byMonthDay, rule.byMonth, rule.byYearDay, rule.byWeekNo]
  if (rule.bySetPos.length > 0 && chosen.every((part) => part.length === 0))
    throw invalid('BYSETPOS', rule.bySetPos.join(), 'another BY… part to choose from')
}

const invalid = (part: string, value: string, expected: string) =>
  new DomainError('rule_invalid', { part: part.slice(0, 40), value: value.slice(0, 80), expected })
