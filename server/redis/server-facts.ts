import type { RedisFacts } from '#server/domain/operations/health.ts'
import type { RedisLink } from './connect.ts'

/**
 * How this Redis keeps and drops what it holds. From INFO, which managed servers allow where they forbid CONFIG.
 * @throws if Redis is away
 */
export async function readServerFacts(redis: RedisLink): Promise<RedisFacts> {
  const [persistence, memory] = await Promise.all([redis.client.info('persistence'), redis.client.info('memory')])
  const appendOnly = fieldOf(persistence, 'aof_enabled')
  const [used, limit] = [Number(fieldOf(memory, 'used_memory') ?? 0), Number(fieldOf(memory, 'maxmemory') ?? 0)]
  return {
    appendOnly: appendOnly === null ? null : appendOnly === '1',
    appendWorks: fieldOf(persistence, 'aof_last_write_status') !== 'err',
    evictionPolicy: fieldOf(memory, 'maxmemory_policy'),
    memoryShare: limit > 0 ? used / limit : null,
  }
}

function fieldOf(info: string, name: string): string | null {
  return new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? null
}
