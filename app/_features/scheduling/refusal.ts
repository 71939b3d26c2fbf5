import type { ErrorFacts } from '#server/domain/errors.ts'
import { epochSeconds } from '#server/domain/time/units.ts'
import { parseZone } from '#server/domain/time/zone.ts'
import type { When } from './presets.ts'

/** Why not, in plain words; with the time that would be taken instead, where only one thing keeps it from being scheduled. */
export type Refusal = string | { words: string; instead: When }

export const wordsOf = (refusal: Refusal): string => (typeof refusal === 'string' ? refusal : refusal.words)

/** The server's own reading of the wall clock that was chosen, where this browser's zone rules give another instant (T1). */
export function serverReading({ wallClock, wallClock_means, zone }: ErrorFacts): When | null {
  if (typeof wallClock !== 'string' || typeof wallClock_means !== 'number' || typeof zone !== 'string') return null
  return { sendAt: epochSeconds(wallClock_means), zone: parseZone(zone), wallClock }
}
