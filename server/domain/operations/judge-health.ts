/**
 * Judges what was read of a running system: is it well, and if not, what is wrong and what to do (S8, O2).
 * Failing means that messages are late, or that a silent fault will make them late. Degraded means that they still go
 * out on time, by a slower way or without a reserve.
 */
import { LANE_COUNT } from '../partition/lane-of.ts'
import { durationText } from '../time/plain-time.ts'
import { LIMITS, type Check, type Health, type HealthFacts, type HealthStatus, type Reach } from './health.ts'
import { judgeRedis } from './judge-redis.ts'
import { judgeWorkers } from './judge-workers.ts'

export function judgeHealth(facts: HealthFacts): Health {
  const checks = [
    judgeDatabase(facts.database),
    ...judgeRedis(facts.redis, facts.redisFacts),
    ...judgeWorkers(facts.workers, facts.now),
    judgeOldestDue(facts.oldestDue_ms),
    judgeHydration(facts),
    judgeClocks(facts.clockOffset_ms),
    ...judgeOutbox(facts.outbox),
    ...judgeQueue(facts.queue),
    judgeClaims(facts.claimMax_ms),
  ]
  return { status: worstOf(checks), checks }
}

function worstOf(checks: readonly Pick<Check, 'status'>[]): HealthStatus {
  const has = (status: HealthStatus) => checks.some((check) => check.status === status)
  return has('failing') ? 'failing' : has('degraded') ? 'degraded' : 'ok'
}

function judgeDatabase(database: Reach): Check {
  const check = { name: 'database', value: null, limit: null, unit: null }
  if (database.reached) return { ...check, status: 'ok', message: null }
  const message = `The database does not answer (${database.code}). Nothing is accepted or sent until it does: start it, or correct DATABASE_URL.`
  return { ...check, status: 'failing', value: database.code, message }
}

function judgeOldestDue(age_ms: number | null): Check {
  const { degraded, failing } = LIMITS.oldestDue_ms
  const check = { name: 'oldest_due_age', value: age_ms, limit: degraded, unit: 'ms' as const }
  if (age_ms === null)
    return { ...check, status: 'degraded', message: unread('The age of the oldest due message', 'the database') }
  if (age_ms <= degraded) return { ...check, status: 'ok', message: null }
  const message = `A message has been due for ${durationText(age_ms)} and is not sent. Look at the dispatchers: whether they live, their log, and their errors in /metrics; "npm run explain -- Q..." tells of one message.`
  return { ...check, status: age_ms > failing ? 'failing' : 'degraded', message }
}

function judgeHydration({ hydration, now }: HealthFacts): Check {
  const check = { name: 'hydrated_ahead', limit: LIMITS.hydratedAhead_ms / 1000, unit: 's' as const }
  if (!hydration || now === null) {
    return {
      ...check,
      value: null,
      status: 'degraded',
      message: unread('How far the queue is loaded', 'Redis and the database'),
    }
  }
  const ahead_ms = hydration.missing.length > 0 ? 0 : Math.max(0, hydration.until_ms - now)
  const value = Math.floor(ahead_ms / 1000)
  if (ahead_ms >= LIMITS.hydratedAhead_ms) return { ...check, value, status: 'ok', message: null }
  const message =
    hydration.missing.length > 0
      ? `${hydration.missing.length} of ${LANE_COUNT} partitions are not loaded (${hydration.missing.join(', ')}); they are sent from the database meanwhile. A hydrator loads them within seconds: look at its log if this lasts.`
      : `The queue is loaded only ${durationText(ahead_ms)} ahead. A hydrator loads 24 hours every hour: look at its log.`
  return { ...check, value, status: 'degraded', message }
}

function judgeClocks(offset_ms: number | null): Check {
  const check = { name: 'clock_offset', value: offset_ms, limit: LIMITS.clockOffset_ms, unit: 'ms' as const }
  if (offset_ms === null)
    return { ...check, status: 'degraded', message: unread('The difference of the clocks', 'Redis and the database') }
  if (Math.abs(offset_ms) <= LIMITS.clockOffset_ms) return { ...check, status: 'ok', message: null }
  const message = `The clocks of the database and of Redis differ by ${durationText(offset_ms)}; due messages are read from the database until they agree. Synchronize both machines (NTP).`
  return { ...check, status: 'failing', message }
}

function judgeOutbox(outbox: HealthFacts['outbox']): Check[] {
  const age = {
    name: 'outbox_oldest',
    value: outbox?.oldest_ms ?? null,
    limit: LIMITS.outboxOldest_ms,
    unit: 'ms' as const,
  }
  const size = { name: 'outbox_size', value: outbox?.rows ?? null, limit: LIMITS.outboxRows, unit: 'rows' as const }
  if (!outbox) {
    const message = unread('What is left to publish', 'the database')
    return [
      { ...age, status: 'degraded', message },
      { ...size, status: 'degraded', message },
    ]
  }
  const isOld = outbox.oldest_ms > LIMITS.outboxOldest_ms
  const isLong = outbox.rows > LIMITS.outboxRows
  return [
    {
      ...age,
      status: isOld ? 'degraded' : 'ok',
      message: isOld
        ? `Something committed ${durationText(outbox.oldest_ms)} ago is not published: people see it when they catch up. Look at the relay's log, and whether Redis answers.`
        : null,
    },
    {
      ...size,
      status: isLong ? 'degraded' : 'ok',
      message: isLong
        ? `More than ${LIMITS.outboxRows} commits wait to be published. Start more relays, and look whether Redis answers.`
        : null,
    },
  ]
}

/** How many ids wait is no fault in itself: shown, not judged. */
function judgeQueue(queue: HealthFacts['queue']): Check[] {
  const check = { limit: null, unit: 'ids' as const, status: 'ok' as const, message: null }
  return [
    { name: 'queue_due', value: queue?.due ?? null, ...check },
    { name: 'queue_claimed', value: queue?.claimed ?? null, ...check },
  ]
}

function judgeClaims(claimMax_ms: number | null): Check {
  const isSlow = claimMax_ms !== null && claimMax_ms > LIMITS.claimMax_ms
  const message = isSlow
    ? `A claim took ${durationText(claimMax_ms)}; a round visits ${LANE_COUNT} partitions, so messages come late. Look at the load of Redis (SLOWLOG) and at the network.`
    : null
  return {
    name: 'claim_time',
    status: isSlow ? 'degraded' : 'ok',
    value: claimMax_ms,
    limit: LIMITS.claimMax_ms,
    unit: 'ms',
    message,
  }
}

const unread = (what: string, from: string) =>
  `${what} cannot be read while ${from} cannot be reached: look there first.`
