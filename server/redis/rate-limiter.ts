/**
 * Counts tries per fixed window, in Redis for all processes together. While Redis is away each process counts by
 * itself: a limit never falls open.
 */
import { limitKey } from '#server/domain/partition/redis-keys.ts'
import { millis, type Millis } from '#server/domain/time/units.ts'
import type { RedisLink } from './connect.ts'

export type RateRule = { max: number; window: Millis }
export type RateVerdict = { allowed: boolean; retryAfter: Millis }
export type RateLimiter = {
  /** Counts one try. */
  consume(name: string, rule: RateRule): Promise<RateVerdict>
  /** Forgets the tries, after a success. */
  forget(name: string): Promise<void>
}

export function createRateLimiter(redis: RedisLink): RateLimiter {
  const local = createLocalCounter()
  return {
    async consume(name, rule) {
      const counted = (await countInRedis(redis, name, rule).catch(() => null)) ?? local.count(name, rule)
      return { allowed: counted.tries <= rule.max, retryAfter: counted.left }
    },
    async forget(name) {
      local.forget(name)
      // Without it the window simply runs out.
      await redis.client.del(limitKey(name)).catch(() => 0)
    },
  }
}

type Counted = { tries: number; left: Millis }

async function countInRedis(redis: RedisLink, name: string, rule: RateRule): Promise<Counted | null> {
  const key = limitKey(name)
  const replies = await redis.client.multi().set(key, 0, 'PX', rule.window, 'NX').incr(key).pttl(key).exec()
  const [, tries, left] = replies ?? []
  if (!tries || tries[0] || !left || left[0]) return null
  return { tries: Number(tries[1]), left: millis(Math.max(0, Number(left[1]))) }
}

/** More names than this and the oldest are forgotten, so that a flood of names cannot fill the memory. */
const MOST_NAMES = 50_000

function createLocalCounter() {
  const windows = new Map<string, { tries: number; end: number }>()
  return {
    count(name: string, rule: RateRule): Counted {
      const now = performance.now()
      const open = windows.get(name)
      const current = open && open.end > now ? open : { tries: 0, end: now + rule.window }
      current.tries += 1
      windows.delete(name)
      windows.set(name, current)
      const oldest = windows.size > MOST_NAMES ? windows.keys().next() : undefined
      if (oldest && !oldest.done) windows.delete(oldest.value)
      return { tries: current.tries, left: millis(Math.ceil(current.end - now)) }
    },
    forget: (name: string) => void windows.delete(name),
  }
}
