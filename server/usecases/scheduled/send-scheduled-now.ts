import { hostname } from 'node:os'
import type { MessageId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import type { Guards } from '#server/domain/scheduled-message/guards.ts'
import { checkChangeable } from '#server/domain/scheduled-message/state.ts'
import { floorToSeconds, millis } from '#server/domain/time/units.ts'
import { wallClockAt } from '#server/domain/time/zone.ts'
import { rescheduleRow } from '#server/mysql/scheduled-messages.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import type { Resources } from '../resources.ts'
import { changeScheduled } from './change-scheduled.ts'
import { loadScheduled } from './load-scheduled.ts'
import { sendDue } from './send-due.ts'

const LEASE_MS = millis(30_000)

/**
 * T10: its second becomes now, then it goes through the same send as any other. A worker that is faster has sent it;
 * pressed twice, the second press is told `already_sent`.
 */
export async function sendScheduledNow(
  resources: Resources,
  actor: Actor,
  input: { id: MessageId },
): Promise<ScheduledView> {
  await changeScheduled(resources, actor, input.id, async (tx, { row, now }) => {
    checkChangeable(row, now)
    const isDue = row.wakeAt_ms !== null && row.wakeAt_ms <= now
    if (isDue && !waitsForOthers(row)) return null
    const second = floorToSeconds(now)
    const isPast = row.sendAt <= second // it waits for its next try: its promise stays, the pause ends
    const wallClock = wallClockAt(second, row.zone, resources.zoneRules.offsetAt)
    const time = isPast ? {} : { sendAt: second, wallClock, promised: 'instant' as const }
    await rescheduleRow(tx, row, { ...row, ...time, quietAfterSeq: null, skipIfAway: false }, now)
    return {
      kind: 'send_now',
      detail: { before: { sendAt: row.sendAt }, after: { sendAt: isPast ? row.sendAt : second } },
    }
  })
  await sendDue(resources, [{ workspaceId: actor.workspaceId, id: input.id }], {
    path: 'now',
    owner: `web:${hostname()}:${process.pid}`,
    lease_ms: LEASE_MS,
    leaseFirst: false,
  })
  return loadScheduled(resources, actor, input.id)
}

/** Whoever presses it is there and wants it said whatever was said meanwhile, so these two guards are lifted. */
const waitsForOthers = ({ quietAfterSeq, skipIfAway }: Guards) => quietAfterSeq !== null || skipIfAway
