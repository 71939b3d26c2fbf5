import { DomainError } from '../errors.ts'
import type { EpochSeconds, ZoneId } from './units.ts'

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formatters.set(zone, formatter)
  }
  return formatter
}

/** An IANA zone name, aliases included. Fixed offsets such as `+02:00` are refused: they know no clock change. @throws DomainError `invalid_zone` */
export function parseZone(name: string): ZoneId {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{1,63}$/.test(name)) throw new DomainError('invalid_zone', { zone: name.slice(0, 64) })
  try {
    formatterOf(name)
  } catch {
    throw new DomainError('invalid_zone', { zone: name })
  }
  return name as ZoneId
}

/**
 * Rules of zones: seconds east of UTC that a zone observes at the instant `at` (epoch seconds). What depends on the
 * rules takes them as its last argument; left out, they are this runtime's own.
 */
export type OffsetAt = (at: number, zone: ZoneId) => number

/** The runtime's rules. */
export function offsetSecondsAt(at: number, zone: ZoneId): number {
  const part: Record<string, number> = {}
  for (const { type, value } of formatterOf(zone).formatToParts(at * 1000)) part[type] = Number(value)
  const asIfUtc = Date.UTC(part.year!, part.month! - 1, part.day, part.hour, part.minute, part.second)
  return Math.round(asIfUtc / 1000 - at)
}

/** What the clock on the wall shows in `zone` at `at`: `2026-12-01T09:00:00`. */
export function wallClockAt(at: EpochSeconds, zone: ZoneId, offsetAt: OffsetAt = offsetSecondsAt): string {
  return new Date((at + offsetAt(at, zone)) * 1000).toISOString().slice(0, 19)
}
