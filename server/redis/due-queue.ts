/**
 * The fast queue of due ids: one sorted set per partition, claims beside it. Everything here may be lost or repeated;
 * the rows in MySQL decide (I8).
 */
import {
  claimKey,
  dueKey,
  epochKey,
  formatDueMember,
  loadingKey,
  parseDueMember,
  wakeTopic,
  type DueRef,
} from '#server/domain/partition/redis-keys.ts'
import { LANES, type Lane } from '#server/domain/partition/lane-of.ts'
import type { EpochMillis, Millis } from '#server/domain/time/units.ts'
import type { RedisLink } from './connect.ts'
import { runPipeline } from './run-pipeline.ts'
import type { ClaimReply } from './scripts/define-scripts.ts'

export type DueEntry = { lane: Lane; ref: DueRef; wakeAt_ms: EpochMillis }

const PAIRS_PER_CALL = 1000

/** Adds ids or moves them earlier; never later, and never one under a claim. @throws if Redis is away */
export async function enqueueDue(redis: RedisLink, entries: readonly DueEntry[]): Promise<void> {
  const byLane = new Map<Lane, (number | string)[]>()
  for (const { lane, ref, wakeAt_ms } of entries) {
    const pairs = byLane.get(lane) ?? []
    pairs.push(wakeAt_ms, formatDueMember(ref))
    byLane.set(lane, pairs)
  }
  const pipeline = redis.client.pipeline()
  for (const [lane, pairs] of byLane) {
    for (let i = 0; i < pairs.length; i += 2 * PAIRS_PER_CALL) {
      const slice = pairs.slice(i, i + 2 * PAIRS_PER_CALL)
      pipeline.enqueueDue(dueKey(lane), claimKey(lane), JSON.stringify(slice))
    }
  }
  await runPipeline(pipeline)
}

/** Tells dispatchers that something is due before their next look. */
export async function wakeDispatchers(redis: RedisLink, dueAt_ms: EpochMillis): Promise<void> {
  await redis.client.publish(wakeTopic, String(dueAt_ms))
}

export type Claim = {
  lane: Lane
  /** False: the partition is not known to be complete in this Redis; the lane runs from MySQL. */
  loaded: boolean
  /** The database's clock as Redis and the offset tell it. */
  now: EpochMillis
  /** When the next id of this partition wakes or the first claim in it ends, or null. */
  next: EpochMillis | null
  /** Returned from a claim that ran out: whoever held them may have died of them. */
  runOut: DueRef[]
  fresh: DueRef[]
  /** By Date.now, when the reply came. */
  repliedAt_ms: number
  took_ms: number
}

export type ClaimTerms = { limit: number; claim_ms: Millis; ahead_ms: Millis }

/** One partition, one script call. @throws if Redis is away */
export async function claimDue(redis: RedisLink, lane: Lane, terms: ClaimTerms): Promise<Claim> {
  const started = performance.now()
  const reply = await redis.client.claimDue(
    dueKey(lane),
    claimKey(lane),
    epochKey(lane),
    terms.limit,
    terms.claim_ms,
    terms.ahead_ms,
  )
  return toClaim(redis, lane, reply, performance.now() - started)
}

const LANE_KEYS = LANES.flatMap((lane) => [dueKey(lane), claimKey(lane), epochKey(lane)])

/**
 * What there is to claim in each partition, without claiming, by one script call. Asked one by one, an idle dispatcher
 * took 2.3 % of a core; by one call for each partition in one round trip 1.4 %.
 * @throws if Redis is away
 */
export async function lookAtLanes(redis: RedisLink, ahead_ms: Millis): Promise<Claim[]> {
  const started = performance.now()
  const [now = '', ...looks] = await redis.client.lookAtLanes(LANE_KEYS.length, ...LANE_KEYS, ahead_ms)
  const took_ms = performance.now() - started
  return LANES.map((lane, i) =>
    toClaim(redis, lane, [looks[2 * i] ?? '', now, looks[2 * i + 1] ?? '', [], []], took_ms),
  )
}

function toClaim(redis: RedisLink, lane: Lane, reply: ClaimReply, took_ms: number): Claim {
  const [epoch, now, next, runOut, fresh] = reply
  const runId = redis.runId()
  return {
    lane,
    loaded: runId !== null && epoch.startsWith(`${runId}:`),
    now: Number(now) as EpochMillis,
    next: next === '' ? null : (Number(next) as EpochMillis),
    runOut: runOut.map(parseDueMember),
    fresh: fresh.map(parseDueMember),
    repliedAt_ms: Date.now(),
    took_ms,
  }
}

/** Ends claims: `done` are forgotten, `back` return to the queue. @throws if Redis is away */
export async function settleClaims(
  redis: RedisLink,
  lane: Lane,
  done: readonly DueRef[],
  back: readonly { ref: DueRef; at_ms: number }[],
): Promise<void> {
  await redis.client.settleClaims(
    dueKey(lane),
    claimKey(lane),
    JSON.stringify(done.map(formatDueMember)),
    JSON.stringify(back.flatMap(({ ref, at_ms }) => [at_ms, formatDueMember(ref)])),
  )
}

/** Which partitions this Redis is known to hold completely. @throws if Redis is away */
export async function readLoadedLanes(redis: RedisLink): Promise<Set<Lane>> {
  const runId = redis.runId()
  const pipeline = redis.client.pipeline()
  for (const lane of LANES) pipeline.get(epochKey(lane))
  const replies = (await pipeline.exec()) ?? []
  return new Set(LANES.filter((_, i) => runId !== null && String(replies[i]?.[1] ?? '').startsWith(`${runId}:`)))
}

/** A load begins: whatever is lost from here on also loses this mark. @throws if Redis is away */
export async function beginLoad(redis: RedisLink, lane: Lane, loadId: string): Promise<void> {
  await redis.client.set(loadingKey(lane), loadId)
}

/** It does not hold everything any more: from now on its lane runs from MySQL, until a load completes. @throws if Redis is away */
export async function forgetLoad(redis: RedisLink, lane: Lane): Promise<void> {
  await redis.client.del(epochKey(lane), loadingKey(lane))
}

/** @returns false if the load is no longer this one's: keys were lost, or another began. @throws if Redis is away */
export async function finishLoad(redis: RedisLink, lane: Lane, loadId: string, runId: string): Promise<boolean> {
  return (await redis.client.finishLoad(loadingKey(lane), epochKey(lane), loadId, `${runId}:${loadId}`)) === 1
}

/** What the rows say has changed behind the queue's back: every partition has to be loaded anew. @throws if Redis is away */
export async function forgetAllLoads(redis: RedisLink): Promise<void> {
  const pipeline = redis.client.pipeline()
  for (const lane of LANES) pipeline.del(epochKey(lane)).del(loadingKey(lane))
  await pipeline.exec()
}

/** How many ids wait and how many are claimed, over all partitions. @throws if Redis is away */
export async function readQueueSizes(redis: RedisLink): Promise<{ due: number; claimed: number }> {
  const pipeline = redis.client.pipeline()
  for (const lane of LANES) pipeline.zcard(dueKey(lane)).zcard(claimKey(lane))
  const replies = ((await pipeline.exec()) ?? []).map((reply) => Number(reply[1] ?? 0))
  return {
    due: replies.filter((_, i) => i % 2 === 0).reduce((sum, n) => sum + n, 0),
    claimed: replies.filter((_, i) => i % 2 === 1).reduce((sum, n) => sum + n, 0),
  }
}

/** Redis's own clock, and half the round trip that the answer may be off by. @throws if Redis is away */
export async function readRedisNow(redis: RedisLink): Promise<{ now: EpochMillis; error_ms: number }> {
  const started = performance.now()
  const [seconds, micros] = await redis.client.time()
  const trip_ms = performance.now() - started
  return { now: (Number(seconds) * 1000 + Math.floor(Number(micros) / 1000)) as EpochMillis, error_ms: trip_ms / 2 }
}
