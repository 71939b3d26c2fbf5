/** When people work, and how many of an audience do at some second (T5). Pure; a second is weighed in the browser, too. */
import { DomainError } from '../errors.ts'
import type { EpochSeconds, ZoneId } from './units.ts'
import { offsetSecondsAt, type OffsetAt } from './zone.ts'

/** In the member's own zone. */
export type WorkHours = {
  /** Monday 1, Tuesday 2, Wednesday 4 … Sunday 64. */
  days: number
  /** Minutes of the day, 0 to 1439. */
  from_min: number
  /** Minutes of the day, up to 1440. Not after `from_min`: they end on the next day. */
  to_min: number
}

/** Of whoever never told. */
export const USUAL_HOURS: WorkHours = { days: 0b001_1111, from_min: 9 * 60, to_min: 17 * 60 }
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
export const hasDay = ({ days }: Pick<WorkHours, 'days'>, day: number): boolean => (days & (1 << day)) !== 0

const DAY_MIN = 1_440

/** @throws DomainError `invalid_input` */
export function checkWorkHours({ days, from_min, to_min }: WorkHours): WorkHours {
  const limits = [
    ['days', days, 1, 127],
    ['from_min', from_min, 0, DAY_MIN - 1],
    ['to_min', to_min, 0, DAY_MIN],
  ] as const
  for (const [field, value, least, most] of limits) {
    if (!Number.isInteger(value) || value < least || value > most) {
      throw new DomainError('invalid_input', { field: `workHours.${field}`, value, least, most })
    }
  }
  return { days, from_min, to_min }
}

export function isWorkTime(
  hours: WorkHours,
  zone: ZoneId,
  at: EpochSeconds,
  offsetAt: OffsetAt = offsetSecondsAt,
): boolean {
  const minutes = Math.floor((at + offsetAt(at, zone)) / 60)
  const minute = minutes % DAY_MIN
  const day = (Math.floor(minutes / DAY_MIN) + 3) % 7 // 1970 began on a Thursday
  const { from_min, to_min } = hours
  if (from_min < to_min) return hasDay(hours, day) && minute >= from_min && minute < to_min
  return (hasDay(hours, day) && minute >= from_min) || (hasDay(hours, (day + 6) % 7) && minute < to_min)
}

/** People of an audience who live by the same clock; `hours` null: they never told. */
export type AudienceGroup = { zone: ZoneId; hours: WorkHours | null; people: number }

export const sizeOf = (audience: readonly AudienceGroup[]): number =>
  audience.reduce((sum, { people }) => sum + people, 0)

/** How many of them do not work at that second. */
export const countOutside = (
  audience: readonly AudienceGroup[],
  at: EpochSeconds,
  offsetAt: OffsetAt = offsetSecondsAt,
): number =>
  audience.reduce(
    (sum, { zone, hours, people }) => (isWorkTime(hours ?? USUAL_HOURS, zone, at, offsetAt) ? sum : sum + people),
    0,
  )

const QUARTER_S = 900
const SEARCH_BACK_S = 12 * 3_600
const SEARCH_AHEAD_S = 7 * 86_400
/** A better time must spare at least this share of the audience; among times this close, the nearest is the best. */
const WORTH = 0.1
const CLOSE = 0.05

export type BetterTime = { at: EpochSeconds; outside: number }

/**
 * The quarter of an hour nearest to `at`, from half a day before to a week after it, in which clearly fewer are outside
 * their hours.
 * @param earliest not before this
 * @returns null where none is worth moving for
 */
export function findBetterTime(
  audience: readonly AudienceGroup[],
  at: EpochSeconds,
  earliest: EpochSeconds,
  offsetAt: OffsetAt = offsetSecondsAt,
): BetterTime | null {
  const size = sizeOf(audience)
  const steady = rememberOffsets(offsetAt)
  const now = countOutside(audience, at, steady)
  if (now === 0) return null
  const from = Math.ceil(Math.max(earliest, at - SEARCH_BACK_S) / QUARTER_S) * QUARTER_S
  const times: BetterTime[] = []
  for (let each = from; each <= at + SEARCH_AHEAD_S; each += QUARTER_S) {
    times.push({ at: each as EpochSeconds, outside: countOutside(audience, each as EpochSeconds, steady) })
  }
  const least = Math.min(...times.map(({ outside }) => outside))
  if (now - least < Math.max(1, size * WORTH)) return null
  const distance = (time: BetterTime) => Math.abs(time.at - at)
  return times
    .filter(({ outside }) => outside <= least + size * CLOSE)
    .reduce((best, time) => (distance(time) < distance(best) ? time : best))
}

const BLOCK_S = 6 * 3_600

/** Asks for the ends of six hours at most once each: between equal ends a zone stays as it is. */
function rememberOffsets(offsetAt: OffsetAt): OffsetAt {
  const ends = new Map<string, number>()
  const endOf = (block: number, zone: ZoneId) => {
    const key = `${zone} ${block}`
    let offset = ends.get(key)
    if (offset === undefined) ends.set(key, (offset = offsetAt(block * BLOCK_S, zone)))
    return offset
  }
  return (at, zone) => {
    const block = Math.floor(at / BLOCK_S)
    const start = endOf(block, zone)
    return start === endOf(block + 1, zone) ? start : offsetAt(at, zone)
  }
}
