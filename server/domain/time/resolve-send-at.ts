import { DomainError } from '../errors.ts'
import { epochSeconds, type EpochSeconds, type ZoneId } from './units.ts'
import { offsetSecondsAt, type OffsetAt } from './zone.ts'

/** `exact`: the wall time exists once. `gap`: clocks jump over it. `fold`: it happens twice. */
export type WallClockKind = 'exact' | 'gap' | 'fold'
/** Which of the two instants a clock change leaves for one wall time, in order of time. */
export type Reading = 'earlier' | 'later'
export type ResolvedSendAt = { sendAt: EpochSeconds; kind: WallClockKind; alternative: EpochSeconds | null }

const WALL_CLOCK = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2}))?$/
const DAY_S = 86_400
/** As far as seconds are taken (`epochSeconds`): in the year 5138. */
const LAST_SECOND = 99_999_999_999

/**
 * Turns a wall-clock time in a zone into the one instant we promise to send at (T2).
 *
 * A clock change makes some wall times happen twice and others never. Without a choice by the author we take the
 * first of two (`fold`), and the same distance past the jump for none (`gap`); `alternative` is the other reading.
 *
 * Reads no clock. Depends on the zone rules, so the result is stored with their version (T6).
 *
 * @param wallClock `YYYY-MM-DDTHH:mm[:ss]`
 * @throws DomainError `invalid_input` if `wallClock` is no calendar time, or none from 1970 to 5138
 * @example resolveSendAt('2027-03-28T02:30', 'Europe/Paris' as ZoneId) // kind 'gap', sendAt shows 03:30 that morning
 */
export function resolveSendAt(wallClock: string, zone: ZoneId, offsetAt: OffsetAt = offsetSecondsAt): ResolvedSendAt {
  const asIfUtc = parseWallClock(wallClock)
  const before = offsetAt(asIfUtc - DAY_S, zone)
  const after = offsetAt(asIfUtc + DAY_S, zone)

  const early = asIfUtc - Math.max(before, after)
  const late = asIfUtc - Math.min(before, after)
  if (early < 0 || late > LAST_SECOND)
    throw new DomainError('invalid_input', { field: 'wallClock', value: wallClock, expected: 'a time in 1970–5138' })
  const earlyIsReal = early + offsetAt(early, zone) === asIfUtc
  const lateIsReal = late + offsetAt(late, zone) === asIfUtc

  if (early === late) return { sendAt: epochSeconds(early), kind: 'exact', alternative: null }
  if (earlyIsReal && lateIsReal) return { sendAt: epochSeconds(early), kind: 'fold', alternative: epochSeconds(late) }
  if (!earlyIsReal && !lateIsReal) return { sendAt: epochSeconds(late), kind: 'gap', alternative: epochSeconds(early) }
  return { sendAt: epochSeconds(earlyIsReal ? early : late), kind: 'exact', alternative: null }
}

/**
 * The instant of one reading of `resolved`. Of a time that exists once there is only one.
 * @param reading null: the usual one
 */
export function instantOf({ sendAt, alternative }: ResolvedSendAt, reading: Reading | null): EpochSeconds {
  if (alternative === null || reading === null) return sendAt
  return (reading === 'earlier') === sendAt < alternative ? sendAt : alternative
}

/** Which reading of `resolved` the instant `at` is; null where there is no choice or it is neither. */
export function readingOf(resolved: ResolvedSendAt, at: number): Reading | null {
  if (resolved.alternative === null) return null
  return (['earlier', 'later'] as const).find((reading) => instantOf(resolved, reading) === at) ?? null
}

/** The wall time read as if it were UTC, in epoch seconds. */
function parseWallClock(text: string): number {
  const match = WALL_CLOCK.exec(text)
  if (!match) throw new DomainError('invalid_input', { field: 'wallClock', value: text.slice(0, 40) })
  const [year, month, day, hour, minute, second] = match.slice(1).map((part) => Number(part ?? 0))
  const at = new Date(Date.UTC(year!, month! - 1, day, hour, minute, second))
  if (at.toISOString().slice(0, 16) !== text.slice(0, 16) || at.getUTCSeconds() !== second) {
    throw new DomainError('invalid_input', { field: 'wallClock', value: text })
  }
  return at.getTime() / 1000
}
