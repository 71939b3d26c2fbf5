/**
 * A second MariaDB that follows the first, and the moment it takes over. `clean`: it waits for every commit (semi-synchronous),
 * so none is lost. `lossy`: it falls behind for a moment before the primary dies, as asynchronous replication may, so the
 * last commits are gone and the operator does what the runbook says: raise the epochs.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { connectMysql, type Row } from '#server/mysql/connect.ts'
import { startDatabase } from '#scripts/provision/database.mjs'
import { databaseProgram } from '#scripts/provision/programs.mjs'

export type Loss = 'clean' | 'lossy'
type Server = Awaited<ReturnType<typeof startDatabase>>

export type Pair = {
  primary: Server
  replica: Server
  /** The replica stops following. @returns when; what was answered before that is safe */
  fallBehind(): Promise<number>
  /** Kills the primary for good and makes the replica the primary. */
  promote(): Promise<void>
}

/** Longest a commit waits for the replica before it is acknowledged all the same. */
const WAIT_MS = { clean: 20_000, lossy: 400 }

export async function startPair(dir: string, loss: Loss): Promise<Pair> {
  const program = await databaseProgram()
  if (program.flavor !== 'mariadb') throw new Error('failover runs need MariaDB')
  const start = (name: string, id: number) =>
    startDatabase({
      dir: `${dir}/${name}`,
      bufferPoolMb: 128,
      maxConnections: 300,
      program: {
        ...program,
        args: [
          ...program.args,
          `--server-id=${id}`,
          `--log-bin=${name}`,
          '--log-slave-updates',
          '--sync-binlog=1',
          '--rpl-semi-sync-master-enabled=1',
          '--rpl-semi-sync-slave-enabled=1',
          `--rpl-semi-sync-master-timeout=${WAIT_MS[loss]}`,
        ],
      },
    })
  const [primary, replica] = await Promise.all([start('primary', 1), start('replica', 2)])
  const follower = connectMysql(replica.url, { send: 1, read: 1 }).read
  await follower.query(
    `CHANGE MASTER TO MASTER_HOST = '127.0.0.1', MASTER_PORT = ${primary.port}, MASTER_USER = 'root', MASTER_USE_GTID = slave_pos, MASTER_CONNECT_RETRY = 1`,
  )
  await follower.query('START SLAVE')

  return {
    primary,
    replica,
    async fallBehind() {
      const leader = connectMysql(primary.url, { send: 1, read: 1 })
      const at_ms = Date.now()
      const [[position]] = await leader.read.query<Row[]>('SELECT @@gtid_binlog_pos AS gtid')
      await follower.query('SELECT MASTER_GTID_WAIT(?, 10)', [position?.gtid])
      await follower.query('STOP SLAVE IO_THREAD')
      await leader.end()
      return at_ms
    },
    async promote() {
      await primary.kill()
      // What has arrived is applied before anyone reads it.
      for (let applied = false; !applied; await sleep(50)) {
        const [[status]] = await follower.query<Row[]>('SHOW SLAVE STATUS')
        applied = !status || status.Read_Master_Log_Pos === status.Exec_Master_Log_Pos
      }
      await follower.query('STOP SLAVE')
      await follower.query('RESET SLAVE ALL')
      await follower.end()
    },
  }
}
