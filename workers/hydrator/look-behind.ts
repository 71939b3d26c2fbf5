import { LOOK_BEHIND_AFTER_MS } from '#server/domain/operations/rhythm.ts'
import { LANES } from '#server/domain/partition/lane-of.ts'
import { listOverdue } from '#server/mysql/due-rows.ts'
import { enqueueDue, forgetLoad } from '#server/redis/due-queue.ts'
import type { Resources } from '#server/usecases/resources.ts'

const PER_LANE = 1_000

/**
 * Puts rows again into the queue that should have been sent: their enqueue or their claim was lost (S1).
 * @returns how many it found
 * @throws if MySQL or Redis is away
 */
export async function lookBehind({ mysql, redis }: Resources): Promise<number> {
  let found = 0
  for (const lane of LANES) {
    const rows = await listOverdue(mysql.read, lane, LOOK_BEHIND_AFTER_MS, PER_LANE)
    try {
      await enqueueDue(
        redis,
        rows.map((row) => ({ lane, ref: row, wakeAt_ms: row.wakeAt_ms })),
      )
    } catch (error) {
      // A full Redis takes nothing in: what it holds is no longer everything, so the lane runs from MySQL (S6).
      await forgetLoad(redis, lane)
      throw error
    }
    found += rows.length
  }
  return found
}
