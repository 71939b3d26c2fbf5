/** What is known of a running system, and the verdict on it. */
import type { EpochMillis } from '../time/units.ts'
import type { WorkerFact } from './judge-workers.ts'

export type HealthStatus = 'ok' | 'degraded' | 'failing'
export type Check = {
  name: string
  status: HealthStatus
  /** null where it could not be read, or where the check is a plain yes or no. */
  value: number | string | null
  /** Beyond this it is not ok. */
  limit: number | string | null
  unit: 's' | 'ms' | 'rows' | 'ids' | '%' | null
  /** What is wrong and what to do; null while all is well. */
  message: string | null
}
export type Health = { status: HealthStatus; checks: Check[] }

/** A server answered, or the short code of why it did not: never an address, a name or a password. */
export type Reach = { reached: true } | { reached: false; code: string }

export type RedisFacts = {
  /** Null where this Redis does not tell. */
  appendOnly: boolean | null
  /** False: its last write to the append-only file failed, a full disk for example. */
  appendWorks: boolean
  evictionPolicy: string | null
  /** Of its limit, 0..1; null without a limit. */
  memoryShare: number | null
}

/** Everything is null that could not be read. */
export type HealthFacts = {
  now: EpochMillis | null
  database: Reach
  redis: Reach
  redisFacts: RedisFacts | null
  workers: WorkerFact[] | null
  oldestDue_ms: number | null
  /** Of the lane that is loaded the least far; `missing`: partitions that this Redis is not known to hold. */
  hydration: { until_ms: EpochMillis; missing: number[] } | null
  clockOffset_ms: number | null
  outbox: { rows: number; oldest_ms: number } | null
  queue: { due: number; claimed: number } | null
  /** The slowest claim of any dispatcher since its last beat. */
  claimMax_ms: number | null
}

export const LIMITS = {
  oldestDue_ms: { degraded: 5_000, failing: 60_000 },
  hydratedAhead_ms: 23 * 3_600_000,
  clockOffset_ms: 2_000,
  outboxOldest_ms: 10_000,
  outboxRows: 10_000,
  claimMax_ms: 250,
  memoryShare: 0.9,
} as const
