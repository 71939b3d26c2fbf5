import type { MemberId } from '#server/domain/ids.ts'
import { resolveSendAt } from '#server/domain/time/resolve-send-at.ts'
import { parseZone } from '#server/domain/time/zone.ts'
import type { When } from './presets.ts'

/** The last time somebody chose in the dialog on this device, offered again while it lies ahead. */
export function lastCustomTime(memberId: MemberId, now_ms: number): When | null {
  try {
    const { wallClock, zone, sendAt } = JSON.parse(localStorage.getItem(keyOf(memberId)) ?? 'null') ?? {}
    if (typeof wallClock !== 'string' || typeof zone !== 'string' || typeof sendAt !== 'number') return null
    const resolved = resolveSendAt(wallClock, parseZone(zone))
    const at = [resolved.sendAt, resolved.alternative].find((each) => each === sendAt)
    return at && at * 1000 > now_ms ? { sendAt: at, zone: parseZone(zone), wallClock } : null
  } catch {
    // Unreadable or refused storage: there is simply nothing to offer.
    return null
  }
}

export function rememberCustomTime(memberId: MemberId, { sendAt, zone, wallClock }: When): void {
  try {
    localStorage.setItem(keyOf(memberId), JSON.stringify({ sendAt, zone, wallClock }))
  } catch {
    // Not remembered; the message itself is safe on the server.
  }
}

const keyOf = (memberId: MemberId): string => `carillon:last-custom-time:${memberId}`
