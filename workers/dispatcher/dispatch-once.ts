import { LONGEST_TICK_MS } from '#server/domain/operations/rhythm.ts'
import { faultPoint } from '#server/domain/operations/fault-point.ts'
import { traced } from '#server/domain/operations/trace.ts'
import { LANES, type Lane } from '#server/domain/partition/lane-of.ts'
import type { DueRef } from '#server/domain/partition/redis-keys.ts'
import { millis } from '#server/domain/time/units.ts'
import { isDatabaseAway } from '#server/mysql/tx.ts'
import { claimDue, lookAtLanes, settleClaims, type Claim } from '#server/redis/due-queue.ts'
import type { ClockOffset } from '#server/usecases/operations/clock-offset.ts'
import type { Resources } from '#server/usecases/resources.ts'
import { sendDue, type ComesBack, type SendReport } from '#server/usecases/scheduled/send-due.ts'
import type { LeaseTerms } from '#server/usecases/scheduled/take-leases.ts'
import type { DispatchFigures } from './figures.ts'
import { dispatchFromDatabase } from './dispatch-from-database.ts'
import { serveOthers } from './serve-others.ts'
import { SHORTEST_TICK_MS } from './tick.ts'

export type Dispatcher = {
  resources: Resources
  lease: LeaseTerms
  figures: DispatchFigures
  /** null until measured, and while it cannot be */
  offset: () => ClockOffset | null
  onErrors: (errors: readonly unknown[]) => void
  signal: AbortSignal
  /** The partition that the next round visits first. */
  firstLane: number
  /** A full batch is about to be sent, so more may wait. */
  onFull?: () => void
}

/** Ids held at once: a claim's script stays under a millisecond and a transaction under a tenth of a second. */
const BATCH = 500
/** How long a claim lasts; a dead dispatcher's ids come back by themselves after this. */
const CLAIM_MS = millis(5_000)
const DATABASE_AWAY_BACK_MS = millis(500)

/**
 * One pass over all partitions. Ids come from Redis where it is there and complete, from MySQL elsewhere; both go
 * through the same send.
 * @returns when to look again, by Date.now
 */
export const dispatchOnce = traced('dispatch', dispatch, { onlyWithParts: true })

async function dispatch(dispatcher: Dispatcher): Promise<number> {
  const { claims, full, missing } = await claimTraced(dispatcher)
  if (claims.some((claim) => claim.fresh.length + claim.runOut.length > 0)) faultPoint('after-claim')
  if (full) {
    dispatcher.onFull?.()
    // Whatever is wrong there, the ids in hand are sent.
    await serveOthers(dispatcher, claims).catch((error: unknown) => dispatcher.onErrors([error]))
  }
  dispatcher.figures.setMode(missing.length > 0 ? 'database' : 'queue', dispatcher.offset()?.ahead_ms ?? null)
  await sendClaims(
    dispatcher,
    claims.filter((claim) => claim.loaded),
  )

  let more = full
  for (const lane of missing) {
    if (dispatcher.signal.aborted) break
    more = (await dispatchFromDatabase(dispatcher, lane, BATCH)) || more
  }
  // After the rows of their lanes: an incomplete partition does not know what comes before its ids (C10).
  await sendClaims(
    dispatcher,
    claims.filter((claim) => !claim.loaded),
  )
  return more ? Date.now() : nextLook(claims)
}

type Round = { claims: Claim[]; full: boolean; missing: Lane[] }

const claimTraced = traced('claim round', claimRound, {
  after: ({ claims, missing }) => {
    const claimed = claims.reduce((sum, claim) => sum + claim.fresh.length + claim.runOut.length, 0)
    return claimed === 0 ? null : { 'carillon.claimed': claimed, 'carillon.lanes_not_loaded': missing.length }
  },
})

/** Looks at all partitions, then visits those with something due, from a rotating start, until it holds a batch. */
async function claimRound(dispatcher: Dispatcher): Promise<Round> {
  const { resources, figures, firstLane } = dispatcher
  const clocks = dispatcher.offset()
  if (resources.redis.runId() === null || !clocks || clocks.tooFar)
    return { claims: [], full: false, missing: [...LANES] }
  const round: Round = { claims: [], full: false, missing: [] }
  const order = [...LANES.slice(firstLane), ...LANES.slice(0, firstLane)]
  dispatcher.firstLane = (firstLane + 1) % LANES.length
  let room = BATCH
  try {
    const looks = await lookAtLanes(resources.redis, clocks.ahead_ms)
    for (const lane of order) {
      if (dispatcher.signal.aborted) return round // whoever stays claims the rest
      const look = looks[lane]
      if (look && (look.next === null || look.next > look.now)) {
        round.claims.push(look)
        if (!look.loaded) round.missing.push(lane)
        continue
      }
      const claim = await claimDue(resources.redis, lane, {
        limit: room,
        claim_ms: CLAIM_MS,
        ahead_ms: clocks.ahead_ms,
      })
      figures.addClaim(claim)
      round.claims.push(claim)
      if (!claim.loaded) round.missing.push(lane)
      room -= claim.fresh.length + claim.runOut.length
      if (room <= 0) return { ...round, full: true }
    }
    return round
  } catch {
    // Redis went away in the middle: what was claimed is sent all the same, the rest is read from MySQL.
    const visited = new Set(round.claims.map((claim) => claim.lane))
    return { ...round, missing: [...round.missing, ...LANES.filter((lane) => !visited.has(lane))] }
  }
}

async function sendClaims(dispatcher: Dispatcher, claims: readonly Claim[]): Promise<void> {
  const laneOfId = new Map<string, Lane>()
  for (const claim of claims) for (const ref of [...claim.fresh, ...claim.runOut]) laneOfId.set(ref.id, claim.lane)
  if (laneOfId.size === 0) return
  const fresh = await sendPart(
    dispatcher,
    claims.flatMap((claim) => claim.fresh),
    false,
  )
  const runOut = await sendPart(
    dispatcher,
    claims.flatMap((claim) => claim.runOut),
    true,
  )
  const done = [...fresh.done, ...runOut.done]
  const back = [...fresh.back, ...runOut.back]
  faultPoint('before-settle')
  const claimedAt_ms = Math.max(...claims.map((claim) => claim.now))
  const lanes = new Set(laneOfId.values())
  await Promise.allSettled(
    [...lanes].map((lane) =>
      settleClaims(
        dispatcher.resources.redis,
        lane,
        done.filter((ref) => laneOfId.get(ref.id) === lane),
        back
          .filter(({ ref }) => laneOfId.get(ref.id) === lane)
          .map((one) => ({ ref: one.ref, at_ms: backAt(one, claimedAt_ms) })),
      ),
    ),
  )
}

/** By the clock of the claims, which is the database's. */
function backAt(back: ComesBack, claimedAt_ms: number): number {
  return 'after_ms' in back ? claimedAt_ms + back.after_ms : Math.max(back.at_ms, claimedAt_ms + SHORTEST_TICK_MS)
}

async function sendPart(
  dispatcher: Dispatcher,
  refs: readonly DueRef[],
  leaseFirst: boolean,
): Promise<Pick<SendReport, 'done' | 'back'>> {
  try {
    const report = await sendDue(dispatcher.resources, refs, { ...dispatcher.lease, path: 'queue', leaseFirst })
    dispatcher.figures.addReport(report)
    if (report.errors.length > 0) dispatcher.onErrors(report.errors)
    return report
  } catch (error) {
    if (!isDatabaseAway(error)) throw error
    dispatcher.onErrors([error])
    return { done: [], back: refs.map((ref) => ({ ref, after_ms: DATABASE_AWAY_BACK_MS })) }
  }
}

/**
 * The claims' own clock tells how far away the next second is. What was due already but not handed out is under another's
 * claim: no reason to ask faster than the shortest tick.
 */
function nextLook(claims: readonly Claim[]): number {
  const looks = claims.map(({ next, now, repliedAt_ms }) =>
    next === null ? Number.POSITIVE_INFINITY : repliedAt_ms + Math.max(next - now, SHORTEST_TICK_MS),
  )
  return Math.min(Date.now() + LONGEST_TICK_MS, ...looks)
}
