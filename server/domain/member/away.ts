import { epochMillis, type EpochMillis } from '../time/units.ts'

/** Away until one says otherwise: the year 3000. */
export const AWAY_WITHOUT_END_MS = epochMillis(32_503_680_000_000)

/** @param awayUntil_ms by the member's own word; null: not away */
export const isAway = (awayUntil_ms: EpochMillis | null, now: EpochMillis): boolean =>
  awayUntil_ms !== null && now < awayUntil_ms
