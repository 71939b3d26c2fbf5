import { resolveSendAt } from '#server/domain/time/resolve-send-at.ts'
import { epochSeconds, type EpochSeconds, type ZoneId } from '#server/domain/time/units.ts'
import { wallClockAt } from '#server/domain/time/zone.ts'

/** A chosen second, as the server takes it: the instant, and what the clock on the wall was asked to show. */
export type When = { sendAt: EpochSeconds; zone: ZoneId; wallClock: string }
export type Preset = When & { label: string }

/**
 * The ready-made times: tomorrow and the coming Monday at nine. On a Sunday these are one; on a Monday it is
 * the next one that is meant, and said.
 */
export function presetsAt(now_ms: number, zone: ZoneId, nineOClock: string): Preset[] {
  const today = todayIn(now_ms, zone)
  const weekday = new Date(`${today}T00:00Z`).getUTCDay()
  const toMonday = (8 - weekday) % 7 || 7
  const presets = [{ label: `Tomorrow at ${nineOClock}`, ...whenOn(addDays(today, 1), MORNING, zone) }]
  if (toMonday > 1) {
    presets.push({
      label: `${weekday === 1 ? 'Next Monday' : 'Monday'} at ${nineOClock}`,
      ...whenOn(addDays(today, toMonday), MORNING, zone),
    })
  }
  return presets
}

/** Where the dialog starts: the next nine o'clock. */
export function nextMorning(now_ms: number, zone: ZoneId): When {
  const today = whenOn(todayIn(now_ms, zone), MORNING, zone)
  return today.sendAt * 1000 > now_ms ? today : whenOn(addDays(todayIn(now_ms, zone), 1), MORNING, zone)
}

const MORNING = '09:00:00'

function whenOn(day: string, clock: string, zone: ZoneId): When {
  const wallClock = `${day}T${clock}`
  return { sendAt: resolveSendAt(wallClock, zone).sendAt, zone, wallClock }
}

const todayIn = (now_ms: number, zone: ZoneId): string =>
  wallClockAt(epochSeconds(Math.floor(now_ms / 1000)), zone).slice(0, 10)

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
