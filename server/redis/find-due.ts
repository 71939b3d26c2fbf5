import type { Whereabouts } from '#server/domain/operations/what-next.ts'
import type { Lane } from '#server/domain/partition/lane-of.ts'
import { claimKey, dueKey, epochKey, formatDueMember, type DueRef } from '#server/domain/partition/redis-keys.ts'
import type { EpochMillis } from '#server/domain/time/units.ts'
import type { RedisLink } from './connect.ts'

/** Where the id of one message is now. A look, not a claim: it may have moved when this returns. */
export async function findDue(redis: RedisLink, lane: Lane, ref: DueRef): Promise<Whereabouts> {
  const runId = redis.runId()
  if (runId === null) return { redis: 'away' }
  const member = formatDueMember(ref)
  try {
    const [due, claim, epoch] = await Promise.all([
      redis.client.zscore(dueKey(lane), member),
      redis.client.zscore(claimKey(lane), member),
      redis.client.get(epochKey(lane)),
    ])
    const loaded = (epoch ?? '').startsWith(`${runId}:`)
    if (claim !== null) return { redis: 'here', loaded, place: { in: 'claim', until_ms: Number(claim) as EpochMillis } }
    if (due !== null) return { redis: 'here', loaded, place: { in: 'due', at_ms: Number(due) as EpochMillis } }
    return { redis: 'here', loaded, place: { in: 'nowhere' } }
  } catch {
    return { redis: 'away' }
  }
}
