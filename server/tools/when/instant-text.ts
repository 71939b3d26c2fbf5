import { distanceText } from '#server/domain/time/plain-time.ts'
import { secondsToMillis, type EpochMillis, type EpochSeconds, type ZoneId } from '#server/domain/time/units.ts'
import { offsetSecondsAt, wallClockAt } from '#server/domain/time/zone.ts'

/** One instant for a terminal: how far it is, then a line per zone. */
export function instantText(at: EpochSeconds, zones: readonly ZoneId[], now: EpochMillis): string {
  const width = Math.max(...zones.map((zone) => zone.length))
  const lines = zones.map((zone) => {
    const [day, time] = wallClockAt(at, zone).split('T')
    return `${zone.padEnd(width)}  ${weekdayAt(at, zone)} ${day} ${time} ${offsetText(at, zone)}`
  })
  return [`${at} is ${distanceText(secondsToMillis(at), now)}`, ...lines].join('\n')
}

/** The same for programs. */
export function instantJson(at: EpochSeconds, zones: readonly ZoneId[], now: EpochMillis) {
  return {
    at,
    fromNow_ms: secondsToMillis(at) - now,
    zones: zones.map((zone) => ({ zone, wallClock: wallClockAt(at, zone), offset_s: offsetSecondsAt(at, zone) })),
  }
}

function weekdayAt(at: EpochSeconds, zone: ZoneId): string {
  return new Intl.DateTimeFormat('en', { timeZone: zone, weekday: 'short' }).format(at * 1000)
}

/** `+05:45`; with seconds where the zone had some, long ago. */
function offsetText(at: EpochSeconds, zone: ZoneId): string {
  const offset_s = offsetSecondsAt(at, zone)
  const length_s = Math.abs(offset_s)
  const [hours, minutes, seconds] = [length_s / 3600, (length_s / 60) % 60, length_s % 60].map((part) =>
    String(Math.floor(part)).padStart(2, '0'),
  )
  return `${offset_s < 0 ? '-' : '+'}${hours}:${minutes}${seconds === '00' ? '' : `:${seconds}`}`
}
