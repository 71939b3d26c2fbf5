import { LIMITS } from '#server/domain/operations/health.ts'
import { loadDbNow } from '#server/mysql/now.ts'
import { readRedisNow } from '#server/redis/due-queue.ts'
import type { Millis } from '#server/domain/time/units.ts'
import type { Resources } from '../resources.ts'

export type ClockOffset = {
  /** The database's clock minus Redis's, low by at most the time the questions took: never a reason to claim early. */
  ahead_ms: Millis
  /** Due rows are read from MySQL instead of trusted to Redis's clock. */
  tooFar: boolean
}

/** @throws if either is away */
export async function measureClockOffset(resources: Pick<Resources, 'mysql' | 'redis'>): Promise<ClockOffset> {
  const started = performance.now()
  const database = await loadDbNow(resources.mysql.read)
  const redis = await readRedisNow(resources.redis)
  const between_ms = performance.now() - started
  // Redis was asked last, so its clock has moved on since the database answered: the difference errs downwards.
  const raw_ms = database - redis.now
  const ahead_ms = (Math.abs(raw_ms) <= between_ms + 2 ? Math.min(0, raw_ms) : raw_ms) as Millis
  return { ahead_ms, tooFar: Math.abs(raw_ms) > LIMITS.clockOffset_ms }
}
