/**
 * Instants in words. Everything is shown in the zone given, never the browser's, and moments carry their zone's name.
 * `hour12` is how the reader likes the clock; words are English whatever the browser's language.
 */
export type TimeStyle = { zone: string; hour12: boolean }

/** `9:00 AM` or `09:00` */
export const clockTime = (at_ms: number, style: TimeStyle): string =>
  format(at_ms, style.zone, clockOptions(style.hour12, false))

/** `9:00:00 AM` or `09:00:00` */
export const clockSeconds = (at_ms: number, style: TimeStyle): string =>
  format(at_ms, style.zone, clockOptions(style.hour12, true))

/** `9:00:00.007 AM` or `09:00:00.007` */
export const clockMillis = (at_ms: number, style: TimeStyle): string =>
  format(at_ms, style.zone, { ...clockOptions(style.hour12, true), fractionalSecondDigits: 3 })

/** `Tue, Dec 1`, with the year where it is not this one. */
export function shortDay(at_ms: number, zone: string, now_ms: number): string {
  const sameYear = dayKey(at_ms, zone).slice(0, 4) === dayKey(now_ms, zone).slice(0, 4)
  return format(at_ms, zone, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    ...(sameYear ? {} : { year: 'numeric' }),
  })
}

/** `Tue` */
export const weekday = (at_ms: number, zone: string): string => format(at_ms, zone, { weekday: 'short' })

/** `Monday` for 1 … `Sunday` for 7. The first of 1970 was a Thursday. */
export const weekdayName = (weekday: number, style: 'long' | 'short' = 'long'): string =>
  format((weekday + 3) * 86_400_000, 'UTC', { weekday: style })

/** `Tuesday, December 1, 2026` */
export const longDay = (at_ms: number, zone: string): string =>
  format(at_ms, zone, { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' })

/** `Today`, `Tomorrow`, `Yesterday`, otherwise the day with its weekday. */
export function dayHeading(at_ms: number, zone: string, now_ms: number): string {
  const days = daysBetween(dayKey(now_ms, zone), dayKey(at_ms, zone))
  const name = days === 0 ? 'Today' : days === 1 ? 'Tomorrow' : days === -1 ? 'Yesterday' : null
  if (name) return name
  const sameYear = dayKey(at_ms, zone).slice(0, 4) === dayKey(now_ms, zone).slice(0, 4)
  return format(at_ms, zone, {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    ...(sameYear ? {} : { year: 'numeric' }),
  })
}

/** `Tue, Dec 1 at 9:00:00 AM CET`: a promise, to the second. */
export const moment = (at_ms: number, style: TimeStyle, now_ms: number): string =>
  `${shortDay(at_ms, style.zone, now_ms)} at ${clockSeconds(at_ms, style)} ${zoneName(at_ms, style.zone)}`

/** `2026-12-01` on the calendar of `zone`. */
export function dayKey(at_ms: number, zone: string): string {
  const part = Object.fromEntries(
    formatter(zone, { year: 'numeric', month: '2-digit', day: '2-digit' })
      .formatToParts(at_ms)
      .map(({ type, value }) => [type, value]),
  )
  return `${part.year}-${part.month}-${part.day}`
}

/** `CET`, `EST`, or `GMT+9` where no short name is in use. */
export function zoneName(at_ms: number, zone: string): string {
  for (const locale of SHORT_NAME_LOCALES) {
    const name = part(at_ms, zone, 'short', locale)
    if (!/^(GMT|UTC)[+-]/.test(name)) return name
  }
  return part(at_ms, zone, 'short', 'en-US')
}

/** `UTC+1`, `UTC+5:45`, `UTC` */
export const zoneOffset = (at_ms: number, zone: string): string =>
  part(at_ms, zone, 'shortOffset', 'en-US').replace('GMT', 'UTC').replace(/\+0$/, '')

/** Whole days from one `dayKey` to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / 86_400_000)

/** English locales that know short zone names of their own parts of the world. */
const SHORT_NAME_LOCALES = ['en-US', 'en-GB', 'en-AU', 'en-IN', 'en-ZA']

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(zone: string, options: Intl.DateTimeFormatOptions, locale = 'en-US'): Intl.DateTimeFormat {
  const key = `${locale} ${zone} ${JSON.stringify(options)}`
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(locale, { ...options, timeZone: zone })
  formatters.set(key, made)
  return made
}

/** The thin space before AM becomes a plain one, so that text can be searched and compared. */
const format = (at_ms: number, zone: string, options: Intl.DateTimeFormatOptions): string =>
  formatter(zone, options).format(at_ms).replaceAll('\u202f', ' ')

const clockOptions = (hour12: boolean, withSeconds: boolean): Intl.DateTimeFormatOptions => ({
  hour: hour12 ? 'numeric' : '2-digit',
  minute: '2-digit',
  ...(withSeconds ? { second: '2-digit' as const } : {}),
  hourCycle: hour12 ? 'h12' : 'h23',
})

const part = (at_ms: number, zone: string, style: 'short' | 'shortOffset', locale: string): string =>
  formatter(zone, { timeZoneName: style }, locale)
    .formatToParts(at_ms)
    .find(({ type }) => type === 'timeZoneName')?.value ?? zone
