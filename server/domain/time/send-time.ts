import { DomainError } from '../errors.ts'
import { resolveSendAt } from './resolve-send-at.ts'
import { epochSeconds, type EpochMillis, type EpochSeconds, type Seconds, type ZoneId } from './units.ts'
import { parseZone, wallClockAt } from './zone.ts'

/** As a door received it. `wallClock` is what the author saw: `YYYY-MM-DDTHH:mm[:ss]`. */
export type AskedTime = { sendAt: number; zone: string; wallClock?: string | undefined }
export type SendTime = { sendAt: EpochSeconds; zone: ZoneId; wallClock: string }

/**
 * The instant and its display rule, checked to agree: nothing is stored that the author was not shown (T1).
 * @throws DomainError `invalid_zone`, `invalid_input`, or `time_does_not_match` with both readings
 */
export function checkSendTime(asked: AskedTime): SendTime {
  const zone = parseZone(asked.zone)
  if (!Number.isInteger(asked.sendAt) || asked.sendAt < 0 || asked.sendAt > 99_999_999_999) {
    throw new DomainError('invalid_input', {
      field: 'sendAt',
      value: asked.sendAt,
      expected: 'whole seconds since 1970',
    })
  }
  const sendAt = epochSeconds(asked.sendAt)
  if (asked.wallClock === undefined) return { sendAt, zone, wallClock: wallClockAt(sendAt, zone) }

  const resolved = resolveSendAt(asked.wallClock, zone)
  if (resolved.sendAt !== sendAt && resolved.alternative !== sendAt) {
    throw new DomainError('time_does_not_match', {
      asked: sendAt,
      asked_shows: wallClockAt(sendAt, zone),
      wallClock: asked.wallClock,
      wallClock_means: resolved.sendAt,
      zone,
    })
  }
  return { sendAt, zone, wallClock: asked.wallClock.length === 16 ? `${asked.wallClock}:00` : asked.wallClock }
}

/** @throws DomainError `time_in_past`, `time_too_far`, each with the server's own clock */
export function checkWithinHorizon(sendAt: EpochSeconds, now: EpochMillis, horizon_s: Seconds): void {
  if (sendAt * 1000 <= now) throw new DomainError('time_in_past', { sendAt, now: Math.floor(now / 1000) })
  const last = Math.floor(now / 1000) + horizon_s
  if (sendAt > last) throw new DomainError('time_too_far', { sendAt, last })
}
