import { DomainError } from '#server/domain/errors.ts'
import { resolveSendAt, type WallClockKind } from '#server/domain/time/resolve-send-at.ts'
import type { EpochSeconds, ZoneId } from '#server/domain/time/units.ts'
import { parseClockEntry } from '#server/domain/time/clock-entry.ts'
import type { When } from './presets.ts'

/**
 * What stands in the fields. `reading` picks one of the two instants that a clock change makes of one wall time;
 * null leaves the usual one: the first of two, and past the jump for none.
 */
export type WhenEntry = { date: string; time: string; zone: ZoneId; reading: 'first' | 'second' | null }

export type WhenProblem =
  | { problem: 'no-date' }
  | { problem: 'no-time' }
  | { problem: 'past'; at: EpochSeconds }
  | { problem: 'too-far'; at: EpochSeconds; latest: EpochSeconds }

export type WhenCheck =
  | { ok: true; when: When; kind: WallClockKind; readings: Readings | null }
  | ({ ok: false; readings: Readings | null } & WhenProblem)

/** The two instants in order of time, where a clock change leaves a choice. */
export type Readings = { kind: 'gap' | 'fold'; first: EpochSeconds; second: EpochSeconds }

/**
 * Whether the entry names one second that can be promised.
 * The second that is running is over already: what is due must still lie ahead by the server's clock.
 * @param now_ms the server's time
 * @param horizon_s how far ahead this workspace allows
 */
export function checkWhen(entry: WhenEntry, now_ms: number, horizon_s: number): WhenCheck {
  const clock = parseClockEntry(entry.time)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(entry.date)) return { ok: false, problem: 'no-date', readings: null }
  if (!clock) return { ok: false, problem: 'no-time', readings: null }
  const wallClock = `${entry.date}T${clock}`
  const resolved = resolve(wallClock, entry.zone)
  if (!resolved) return { ok: false, problem: 'no-date', readings: null }
  const { kind, sendAt: usual, alternative } = resolved
  const readings =
    kind === 'exact' || alternative === null
      ? null
      : { kind, first: earlier(usual, alternative), second: later(usual, alternative) }
  const at = readings && entry.reading ? readings[entry.reading] : usual
  if (at * 1000 <= now_ms) return { ok: false, problem: 'past', at, readings }
  const latest = (Math.floor(now_ms / 1000) + horizon_s) as EpochSeconds
  if (at > latest) return { ok: false, problem: 'too-far', at, latest, readings }
  return { ok: true, when: { sendAt: at, zone: entry.zone, wallClock }, kind, readings }
}

function resolve(wallClock: string, zone: ZoneId) {
  try {
    return resolveSendAt(wallClock, zone)
  } catch (error) {
    if (error instanceof DomainError || error instanceof RangeError) return null
    throw error
  }
}

const earlier = (a: EpochSeconds, b: EpochSeconds): EpochSeconds => (a < b ? a : b)
const later = (a: EpochSeconds, b: EpochSeconds): EpochSeconds => (a < b ? b : a)
