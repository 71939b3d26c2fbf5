/** Moving a planned second by what the clock on the wall shows, as people mean it when a clock change lies between. */
import { DomainError } from '../errors.ts'
import { resolveSendAt, type WallClockKind } from './resolve-send-at.ts'
import { epochSeconds, type EpochSeconds, type ZoneId } from './units.ts'
import { offsetSecondsAt, wallClockAt } from './zone.ts'

export const SHIFT_UNITS = ['minutes', 'hours', 'days', 'weeks'] as const
export type ShiftUnit = (typeof SHIFT_UNITS)[number]
/** `amount` may be negative: earlier. */
export type Shift = { amount: number; unit: ShiftUnit }

/** `kind` tells where the wanted wall time does not exist or exists twice; `wallClock` is what will be shown then. */
export type MovedTime = { sendAt: EpochSeconds; zone: ZoneId; wallClock: string; kind: WallClockKind }

const SECONDS: Record<ShiftUnit, number> = { minutes: 60, hours: 3600, days: 86_400, weeks: 604_800 }

/**
 * The time whose wall clock reads `amount` units more: nine o'clock shifted by a day is nine o'clock, whatever happened
 * to the clock in between. A time that does not exist is taken past the jump in the direction of the shift, so that
 * later is never earlier; of one that exists twice, the reading with the offset that holds now.
 * @throws RangeError where the result is outside of 1970–5138
 */
export function shiftTime(at: EpochSeconds, zone: ZoneId, { amount, unit }: Shift): MovedTime {
  const shifted = wallSeconds(wallClockAt(at, zone)) + amount * SECONDS[unit]
  return settle(at, zone, wallText(shifted), amount < 0 ? 'earlier' : 'later')
}

/**
 * The same wall time on another date.
 * @param date `YYYY-MM-DD`
 * @throws DomainError `invalid_input` if `date` is not on the calendar
 */
export function moveToDate(at: EpochSeconds, zone: ZoneId, date: string): MovedTime {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) throw new DomainError('invalid_input', { field: 'date', value: date })
  return settle(at, zone, `${date}${wallClockAt(at, zone).slice(10)}`, 'later')
}

function settle(from: EpochSeconds, zone: ZoneId, wanted: string, past: 'earlier' | 'later'): MovedTime {
  const { sendAt: usual, alternative, kind } = resolveSendAt(wanted, zone)
  const sendAt = alternative === null ? usual : kind === 'gap' ? beyond() : asNow(alternative)
  return { sendAt, zone, wallClock: wallClockAt(sendAt, zone), kind }

  function beyond(): EpochSeconds {
    return epochSeconds(
      past === 'later' ? Math.max(usual, alternative ?? usual) : Math.min(usual, alternative ?? usual),
    )
  }
  function asNow(second: EpochSeconds): EpochSeconds {
    return offsetSecondsAt(second, zone) === offsetSecondsAt(from, zone) ? second : usual
  }
}

const wallSeconds = (wallClock: string): number => Date.parse(`${wallClock}Z`) / 1000

function wallText(seconds: number): string {
  const date = new Date(seconds * 1000)
  if (Number.isNaN(date.getTime()) || seconds < 0) throw new RangeError(`no time that far: ${seconds} s`)
  return date.toISOString().slice(0, 19)
}
