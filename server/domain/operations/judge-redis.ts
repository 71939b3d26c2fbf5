import { LIMITS, type Check, type Reach, type RedisFacts } from './health.ts'

/** Losing Redis costs punctuality, never a message: nothing here is worse than degraded (I8). */
export function judgeRedis(redis: Reach, facts: RedisFacts | null): Check[] {
  const check = { name: 'redis', value: null, limit: null, unit: null }
  if (!redis.reached) {
    const message = `Redis does not answer (${redis.code}). Messages are sent from the database meanwhile: start Redis, or correct REDIS_URL.`
    return [{ ...check, status: 'degraded', value: redis.code, message }]
  }
  return [
    { ...check, status: 'ok', message: null },
    ...(facts ? [judgeAppendOnly(facts), judgeEviction(facts), judgeMemory(facts)] : []),
  ]
}

function judgeAppendOnly({ appendOnly, appendWorks }: RedisFacts): Check {
  const check = { name: 'redis_append_only', limit: 'yes', unit: null }
  if (appendOnly && appendWorks) return { ...check, status: 'ok', value: 'yes', message: null }
  if (appendOnly) {
    const message =
      'Redis could not write to its append-only file, so a restart would lose the queue until it is loaded again. Look for a full disk, then at the log of Redis.'
    return { ...check, status: 'degraded', value: 'failing', message }
  }
  const value = appendOnly === null ? 'unknown' : 'no'
  const message = `This Redis keeps no append-only file (${value}): after a restart it is empty until it is loaded again. Set "appendonly yes".`
  return { ...check, status: 'degraded', value, message }
}

function judgeEviction({ evictionPolicy }: RedisFacts): Check {
  const isRight = evictionPolicy === 'noeviction'
  const value = evictionPolicy ?? 'unknown'
  const message = isRight
    ? null
    : `This Redis may drop keys when its memory is full (maxmemory-policy ${value}): queued ids could vanish and come late. Set "maxmemory-policy noeviction".`
  return {
    name: 'redis_eviction_policy',
    status: isRight ? 'ok' : 'degraded',
    value,
    limit: 'noeviction',
    unit: null,
    message,
  }
}

function judgeMemory({ memoryShare }: RedisFacts): Check {
  const isFull = memoryShare !== null && memoryShare > LIMITS.memoryShare
  const value = memoryShare === null ? null : Math.round(memoryShare * 100)
  const message = isFull
    ? `Redis uses ${value} % of its memory limit and refuses writes when it is full. Raise maxmemory.`
    : null
  return {
    name: 'redis_memory',
    status: isFull ? 'degraded' : 'ok',
    value,
    limit: LIMITS.memoryShare * 100,
    unit: '%',
    message,
  }
}
