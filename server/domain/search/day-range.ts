/** Days in a search: `2026-12-05`, `2026-12`, `2026`, `today`, `yesterday`, `monday`. Pure: today is given. */
import { addDays, dayOf, firstOnOrAfter } from '../time/days.ts'
import { resolveSendAt } from '../time/resolve-send-at.ts'
import type { EpochMillis, ZoneId } from '../time/units.ts'

/** From the first day to the one after the last, as `YYYY-MM-DD`. */
export type DayRange = { first: string; end: string }

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/**
 * @param today the reader's, `YYYY-MM-DD`
 * @returns null for what names no day
 */
export function readDayRange(text: string, today: string): DayRange | null {
  const value = text.toLowerCase()
  if (value === 'today') return oneDay(today)
  if (value === 'yesterday') return oneDay(addDays(today, -1))
  const weekday = WEEKDAYS.findIndex((name) => name === value || name.slice(0, 3) === value)
  // The last one that has begun: today counts.
  if (weekday >= 0) return oneDay(firstOnOrAfter(addDays(today, -6), weekday))
  const match = /^(\d{4})(?:[-/](\d{1,2})(?:[-/](\d{1,2}))?)?$/.exec(value)
  if (!match) return null
  const [year, month, day] = match.slice(1).map((part) => (part === undefined ? undefined : Number(part)))
  if (month === undefined) return between(dayOf(year!, 1, 1), dayOf(year! + 1, 1, 1))
  if (month < 1 || month > 12) return null
  if (day === undefined) return between(dayOf(year!, month, 1), dayOf(year!, month + 1, 1))
  const only = dayOf(year!, month, day)
  return only === null ? null : oneDay(only)
}

/** The instant a day begins in a zone; where clocks jump over midnight, the first that there is. */
export const startOfDay = (day: string, zone: ZoneId): EpochMillis =>
  (resolveSendAt(`${day}T00:00:00`, zone).sendAt * 1000) as EpochMillis

const oneDay = (day: string): DayRange => ({ first: day, end: addDays(day, 1) })
/** Years before 1971 and far ahead are no days of messages. */
const between = (first: string | null, end: string | null): DayRange | null =>
  first !== null && end !== null && first >= '1971' ? { first, end } : null
