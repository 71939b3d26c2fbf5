/**
 * The product's fast queue as a peer of the others: ids in Redis, claimed by script until a batch is held, as its dispatcher
 * does it, and handed to a handler.
 */
import { LANES, laneOf } from '#server/domain/partition/lane-of.ts'
import type { ConversationId, MessageId, WorkspaceId } from '#server/domain/ids.ts'
import { millis, type EpochMillis } from '#server/domain/time/units.ts'
import { claimDue, enqueueDue, lookAtLanes, settleClaims, type Claim } from '#server/redis/due-queue.ts'
import type { Resources } from '#server/usecases/resources.ts'
import type { Job, Peer } from './adapters.ts'

const BATCH = 500
/** As our dispatcher's senders. */
const IN_FLIGHT = 3
const AHEAD_MS = millis(0)
const SHORTEST_TICK_MS = 20

export function openOwnClaims({ redis }: Resources): Peer {
  let ended = false
  let firstLane = 0
  const claimBatch = async (): Promise<Claim[]> => {
    const claims: Claim[] = []
    const first = firstLane++
    const looks = await lookAtLanes(redis, AHEAD_MS)
    let room = BATCH
    for (let i = 0; i < LANES.length && room > 0; i++) {
      const lane = LANES[(first + i) % LANES.length] ?? LANES[0]!
      const look = looks[lane]
      if (look && (look.next === null || look.next > look.now)) continue
      const claim = await claimDue(redis, lane, { limit: room, claim_ms: millis(5_000), ahead_ms: AHEAD_MS })
      if (claim.fresh.length > 0) claims.push(claim)
      room -= claim.fresh.length
    }
    return claims
  }
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
      const loop = async () => {
        while (!ended) {
          const claims = await claimBatch()
          if (claims.length > 0) {
            await handler(claims.flatMap(({ fresh }) => fresh.map((ref) => ({ ...ref, due_ms: 0 }))))
            await Promise.all(claims.map(({ lane, fresh }) => settleClaims(redis, lane, fresh, [])))
          } else {
            await new Promise((resolve) => setTimeout(resolve, SHORTEST_TICK_MS))
          }
        }
      }
      const loops = Array.from({ length: IN_FLIGHT }, loop)
      return async () => {
        ended = true
        await Promise.all(loops)
      }
    },
    close: async () => {},
  }
}

const refOf = (job: Job) => ({ workspaceId: job.workspaceId as WorkspaceId, id: job.id as MessageId })
