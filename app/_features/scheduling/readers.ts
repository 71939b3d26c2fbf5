import { epochSeconds, type EpochSeconds, type ZoneId } from '#server/domain/time/units.ts'
import { resolveSendAt } from '#server/domain/time/resolve-send-at.ts'
import { wallClockAt } from '#server/domain/time/zone.ts'
import { clockTime, dayKey, daysBetween, weekday, zoneOffset, type TimeStyle } from '#app/_ui/time-text.ts'
import type { When } from './presets.ts'

/** A second chosen in words that need no explanation: in the zone given, at whole seconds of its clock. */
export const whenAt = (at: EpochSeconds, zone: ZoneId): When => ({ sendAt: at, zone, wallClock: wallClockAt(at, zone) })

export type TheirMorning = When & { label: string }

const NINE = '09:00:00'
/** Before this hour of theirs the coming morning is still today. */
const EARLY = '08:00:00'

/**
 * Nine o'clock where somebody else is, in their days and told with one's own clock: nothing where both show the same.
 * The promise is their wall clock.
 */
export function theirMornings(now_ms: number, theirs: ZoneId, mine: TimeStyle): TheirMorning[] {
  const now = epochSeconds(Math.floor(now_ms / 1000))
  const today = wallClockAt(now, theirs)
  const days = [today.slice(11) < EARLY ? today.slice(0, 10) : null, addDays(today.slice(0, 10), 1)]
  return days.flatMap((day) => {
    if (day === null) return []
    const wallClock = `${day}T${NINE}`
    const { sendAt } = resolveSendAt(wallClock, theirs)
    const at_ms = sendAt * 1000
    if (zoneOffset(at_ms, theirs) === zoneOffset(at_ms, mine.zone)) return []
    return [{ sendAt, zone: theirs, wallClock, label: morningLabel(at_ms, now_ms, theirs, mine) }]
  })
}

/** `Tomorrow 9:00 AM their time (3:00 AM yours)`; days by one's own calendar, and one's own day where it is another. */
function morningLabel(at_ms: number, now_ms: number, theirs: ZoneId, mine: TimeStyle): string {
  const theirDay = dayKey(at_ms, theirs)
  const away = daysBetween(dayKey(now_ms, mine.zone), theirDay)
  const day = away === 0 ? 'Today' : away === 1 ? 'Tomorrow' : weekday(at_ms, theirs)
  const myDay = dayKey(at_ms, mine.zone) === theirDay ? '' : `${weekday(at_ms, mine.zone)} `
  const clock = (zone: string) => clockTime(at_ms, { ...mine, zone })
  return `${day} ${clock(theirs)} their time (${myDay}${clock(mine.zone)} yours)`
}

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
