/**
 * Real servers for one test file: a database of its own on the run's MariaDB or MySQL, and a Redis process of its own
 * that a test may flush, stop and start again without disturbing anyone.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes, randomInt } from 'node:crypto'
import mysqlDriver from 'mysql2/promise'
import { afterAll, beforeAll, inject } from 'vitest'
import { createIdSource } from '#server/domain/ids.ts'
import { createFolderStore } from '#server/files/folder-store.ts'
import { connectMysql, type PoolSizes } from '#server/mysql/connect.ts'
import { createPrisma } from '#server/mysql/prisma.ts'
import { connectRedis } from '#server/redis/connect.ts'
import { RUNTIME_RULES } from '#server/usecases/open-resources.ts'
import type { Resources } from '#server/usecases/resources.ts'
import { migrate } from '#scripts/migrate.mjs'
import { startRedis } from '#scripts/provision/redis.mjs'

export type RedisServer = Awaited<ReturnType<typeof startRedis>>

export type TestWorld = {
  databaseUrl: string
  redisUrl: string
  redisServer: RedisServer
  resources: Resources
  /** A second process's view: its own pools, Redis connection and id source on the same servers. */
  openResources(sizes?: PoolSizes): Promise<Resources>
}

/** Opens the world before the file's tests and closes it after them. Read it inside tests only. */
export function useTestWorld(): () => TestWorld {
  let world: (TestWorld & { close(): Promise<void> }) | undefined
  beforeAll(async () => {
    world = await openTestWorld()
  })
  afterAll(async () => {
    await world?.close()
  })
  return () => {
    if (!world) throw new Error('the test world is read inside tests')
    return world
  }
}

export async function openTestWorld(): Promise<TestWorld & { close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-test-'))
  const [databaseUrl, redisServer] = await Promise.all([
    createDatabase(inject('databaseServerUrl')),
    startRedis({ dir: join(folder, 'redis'), appendonly: false }),
  ])
  const opened: Resources[] = []
  const openResources = async (sizes?: PoolSizes): Promise<Resources> => {
    const redis = connectRedis(redisServer.url)
    await redis.waitReady(5_000)
    const resources: Resources = {
      mysql: connectMysql(databaseUrl, sizes),
      prisma: createPrisma(databaseUrl),
      redis,
      files: createFolderStore(join(folder, 'files')),
      makeId: createIdSource(randomInt(4096), Date.now),
      zoneRules: RUNTIME_RULES,
    }
    opened.push(resources)
    return resources
  }
  return {
    databaseUrl,
    redisUrl: redisServer.url,
    redisServer,
    resources: await openResources(),
    openResources,
    close: async () => {
      await Promise.allSettled(opened.map((resources) => closeResources(resources)))
      await dropDatabase(databaseUrl)
      await redisServer.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function closeResources(resources: Resources): Promise<void> {
  await Promise.allSettled([resources.mysql.end(), resources.prisma.$disconnect(), resources.redis.end()])
}

/** @param serverUrl `mysql://root@host:port/` without a database */
async function createDatabase(serverUrl: string): Promise<string> {
  const url = new URL(serverUrl)
  url.pathname = `/carillon_test_${randomBytes(6).toString('hex')}`
  await migrate(url.href)
  return url.href
}

async function dropDatabase(databaseUrl: string): Promise<void> {
  const connection = await mysqlDriver.createConnection(databaseUrl)
  await connection.query(`DROP DATABASE \`${new URL(databaseUrl).pathname.slice(1)}\``)
  await connection.end()
}
