/** What a step for many would do to each, told before it is taken: nothing is stored that was not shown. */
import { moveToDate, shiftTime, type MovedTime, type Shift } from '#server/domain/time/move-wall-clock.ts'
import { asPromised } from '#server/domain/time/send-time.ts'
import { epochSeconds } from '#server/domain/time/units.ts'
import { parseZone } from '#server/domain/time/zone.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'

export type Move = { to: 'shift'; by: Shift } | { to: 'date'; date: string }
export type PlannedMove = {
  scheduled: ScheduledView
  moved: MovedTime | null
  /** `same`: nothing would change. `beyond-limit`: later than its own "not later than". */
  problem: 'past' | 'too-far' | 'same' | 'beyond-limit' | null
}

/**
 * Each by the wall clock of the zone it was planned in.
 * @param now_ms the server's time
 * @param horizon_s how far ahead this workspace allows
 */
export function planMoves(
  rows: readonly ScheduledView[],
  move: Move,
  now_ms: number,
  horizon_s: number,
): PlannedMove[] {
  return rows.map((scheduled) => {
    const moved = movedBy(scheduled, move)
    return { scheduled, moved, problem: moved ? problemOf(scheduled, moved, now_ms, horizon_s) : 'too-far' }
  })
}

function movedBy({ sendAt, zone }: ScheduledView, move: Move): MovedTime | null {
  try {
    const at = epochSeconds(sendAt)
    return move.to === 'shift' ? shiftTime(at, parseZone(zone), move.by) : moveToDate(at, parseZone(zone), move.date)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function problemOf(
  { sendAt, notAfter }: ScheduledView,
  moved: MovedTime,
  now_ms: number,
  horizon_s: number,
): PlannedMove['problem'] {
  if (moved.sendAt === sendAt) return 'same'
  if (moved.sendAt * 1000 <= now_ms) return 'past'
  if (moved.sendAt > Math.floor(now_ms / 1000) + horizon_s) return 'too-far'
  return notAfter !== null && moved.sendAt > notAfter ? 'beyond-limit' : null
}

/** Back to the time it had, as it was promised; or anew for the same second. @param version as it is by now */
export const undoStep = (did: 'moved' | 'canceled', before: ScheduledView, version: number) =>
  did === 'canceled'
    ? ({ do: 'again', id: before.id, clientToken: `again:${before.id}` } as const) // the same however often it is pressed: one message
    : ({ do: 'move', id: before.id, version, ...asPromised(before) } as const)
