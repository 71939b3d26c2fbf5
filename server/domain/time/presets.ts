/** Ready-made times of the schedule menu, as rules: what second a rule means depends on when and where it is read. */
import { DomainError } from '../errors.ts'
import { resolveSendAt, type WallClockKind } from './resolve-send-at.ts'
import { epochSeconds, type EpochSeconds, type ZoneId } from './units.ts'
import { wallClockAt } from './zone.ts'

export type PresetRule =
  /** So many days from today; today itself while that time lies ahead. `at` is `HH:mm`. */
  | { on: 'day'; days: number; at: string }
  /** The coming one, never today. Monday is 1, Sunday 7. */
  | { on: 'weekday'; weekday: number; at: string }
  /** So long from now, on a full minute. */
  | { on: 'after'; minutes: number }

export const DEFAULT_PRESETS: readonly PresetRule[] = [
  { on: 'day', days: 1, at: '09:00' },
  { on: 'weekday', weekday: 1, at: '09:00' },
]

/** More would not fit a menu. */
export const MOST_PRESETS = 8
const MOST_DAYS = 31
const MOST_MINUTES = 31 * 1440

/** `kind` other than `exact`: a clock change skips or repeats `wallClock`, and `sendAt` is the usual reading of it. */
export type PresetTime = { sendAt: EpochSeconds; wallClock: string; kind: WallClockKind }

/** The second that `rule` means, or null where it has passed. @param now_ms the server's time */
export function presetTime(rule: PresetRule, now_ms: number, zone: ZoneId): PresetTime | null {
  if (rule.on === 'after') {
    const sendAt = epochSeconds((Math.ceil(now_ms / 60_000) + rule.minutes) * 60)
    return { sendAt, wallClock: wallClockAt(sendAt, zone), kind: 'exact' }
  }
  const today = wallClockAt(epochSeconds(Math.floor(now_ms / 1000)), zone).slice(0, 10)
  const wallClock = `${addDays(today, rule.on === 'day' ? rule.days : daysTo(rule.weekday, today))}T${rule.at}:00`
  const { sendAt, kind } = resolveSendAt(wallClock, zone)
  return sendAt * 1000 > now_ms ? { sendAt, wallClock, kind } : null
}

/** A list as somebody sent it. @throws DomainError `invalid_input` with the place of the first rule that is none */
export function checkPresets(list: readonly PresetRule[]): PresetRule[] {
  if (list.length > MOST_PRESETS) {
    throw new DomainError('invalid_input', { field: 'presets', value: list.length, most: MOST_PRESETS })
  }
  return list.map((rule, index) => {
    if (!isRule(rule)) throw new DomainError('invalid_input', { field: `presets[${index}]` })
    switch (rule.on) {
      case 'day':
        return { on: rule.on, days: rule.days, at: rule.at }
      case 'weekday':
        return { on: rule.on, weekday: rule.weekday, at: rule.at }
      case 'after':
        return { on: rule.on, minutes: rule.minutes }
    }
  })
}

function isRule(rule: PresetRule): boolean {
  switch (rule.on) {
    case 'day':
      return isWhole(rule.days, 0, MOST_DAYS) && isClock(rule.at)
    case 'weekday':
      return isWhole(rule.weekday, 1, 7) && isClock(rule.at)
    case 'after':
      return isWhole(rule.minutes, 1, MOST_MINUTES)
  }
}

const isWhole = (n: number, least: number, most: number): boolean => Number.isInteger(n) && n >= least && n <= most
const isClock = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

/** Days until that weekday comes, at least one. */
function daysTo(weekday: number, today: string): number {
  const current = new Date(`${today}T00:00Z`).getUTCDay() || 7
  return (weekday - current + 7) % 7 || 7
}

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
