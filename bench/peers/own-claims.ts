/** The product's fast queue as a peer of the others: ids in Redis, claimed by script, batches handed to a handler. */
import { LANES, laneOf } from '#server/domain/partition/lane-of.ts'
import type { ConversationId, MessageId, WorkspaceId } from '#server/domain/ids.ts'
import { millis, type EpochMillis } from '#server/domain/time/units.ts'
import { claimDue, enqueueDue, settleClaims } from '#server/redis/due-queue.ts'
import type { Resources } from '#server/usecases/resources.ts'
import type { Job, Peer } from './adapters.ts'

const BATCH = 500
const IN_FLIGHT = 2
const SHORTEST_TICK_MS = 20

export function openOwnClaims({ redis }: Resources): Peer {
  let ended = false
  return {
    prepare: async () => {},
    enqueue: (jobs) =>
      enqueueDue(
        redis,
        jobs.map((job) => ({
          lane: laneOf(job.id as string as ConversationId),
          ref: refOf(job),
          wakeAt_ms: job.due_ms as EpochMillis,
        })),
      ),
    async work(handler) {
      const loop = async (first: number) => {
        for (let round = first; !ended; round++) {
          const lane = LANES[round % LANES.length] ?? LANES[0]!
          const claim = await claimDue(redis, lane, { limit: BATCH, claim_ms: millis(5_000), ahead_ms: millis(0) })
          if (claim.fresh.length > 0) {
            await handler(claim.fresh.map((ref) => ({ ...ref, due_ms: 0 })))
            await settleClaims(redis, lane, claim.fresh, [])
          } else if (round % LANES.length === first) {
            await new Promise((resolve) => setTimeout(resolve, SHORTEST_TICK_MS))
          }
        }
      }
      const loops = Array.from({ length: IN_FLIGHT }, (_, i) => loop(i * (LANES.length / IN_FLIGHT)))
      return async () => {
        ended = true
        await Promise.all(loops)
      }
    },
    close: async () => {},
  }
}

const refOf = (job: Job) => ({ workspaceId: job.workspaceId as WorkspaceId, id: job.id as MessageId })
