import { withTransaction } from '#server/mysql/tx.ts'
import { raiseEpochs } from '#server/mysql/whole-tables.ts'
import { forgetAllLoads } from '#server/redis/due-queue.ts'
import type { RedisLink } from '#server/redis/connect.ts'
import type { Resources } from '../resources.ts'

/**
 * After a replica became the primary and may lack the last commits: clients start every conversation anew, so what was lost
 * disappears and a number that is given out again is believed; the queue is loaded from what is there now (F13, F14).
 * Safe to repeat, and while everything runs.
 */
export async function afterFailover({ mysql, redis }: Pick<Resources, 'mysql' | 'redis'>): Promise<void> {
  await withTransaction(mysql, raiseEpochs)
  await forgetLoads(redis)
}

/** Lanes run from MySQL until a hydrator has loaded them again; without Redis they do so anyway. */
export async function forgetLoads(redis: RedisLink): Promise<void> {
  if (redis.runId() !== null) await forgetAllLoads(redis)
}
