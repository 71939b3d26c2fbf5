/** Times as the pages take and show them (en-US, twelve hours). */
import { epochSeconds } from '#server/domain/time/units.ts'
import { parseZone, wallClockAt } from '#server/domain/time/zone.ts'

/**
 * The second that is `seconds` ahead, or a little more where that one is the end of a minute: what is due then is
 * shown with the same minute even if it comes a second late.
 */
export function secondsAhead(seconds: number): number {
  const at = Math.floor(Date.now() / 1000) + seconds
  return at % 60 >= 57 ? at + (60 - (at % 60)) : at
}

/** What the fields of the schedule dialog take. */
export function wallIn(zone: string, at: number): { date: string; time: string } {
  const [date = '', time = ''] = wallClockAt(epochSeconds(at), parseZone(zone)).split('T')
  return { date, time }
}

export function tomorrowAt(time: string, zone: string): { date: string; time: string } {
  const today = wallIn(zone, Math.floor(Date.now() / 1000)).date
  return { date: new Date(Date.parse(`${today}T00:00Z`) + 86_400_000).toISOString().slice(0, 10), time }
}

/** `Tue, Dec 1 at 9:04:00 AM CET`, for zones that have a short name in British English. */
export function promiseIn(zone: string, at: number): string {
  const day = new Intl.DateTimeFormat('en-US', { timeZone: zone, weekday: 'short', month: 'short', day: 'numeric' })
  const named = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'short' }).formatToParts(at * 1000)
  const name = named.find(({ type }) => type === 'timeZoneName')?.value
  return `${day.format(at * 1000)} at ${secondIn(zone, at)} ${name}`
}

/** `9:04 AM` */
export const minuteIn = (zone: string, at: number): string => clock(zone, at, {})
/** `9:04:00 AM` */
export const secondIn = (zone: string, at: number): string => clock(zone, at, { second: '2-digit' })

function clock(zone: string, at: number, more: Intl.DateTimeFormatOptions): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', minute: '2-digit', ...more })
  return format.format(at * 1000).replaceAll('\u202f', ' ')
}
