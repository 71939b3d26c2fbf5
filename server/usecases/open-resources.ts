import { randomInt } from 'node:crypto'
import { createIdSource } from '#server/domain/ids.ts'
import type { ZoneRules } from '#server/domain/time/zone-rules.ts'
import { offsetSecondsAt } from '#server/domain/time/zone.ts'
import { openFileStore, type FileSettings } from '#server/files/open-file-store.ts'
import { connectMysql, type PoolSizes } from '#server/mysql/connect.ts'
import { createPrisma } from '#server/mysql/prisma.ts'
import { connectRedis } from '#server/redis/connect.ts'
import type { Resources } from './resources.ts'

export type Addresses = { DATABASE_URL: string; REDIS_URL: string } & FileSettings

/** A start does not wait longer than this for Redis: without it everything works, only less punctually. */
const REDIS_PATIENCE_MS = 1_000
const PROCESS_NUMBERS = 4096

/** This Node's own. `versions.tz` is what its ICU says of the data it reckons with, wherever that was loaded from. */
export const RUNTIME_RULES: ZoneRules = { version: process.versions.tz ?? 'unknown', offsetAt: offsetSecondsAt }

/** What one process works with. Close with `closeResources`. */
export async function openResources(addresses: Addresses, sizes?: PoolSizes): Promise<Resources> {
  const redis = connectRedis(addresses.REDIS_URL)
  await redis.waitReady(REDIS_PATIENCE_MS)
  return {
    mysql: connectMysql(addresses.DATABASE_URL, sizes),
    prisma: createPrisma(addresses.DATABASE_URL),
    redis,
    files: openFileStore(addresses),
    makeId: createIdSource(randomInt(PROCESS_NUMBERS), Date.now),
    zoneRules: RUNTIME_RULES,
  }
}

export async function closeResources(resources: Resources): Promise<void> {
  await Promise.allSettled([resources.mysql.end(), resources.prisma.$disconnect(), resources.redis.end()])
}
