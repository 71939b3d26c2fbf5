/**
 * MariaDB servers of which each follows the one before it, and the moment the next one takes over. `clean`: it has every
 * commit that was acknowledged (semi-synchronous), so none is lost. `lossy`: it falls behind before the primary dies, as
 * asynchronous replication may, so the last commits are gone.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { connectMysql, type Row } from '#server/mysql/connect.ts'
import { startDatabase } from '#scripts/provision/database.mjs'
import { waitUntil } from '#server/testing/wait-until.ts'
import { databaseProgram } from '#scripts/provision/programs.mjs'

export type Loss = 'clean' | 'lossy'
export type Server = Awaited<ReturnType<typeof startDatabase>>

export type Databases = {
  primary(): Server
  /** How often the primary can still be lost. */
  replicas(): number
  /** The next one stops following. @returns when; what was answered before that is safe */
  fallBehind(): Promise<number>
  /** Kills the primary for good and makes the next one the primary. @returns whether commits were lost with it */
  promote(loss: Loss): Promise<boolean>
  stop(): Promise<void>
}

/** Longest a commit waits for a replica before it is acknowledged all the same. */
const WAIT_MS = 20_000
const WAIT_WITHOUT_REPLICA_MS = 400
const CONNECTING_MS = 30_000

/** @param env of the servers */
export async function startDatabases(
  dir: string,
  replicas: number,
  env: Record<string, string> = {},
): Promise<Databases> {
  const program = await databaseProgram()
  if (replicas > 0 && program.flavor !== 'mariadb') throw new Error('runs with a failover need MariaDB')
  const start = (id: number) =>
    startDatabase({
      dir: `${dir}/database-${id}`,
      bufferPoolMb: 128,
      maxConnections: 300,
      program: {
        ...program,
        env: { ...program.env, ...env },
        args: [...program.args, ...(replicas > 0 ? replication(id) : [])],
      },
    })
  const servers = await Promise.all(Array.from({ length: replicas + 1 }, (_, i) => start(i + 1)))
  for (const [i, server] of servers.entries()) {
    const before = servers[i - 1]
    if (before) await onServer(server, (query) => follow(query, before.port))
  }
  const all = [...servers]
  const next = () => {
    const follower = servers[1]
    if (!follower) throw new Error('no replica is left')
    return follower
  }
  const first = () => {
    const [server] = servers
    if (!server) throw new Error('no database')
    return server
  }

  return {
    primary: first,
    replicas: () => servers.length - 1,
    async fallBehind() {
      const at_ms = Date.now()
      const gtid = await onServer(first(), async (query) => {
        await query(`SET GLOBAL rpl_semi_sync_master_timeout = ${WAIT_WITHOUT_REPLICA_MS}`)
        return (await query('SELECT @@gtid_binlog_pos AS gtid'))[0]?.gtid as string
      })
      await onServer(next(), async (query) => {
        await query(`SELECT MASTER_GTID_WAIT('${gtid}', 10)`)
        await query('STOP SLAVE IO_THREAD')
      })
      return at_ms
    },
    async promote(loss) {
      if (loss === 'clean') await onServer(first(), untilFollowed)
      const had = await onServer(first(), readPosition)
      await first().kill()
      servers.shift()
      const has = await onServer(first(), async (query) => {
        // What has arrived is applied before anyone reads it.
        for (let applied = false; !applied; await sleep(50)) {
          const [status] = await query('SHOW SLAVE STATUS')
          applied = !status || status.Read_Master_Log_Pos === status.Exec_Master_Log_Pos
        }
        await query('STOP SLAVE')
        await query('RESET SLAVE ALL')
        return readPosition(query)
      })
      return has < had
    },
    stop: async () => void (await Promise.all(all.map((server) => server.stop()))),
  }
}

type Query = (sql: string) => Promise<Row[]>

async function onServer<T>(server: Server, work: (query: Query) => Promise<T>): Promise<T> {
  const connection = connectMysql(server.url, { send: 1, read: 1 })
  try {
    await waitUntil(
      `${server.url} answers`,
      () =>
        connection.read.query('SELECT 1').then(
          () => true,
          () => false, // a busy machine
        ),
      CONNECTING_MS,
    )
    return await work(async (sql) => {
      const [rows] = await connection.read.query<Row[]>(sql)
      return rows
    })
  } finally {
    await connection.end()
  }
}

async function follow(query: Query, port: number): Promise<void> {
  await query(
    `CHANGE MASTER TO MASTER_HOST = '127.0.0.1', MASTER_PORT = ${port}, MASTER_USER = 'root', MASTER_USE_GTID = slave_pos, MASTER_CONNECT_RETRY = 1`,
  )
  await query('START SLAVE')
}

/** Every commit waits for the replica: so it is except for a moment after a restart, when nobody follows yet. */
async function untilFollowed(query: Query): Promise<void> {
  const isFollowed = async () => (await query("SHOW STATUS LIKE 'Rpl_semi_sync_master_status'"))[0]?.Value === 'ON'
  await waitUntil('the replica follows again', isFollowed, CONNECTING_MS)
}

/** The number of the last transaction, which counts on from server to server. */
async function readPosition(query: Query): Promise<number> {
  const [row] = await query('SELECT @@gtid_current_pos AS gtid')
  return Math.max(
    0,
    ...String(row?.gtid ?? '')
      .split(',')
      .map((one) => Number(one.split('-')[2] ?? 0)),
  )
}

const replication = (id: number): string[] => [
  `--server-id=${id}`,
  `--log-bin=binlog-${id}`,
  '--log-slave-updates',
  '--sync-binlog=1',
  '--rpl-semi-sync-master-enabled=1',
  '--rpl-semi-sync-slave-enabled=1',
  // Or a start would wait for a replica that cannot connect before it is over.
  '--rpl-semi-sync-master-wait-no-slave=0',
  `--rpl-semi-sync-master-timeout=${WAIT_MS}`,
]
