/**
 * Private servers of a bench run, on loopback, with their data in a temporary folder. Every commit is flushed
 * (`innodb_flush_log_at_trx_commit=1`); with `binlog` it is also in a binary log that is flushed at every commit.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { migrate } from '#scripts/migrate.mjs'
import { startDatabase } from '#scripts/provision/database.mjs'
import { databaseProgram } from '#scripts/provision/programs.mjs'
import { startRedis } from '#scripts/provision/redis.mjs'
import { connectMysql, type Row } from '#server/mysql/connect.ts'
import { closeResources, openResources } from '#server/usecases/open-resources.ts'
import type { Resources } from '#server/usecases/resources.ts'
import type { Meter } from './meter.ts'

export type BenchServers = {
  versions: Record<string, string>
  settings: Record<string, string>
  databasePid: number
  /** An empty database and an empty Redis. */
  openWorld(): Promise<World>
  close(): Promise<void>
}

export type World = { resources: Resources; databaseUrl: string; redisUrl: string; close(): Promise<void> }

const SETTINGS = [
  'innodb_flush_log_at_trx_commit',
  'innodb_buffer_pool_size',
  'innodb_log_file_size',
  'innodb_doublewrite',
  'innodb_flush_method',
  'log_bin',
  'sync_binlog',
  'transaction_isolation',
  'tx_isolation',
]
const BUFFER_POOL_MB = 2048
/** The bench opens many callers at once. */
const POOLS = { send: 8, read: 16 }

export async function startBenchServers(meter: Meter, options: { binlog: boolean }): Promise<BenchServers> {
  const folder = mkdtempSync(path.join(tmpdir(), 'carillon-bench-'))
  const program = await databaseProgram()
  const binlog = options.binlog ? [`--log-bin=${path.join(folder, 'binlog')}`, '--sync-binlog=1', '--server-id=1'] : []
  const [database, redis] = await Promise.all([
    startDatabase({
      dir: path.join(folder, 'database'),
      bufferPoolMb: BUFFER_POOL_MB,
      program: { ...program, args: [...program.args, '--innodb-log-file-size=1G', ...binlog] },
    }),
    startRedis({ dir: path.join(folder, 'redis') }),
  ])
  meter.watch('database', database.pid)
  meter.watch('redis', redis.pid)
  return {
    ...(await describe(database.url, redis.url)),
    databasePid: database.pid,
    openWorld: () => openWorld(database.url, redis.url),
    close: async () => {
      await Promise.allSettled([database.stop(), redis.stop()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function openWorld(serverUrl: string, redisUrl: string): Promise<World> {
  const url = new URL(serverUrl)
  const name = `bench_${randomBytes(4).toString('hex')}`
  url.pathname = `/${name}`
  await migrate(url.href)
  const resources = await openResources({ DATABASE_URL: url.href, REDIS_URL: redisUrl }, POOLS)
  await resources.redis.client.flushall()
  return {
    resources,
    databaseUrl: url.href,
    redisUrl,
    close: async () => {
      await resources.mysql.read.query(`DROP DATABASE ${name}`)
      await closeResources(resources)
    },
  }
}

async function describe(serverUrl: string, redisUrl: string): Promise<Pick<BenchServers, 'versions' | 'settings'>> {
  const mysql = connectMysql(`${serverUrl}information_schema`)
  const [rows] = await mysql.read.query<Row[]>('SHOW VARIABLES WHERE Variable_name IN (?)', [[...SETTINGS, 'version']])
  await mysql.end()
  const variables = Object.fromEntries(rows.map((row) => [String(row.Variable_name), String(row.Value)]))
  const { version = 'unknown', ...settings } = variables
  const resources = await openResources({ DATABASE_URL: `${serverUrl}information_schema`, REDIS_URL: redisUrl })
  const redisVersion = /redis_version:(\S+)/.exec(await resources.redis.client.info('server'))?.[1] ?? 'unknown'
  await closeResources(resources)
  return { versions: { database: version, redis: redisVersion }, settings: { ...settings, appendfsync: 'everysec' } }
}
