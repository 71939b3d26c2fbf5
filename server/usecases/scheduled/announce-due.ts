import type { ConversationId, MessageId, WorkspaceId } from '#server/domain/ids.ts'
import { LONGEST_TICK_MS, QUEUE_AHEAD_MS } from '#server/domain/operations/rhythm.ts'
import { laneOf } from '#server/domain/partition/lane-of.ts'
import type { EpochMillis } from '#server/domain/time/units.ts'
import { enqueueDue, wakeDispatchers } from '#server/redis/due-queue.ts'
import type { Resources } from '../resources.ts'

export type Pending = { workspaceId: WorkspaceId; id: MessageId; conversationId: ConversationId; wakeAt_ms: EpochMillis }

/**
 * Puts accepted ids into the fast queue and wakes the dispatchers where a message is due before their next look.
 * Never throws: without it the hydrator's look-behind finds the row within seconds (S1).
 */
export async function announceDue(resources: Pick<Resources, 'redis'>, pending: readonly Pending[]): Promise<boolean> {
  const now = Date.now() // only decides whether to bother; the row decides when
  const soon = pending.filter((entry) => entry.wakeAt_ms <= now + QUEUE_AHEAD_MS)
  if (soon.length === 0) return true
  try {
    await enqueueDue(
      resources.redis,
      soon.map((entry) => ({ lane: laneOf(entry.conversationId), ref: entry, wakeAt_ms: entry.wakeAt_ms })),
    )
    const earliest = Math.min(...soon.map((entry) => entry.wakeAt_ms)) as EpochMillis
    if (earliest <= now + LONGEST_TICK_MS) await wakeDispatchers(resources.redis, earliest)
    return true
  } catch {
    return false
  }
}
