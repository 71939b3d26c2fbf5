/** Where a week begins for the reader: by the language and region of the browser. Monday is 1, Sunday 7. */
export function firstWeekday(locale: string): number {
  try {
    const known = new Intl.Locale(locale) as Intl.Locale & WeekInfo
    const info = known.getWeekInfo?.() ?? known.weekInfo
    if (info) return info.firstDay
  } catch {
    // Not a language tag: as in most of the world.
  }
  return MONDAY
}

/** The first day of the week that `date` belongs to. */
export function weekStart(date: string, first: number): string {
  const at = Date.parse(`${date}T00:00Z`)
  const back = ((new Date(at).getUTCDay() || 7) - first + 7) % 7
  return new Date(at - back * 86_400_000).toISOString().slice(0, 10)
}

type WeekInfo = { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } }
const MONDAY = 1
