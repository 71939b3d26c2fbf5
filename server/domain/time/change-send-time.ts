import { checkSendTime, type AskedTime, type SendTime } from './send-time.ts'
import { parseZone, wallClockAt, type OffsetAt } from './zone.ts'

/** Of a time that is there already: only what is to be different. */
export type TimeChange = Partial<AskedTime>

/** Whether anything of the time is given at all. */
export const touchesTime = ({ sendAt, zone, wallClock, choice }: TimeChange): boolean =>
  [sendAt, zone, wallClock, choice].some((part) => part !== undefined)

/**
 * What is not given stays, and where nothing is different the same object comes back. A zone alone shows the same instant
 * there, and a promise of the wall clock is one of the clock there; a choice alone is one about the present wall clock.
 * @throws DomainError as `checkSendTime`
 */
export function changeSendTime<T extends SendTime>(held: T, change: TimeChange, offsetAt: OffsetAt): T | SendTime {
  if (!touchesTime(change)) return held
  const { zone = held.zone, choice, ...given } = change
  if (given.wallClock === undefined && given.sendAt === undefined && !choice && held.promised !== 'instant') {
    if (zone === held.zone) return held
    const wallClock = wallClockAt(held.sendAt, parseZone(zone), offsetAt)
    return checkSendTime({ sendAt: held.sendAt, zone, wallClock }, offsetAt)
  }
  const wallClock = given.wallClock ?? (choice && given.sendAt === undefined ? held.wallClock : undefined)
  const sendAt = given.sendAt ?? (wallClock === undefined ? held.sendAt : undefined)
  return checkSendTime({ sendAt, zone, wallClock, choice }, offsetAt)
}
