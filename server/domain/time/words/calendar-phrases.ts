/** Days that are named by rule: the last Friday of January, the 15th. Languages bring the words. */
import { addDays, dayOf, firstOnOrAfter, lastDayOf, weekdayOfMonth } from '../days.ts'
import type { DatePhrase } from './language.ts'

/** With dots the day comes first, wherever one is: 24.12.2026, 24.12. */
export const DOTTED: readonly DatePhrase[] = [
  {
    pattern: /(?<![\d.])(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})(?![\d:.])/,
    days: ([, day, month, year = '']) => {
      const found = dayOf(Number(year.length === 2 ? `20${year}` : year), Number(month), Number(day))
      return found && Number(month) <= 12 ? [found] : null
    },
  },
  {
    pattern: /(?<![\d.])(\d{1,2})\.\s?(\d{1,2})\.(?!\d)/,
    days: ([, day, month], today) => dayAndMonth(today, Number(day), Number(month)),
  },
]

/** A month that was named (1–12), or is so many months from now. */
export type MonthWord = { month: number } | { ahead: number }

/** The day that `pick` finds in the named month of this year and the next ones; of a month counted from now only that. */
export function inMonth(
  today: string,
  named: MonthWord,
  pick: (year: number, month: number) => string | null,
): string[] | null {
  const [year = 0, month = 0] = today.split('-').map(Number)
  const found =
    'ahead' in named ? [pick(year, month + named.ahead)] : [0, 1, 2].map((years) => pick(year + years, named.month))
  return ahead(found, today)
}

/** @param n -1 is the last */
export const nthWeekday = (weekday: number, n: number) => (year: number, month: number) =>
  weekdayOfMonth(year, month, weekday, n)

/** The next months that have such a day: the 31st skips short ones. */
export function dayOfMonth(today: string, day: number): string[] | null {
  const [year = 0, month = 0] = today.split('-').map(Number)
  return ahead(
    Array.from({ length: 14 }, (_, months) => dayOf(year, month + months, day)),
    today,
  )
}

/** A day and month without a year: in the years to come that have it. */
export function dayAndMonth(today: string, day: number, month: number): string[] | null {
  if (month < 1 || month > 12) return null
  const year = Number(today.slice(0, 4))
  return ahead(
    Array.from({ length: 9 }, (_, years) => dayOf(year + years, month, day)),
    today,
  )
}

/** The year that follows a day by rule: this one or a later one. Smaller numbers are times of day. */
export function yearAfter(text: string, today: string): { year: number; length: number } | null {
  const [all = '', year = ''] = /^,?\s+(\d{4})(?![\d:]|\s*(?:uhr|[ap]m)\b)/.exec(text) ?? []
  return year >= today.slice(0, 4) ? { year: Number(year), length: all.length } : null
}

export const endOfMonth = (year: number, month: number): string => lastDayOf(year, month)

export const daysAhead = (today: string, days: number): string[] => [addDays(today, days)]

/** Its Monday: work begins there. */
export const nextWeek = (today: string): string[] => [firstOnOrAfter(addDays(today, 1), 1)]

function ahead(days: readonly (string | null)[], today: string): string[] | null {
  const found = days.filter((day) => day !== null && day >= today) as string[]
  return found.length > 0 ? found : null
}
