import { DEFAULT_PRESETS, presetTime, type PresetRule, type PresetTime } from '#server/domain/time/presets.ts'
import { resolveSendAt } from '#server/domain/time/resolve-send-at.ts'
import { epochSeconds, type EpochSeconds, type ZoneId } from '#server/domain/time/units.ts'
import { wallClockAt } from '#server/domain/time/zone.ts'
import { span } from '#app/_ui/span-text.ts'
import { clockTime, weekdayName } from '#app/_ui/time-text.ts'

/** A chosen second, as the server takes it: the instant, and what the clock on the wall was asked to show. */
export type When = { sendAt: EpochSeconds; zone: ZoneId; wallClock: string }
export type Preset = When & { label: string }
type Style = { zone: ZoneId; hour12: boolean }

/** One's own list, or the workspace's, or the product's. */
export const rulesInForce = (
  workspace: { presets?: readonly PresetRule[] | null; me: { presets?: readonly PresetRule[] | null } }, // absent in what an older version kept
): readonly PresetRule[] => workspace.me.presets ?? workspace.presets ?? DEFAULT_PRESETS

/** The ready-made times as they stand now: what has passed is gone, and of two rules that mean one second the first stays. */
export function presetsAt(rules: readonly PresetRule[], now_ms: number, style: Style): Preset[] {
  const presets = new Map<number, Preset>()
  for (const rule of rules) {
    const time = presetTime(rule, now_ms, style.zone)
    if (!time || presets.has(time.sendAt)) continue
    const label = `${presetLabel(rule, now_ms, style)}${changeNote(time, style)}`
    presets.set(time.sendAt, { sendAt: time.sendAt, wallClock: time.wallClock, zone: style.zone, label })
  }
  return [...presets.values()]
}

/** One press schedules it, so a time that the clock skips or shows twice says what will happen. */
function changeNote({ sendAt, kind }: PresetTime, style: Style): string {
  if (kind === 'gap') return ` is skipped: sent at ${clockTime(sendAt * 1000, style)}`
  return kind === 'fold' ? ', the first time' : ''
}

/** `Tomorrow at 9:00 AM`, `Next Monday at 9:00 AM` where today is one, `In 1 h 30 min`. */
export function presetLabel(rule: PresetRule, now_ms: number, { zone, hour12 }: Style): string {
  if (rule.on === 'after') return `In ${span(rule.minutes * 60_000)}`
  const clock = clockTime(Date.parse(`1970-01-01T${rule.at}Z`), { zone: 'UTC', hour12 })
  if (rule.on === 'day') return `${['Today', 'Tomorrow'][rule.days] ?? `In ${rule.days} days`} at ${clock}`
  const today = new Date(`${todayIn(now_ms, zone)}T00:00Z`).getUTCDay() || 7
  return `${today === rule.weekday ? 'Next ' : ''}${weekdayName(rule.weekday)} at ${clock}`
}

/** Where the dialog starts: the next nine o'clock. */
export function nextMorning(now_ms: number, zone: ZoneId): When {
  const today = whenOn(todayIn(now_ms, zone), zone)
  return today.sendAt * 1000 > now_ms ? today : whenOn(addDays(todayIn(now_ms, zone), 1), zone)
}

function whenOn(day: string, zone: ZoneId): When {
  const wallClock = `${day}T09:00:00`
  return { sendAt: resolveSendAt(wallClock, zone).sendAt, zone, wallClock }
}

const todayIn = (now_ms: number, zone: ZoneId): string =>
  wallClockAt(epochSeconds(Math.floor(now_ms / 1000)), zone).slice(0, 10)

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
