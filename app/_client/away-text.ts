import { AWAY_WITHOUT_END_MS, isAway } from '#server/domain/member/away.ts'
import { epochMillis } from '#server/domain/time/units.ts'

/** Until when somebody is away now; null where they are not. @param member as the device keeps them, perhaps from an older version */
export function awayNow(member: { awayUntil_ms?: number | null }, now_ms: number): number | null {
  const until_ms = typeof member.awayUntil_ms === 'number' ? epochMillis(member.awayUntil_ms) : null
  return isAway(until_ms, epochMillis(Math.floor(now_ms))) ? until_ms : null
}

/** `away until Tue, Dec 1 at 9:00 AM`. @param show an instant in words */
export const awayText = (until_ms: number, show: (at_ms: number) => string): string =>
  until_ms >= AWAY_WITHOUT_END_MS ? 'away until further notice' : `away until ${show(until_ms)}`
