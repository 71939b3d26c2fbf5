import { DomainError } from '../errors.ts'
import { instantOf, readingOf, resolveSendAt, type Reading } from './resolve-send-at.ts'
import { epochSeconds, type EpochMillis, type EpochSeconds, type Seconds, type ZoneId } from './units.ts'
import { offsetSecondsAt, parseZone, wallClockAt, type OffsetAt } from './zone.ts'

/**
 * As a door received it: an instant, a wall clock, or both.
 * `wallClock` is what the author saw or wrote: `YYYY-MM-DDTHH:mm[:ss]`. `choice` names one of two instants where a clock
 * change leaves a choice, in either pair of words; without it the usual one is meant (T2).
 */
export type AskedTime = {
  sendAt?: number | undefined
  zone: string
  wallClock?: string | undefined
  choice?: Choice | undefined
}
export const CHOICES = ['earlier', 'later', 'first', 'second'] as const
export type Choice = (typeof CHOICES)[number]

/**
 * What was promised, beside the instant that follows from it.
 * `null`: the wall clock. `earlier`, `later`: the wall clock in this reading of two. `instant`: the instant itself, which
 * was asked for without a wall clock; the wall clock only shows it.
 */
export type Promised = Reading | 'instant' | null
export type SendTime = { sendAt: EpochSeconds; zone: ZoneId; wallClock: string; promised: Promised }

/**
 * The instant and its display rule, checked to agree: nothing is stored that the author was not shown (T1).
 * @throws DomainError `invalid_zone`, `invalid_input`, or `time_does_not_match` with both readings
 */
export function checkSendTime(asked: AskedTime, offsetAt: OffsetAt = offsetSecondsAt): SendTime {
  const zone = parseZone(asked.zone)
  const given = asked.sendAt === undefined ? null : checkSecond(asked.sendAt)
  if (asked.wallClock === undefined) {
    if (given === null) throw new DomainError('invalid_input', { field: 'sendAt', expected: 'sendAt or wallClock' })
    return { sendAt: given, zone, wallClock: wallClockAt(given, zone, offsetAt), promised: 'instant' }
  }
  const resolved = resolveSendAt(asked.wallClock, zone, offsetAt)
  const chosen = readingIn(asked.choice)
  const meant = instantOf(resolved, chosen)
  const agrees = given === null || given === meant || (chosen === null && given === resolved.alternative)
  if (!agrees) {
    throw new DomainError('time_does_not_match', {
      asked: given,
      asked_shows: wallClockAt(given, zone, offsetAt),
      wallClock: asked.wallClock,
      wallClock_means: meant,
      zone,
    })
  }
  const sendAt = given ?? meant
  const wallClock = asked.wallClock.length === 16 ? `${asked.wallClock}:00` : asked.wallClock
  return { sendAt, zone, wallClock, promised: readingOf(resolved, sendAt) }
}

/** The same time to be asked for once more: what was promised as an instant, without a wall clock, stays one. */
export const asPromised = <Second extends number, Zone extends string>({
  sendAt,
  zone,
  wallClock,
  promised,
}: PlannedTime<Second, Zone>): { sendAt: Second; zone: Zone; wallClock?: string } => ({
  sendAt,
  zone,
  ...(promised === 'instant' ? {} : { wallClock }),
})
/** What an older version kept tells no promise: it is that of the wall clock. */
type PlannedTime<Second, Zone> = { sendAt: Second; zone: Zone; wallClock: string; promised?: Promised }

/** The reading that either pair of words names. */
export function readingIn(choice: Choice | undefined): Reading | null {
  if (choice === undefined) return null
  return choice === 'earlier' || choice === 'first' ? 'earlier' : 'later'
}

function checkSecond(at: number): EpochSeconds {
  if (Number.isInteger(at) && at >= 0 && at <= 99_999_999_999) return epochSeconds(at)
  throw new DomainError('invalid_input', { field: 'sendAt', value: at, expected: 'whole seconds since 1970' })
}

/** The furthest ahead that any workspace can allow: five years. */
export const MOST_HORIZON_S = (5 * 366 * 86_400) as Seconds

/** @throws DomainError `time_in_past`, `time_too_far`, each with the server's own clock */
export function checkWithinHorizon(sendAt: EpochSeconds, now: EpochMillis, horizon_s: Seconds): void {
  if (sendAt * 1000 <= now) throw new DomainError('time_in_past', { sendAt, now: Math.floor(now / 1000) })
  const last = Math.floor(now / 1000) + horizon_s
  if (sendAt > last) throw new DomainError('time_too_far', { sendAt, last })
}
