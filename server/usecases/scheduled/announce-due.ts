import type { ConversationId, MessageId, WorkspaceId } from '#server/domain/ids.ts'
import { LONGEST_TICK_MS, QUEUE_AHEAD_MS } from '#server/domain/operations/rhythm.ts'
import { laneOf } from '#server/domain/partition/lane-of.ts'
import type { EpochMillis } from '#server/domain/time/units.ts'
import type { RedisLink } from '#server/redis/connect.ts'
import { enqueueDue, wakeDispatchers } from '#server/redis/due-queue.ts'
import type { Resources } from '../resources.ts'

export type Pending = {
  workspaceId: WorkspaceId
  id: MessageId
  conversationId: ConversationId
  wakeAt_ms: EpochMillis
}

/** Of ids that could not be announced; what is more is left to the hydrator. */
const MOST_OWED = 10_000
const owed = new WeakMap<RedisLink, Map<MessageId, Pending>>()

/**
 * Puts accepted ids into the fast queue and wakes the dispatchers where a message is due before their next look.
 * Never throws: what fails is tried again as soon as Redis is back, and should this process end before, the hydrator's
 * look-behind finds the row within seconds of its time (S1).
 */
export async function announceDue({ redis }: Pick<Resources, 'redis'>, pending: readonly Pending[]): Promise<boolean> {
  const now = Date.now() // only decides whether to bother; the row decides when
  const soon = pending.filter((entry) => entry.wakeAt_ms <= now + QUEUE_AHEAD_MS)
  if (soon.length === 0) return true
  try {
    await enqueueDue(
      redis,
      soon.map((entry) => ({ lane: laneOf(entry.conversationId), ref: entry, wakeAt_ms: entry.wakeAt_ms })),
    )
    const earliest = Math.min(...soon.map((entry) => entry.wakeAt_ms)) as EpochMillis
    if (earliest <= now + LONGEST_TICK_MS) await wakeDispatchers(redis, earliest)
    return true
  } catch {
    owe(redis, soon)
    return false
  }
}

/** Told when Redis is back. The same Redis after a moment's break counts as complete, so nobody else would put them in. */
function owe(redis: RedisLink, pending: readonly Pending[]): void {
  let debts = owed.get(redis)
  if (!debts) {
    const fresh = (debts = new Map<MessageId, Pending>())
    owed.set(redis, fresh)
    redis.onStateChange((state) => {
      if (state === 'away' || fresh.size === 0) return
      const again = [...fresh.values()]
      fresh.clear()
      void announceDue({ redis }, again)
    })
  }
  for (const entry of pending) if (debts.size < MOST_OWED) debts.set(entry.id, entry)
}
