/**
 * Reads how a running system is, for `/healthz`, `/metrics` and the operations page. Never throws and never waits long:
 * whatever cannot be read is part of the answer. Reads only figures: no text, no name, no id of a tenant.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Health, HealthFacts, Reach } from '#server/domain/operations/health.ts'
import { judgeHealth } from '#server/domain/operations/judge-health.ts'
import { isLive, type WorkerFact } from '#server/domain/operations/judge-workers.ts'
import { LANES } from '#server/domain/partition/lane-of.ts'
import type { EpochMillis } from '#server/domain/time/units.ts'
import { readOldestDueAge } from '#server/mysql/due-rows.ts'
import { listHeartbeats } from '#server/mysql/heartbeats.ts'
import { readHydration } from '#server/mysql/hydration-buckets.ts'
import { readOutboxSize } from '#server/mysql/outbox.ts'
import { readLoadedLanes, readQueueSizes } from '#server/redis/due-queue.ts'
import { readServerFacts } from '#server/redis/server-facts.ts'
import type { Resources } from '../resources.ts'
import { measureClockOffset } from './clock-offset.ts'

/** A server that takes longer to answer counts as away. */
const PATIENCE_MS = 2_500

type Servers = Pick<Resources, 'mysql' | 'redis'>

export async function loadHealth(resources: Servers): Promise<{ health: Health; facts: HealthFacts }> {
  const facts = await gatherFacts(resources)
  return { health: judgeHealth(facts), facts }
}

async function gatherFacts({ mysql, redis }: Servers): Promise<HealthFacts> {
  const db = mysql.read
  const ofRedis = <T>(read: () => Promise<T>) => (redis.runId() === null ? Promise.resolve(AWAY) : attempt(read))
  const [beats, oldestDue, outbox, hydrated, redisFacts, loaded, queue, offset] = await Promise.all([
    attempt(() => listHeartbeats(db)),
    attempt(() => readOldestDueAge(db)),
    attempt(() => readOutboxSize(db)),
    attempt(() => readHydration(db)),
    ofRedis(() => readServerFacts(redis)),
    ofRedis(() => readLoadedLanes(redis)),
    ofRedis(() => readQueueSizes(redis)),
    ofRedis(() => measureClockOffset({ mysql, redis })),
  ])
  const { now, beats: workers } = beats.value ?? { now: null, beats: null }
  const redisAnswered = redisFacts.value !== null
  return {
    now,
    database: reachOf(beats),
    redis: reachOf(redisFacts),
    redisFacts: redisFacts.value,
    workers,
    oldestDue_ms: oldestDue.value,
    hydration: hydrated.value && loaded.value && redisAnswered ? hydrationOf(hydrated.value, loaded.value) : null,
    clockOffset_ms: offset.value?.ahead_ms ?? null,
    outbox: outbox.value,
    queue: redisAnswered ? queue.value : null,
    claimMax_ms: workers && now !== null ? slowestClaim(workers, now) : null,
  }
}

type Attempt<T> = { value: T; code: null } | { value: null; code: string }
const AWAY = { value: null, code: 'away' } as const

async function attempt<T>(read: () => Promise<T>): Promise<Attempt<T>> {
  const gaveUp = new AbortController()
  const tooLong = sleep(PATIENCE_MS, null, { signal: gaveUp.signal }).then(
    () => ({ value: null, code: 'no answer in time' }),
    () => ({ value: null, code: 'not waited for' }),
  )
  const answer = read().then(
    (value): Attempt<T> => ({ value, code: null }),
    (error: unknown): Attempt<T> => ({ value: null, code: codeOf(error) }),
  )
  const first = await Promise.race([answer, tooLong])
  gaveUp.abort()
  return first
}

/** A driver's code says what happened; its message may say where and as whom. */
function codeOf(error: unknown): string {
  const code = (error as { code?: unknown }).code
  return typeof code === 'string' && /^[A-Z_]{3,40}$/.test(code) ? code : 'error'
}

const reachOf = ({ code }: { code: string | null }): Reach =>
  code === null ? { reached: true } : { reached: false, code }

/** Redis holds only what it is known to hold, however much was once recorded. */
function hydrationOf(
  recorded: Awaited<ReturnType<typeof readHydration>>,
  loaded: Awaited<ReturnType<typeof readLoadedLanes>>,
): HealthFacts['hydration'] {
  const untils = new Map(recorded.map((row) => [row.lane, row.until * 1000]))
  return {
    until_ms: Math.min(...LANES.map((lane) => untils.get(lane) ?? 0)) as EpochMillis,
    missing: LANES.filter((lane) => !loaded.has(lane)),
  }
}

function slowestClaim(workers: readonly WorkerFact[], now: EpochMillis): number | null {
  const times = workers
    .filter((beat) => beat.worker === 'dispatcher' && isLive(beat, now))
    .map((beat) => beat.detail.claim_ms_max)
    .filter((time) => typeof time === 'number')
  return times.length > 0 ? Math.max(...times) : null
}
