import { instantOf, resolveSendAt } from './resolve-send-at.ts'
import type { SendTime } from './send-time.ts'
import type { EpochSeconds } from './units.ts'
import { wallClockAt, type OffsetAt } from './zone.ts'

/**
 * What the new rules of a zone make of a time that was promised under older ones (T6). The wall clock stays, and of two
 * readings the one that was chosen; where an instant was promised, the instant stays and clocks show it differently.
 */
export function underRules(
  { sendAt, zone, wallClock, promised }: SendTime,
  offsetAt: OffsetAt,
): { sendAt: EpochSeconds; wallClock: string } {
  if (promised === 'instant') return { sendAt, wallClock: wallClockAt(sendAt, zone, offsetAt) }
  const resolved = resolveSendAt(wallClock, zone, offsetAt)
  if (promised !== null) return { sendAt: instantOf(resolved, promised), wallClock }
  // That this time comes twice was nobody's choice: what still shows the wall clock stays.
  const stays = resolved.kind === 'fold' && resolved.alternative === sendAt
  return { sendAt: stays ? sendAt : resolved.sendAt, wallClock }
}

const EDITION = /^\d{4}[a-z]+$/

/**
 * Whether `stored` is an older edition of the tz database than `current`. Processes of two editions may run side by side
 * while an installation is renewed, so only the newer one may move anything.
 */
export const isOlderRules = (stored: string, current: string): boolean =>
  EDITION.test(current) && (stored === 'unknown' || (EDITION.test(stored) && stored < current))
