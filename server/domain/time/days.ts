/** Days of the calendar as `YYYY-MM-DD`: arithmetic without hours, so no clock change can disturb it. */

export const addDays = (day: string, days: number): string => isoDay(Date.parse(`${day}T00:00Z`) + days * DAY_MS)

/** 0 is Sunday. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00Z`).getUTCDay()

/** The day itself where it is that weekday, otherwise the first after it. */
export const firstOnOrAfter = (day: string, weekday: number): string => addDays(day, (7 + weekday - weekdayOf(day)) % 7)

/** @returns null where that month has no such day. `month` is 1–12 and may run over: 13 is January of the next year. */
export function dayOf(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day))
  return day >= 1 && at.getUTCDate() === day ? at.toISOString().slice(0, 10) : null
}

/** @param month as in `dayOf` */
export const lastDayOf = (year: number, month: number): string => isoDay(Date.UTC(year, month, 0))

/** The `n`th such weekday of a month; `n` -1 is the last. @returns null where there is no fifth */
export function weekdayOfMonth(year: number, month: number, weekday: number, n: number): string | null {
  if (n < 0) return addDays(firstOnOrAfter(addDays(lastDayOf(year, month), -6), weekday), 7 * (n + 1))
  const first = isoDay(Date.UTC(year, month - 1, 1))
  const day = addDays(firstOnOrAfter(first, weekday), 7 * (n - 1))
  return day <= lastDayOf(year, month) ? day : null
}

/** From `from` to `to`; negative where that is earlier. */
export const daysBetween = (from: string, to: string): number =>
  (Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / DAY_MS

const DAY_MS = 86_400_000
const isoDay = (at_ms: number): string => new Date(at_ms).toISOString().slice(0, 10)
