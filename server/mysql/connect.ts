/**
 * The two pools of every process: `send` for transactions that lock, `read` for single statements.
 * Both see integers as the database has them: BIGINT arrives as a decimal string, the session zone is UTC.
 */
import { connect as connectSocket, type Socket } from 'node:net'
import mysql, { type Pool, type PoolConnection, type RowDataPacket } from 'mysql2/promise'

export type Db = Pool | PoolConnection
export type Tx = PoolConnection
export type Mysql = { send: Pool; read: Pool; end(): Promise<void> }
export type Row = RowDataPacket

/** A paused or unplugged process must not hold locks: the server rolls it back after this long without a statement. */
const IDLE_TRANSACTION_S = 10
const LOCK_WAIT_S = 3
/** Below the server's own limit, so that a connection is retired here before it is cut there. */
const IDLE_CONNECTION_MS = 5_000
const CONNECT_TIMEOUT_MS = 3_000
/**
 * A server that has said nothing for this long is away, although its connection stands: without it a network that drops
 * everything would hold a process until TCP gives up, a quarter of an hour. Above the longest wait for a lock; for single
 * statements above the longest of them.
 */
const SILENT_MS = { send: 10_000, read: 60_000 }

export type PoolSizes = { send: number; read: number }

/** @param url `mysql://user:password@host:port/database` */
export function connectMysql(url: string, sizes: PoolSizes = { send: 4, read: 8 }): Mysql {
  const send = createPool(url, sizes.send, SILENT_MS.send, [
    `SET SESSION wait_timeout = ${IDLE_TRANSACTION_S}, SESSION innodb_lock_wait_timeout = ${LOCK_WAIT_S}`,
    'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
  ])
  const read = createPool(url, sizes.read, SILENT_MS.read, ['SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED'])
  return {
    send,
    read,
    end: async () => {
      await Promise.allSettled([send.end(), read.end()])
    },
  }
}

function createPool(url: string, connectionLimit: number, silent_ms: number, session: string[]): Pool {
  const pool = mysql.createPool({
    uri: url,
    connectionLimit,
    maxIdle: Math.max(1, connectionLimit - 1),
    idleTimeout: IDLE_CONNECTION_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    stream: ({ config }: { config: { host: string; port: number } }) => openSocket(config, silent_ms),
    supportBigNumbers: true,
    bigNumberStrings: true,
    dateStrings: true,
    timezone: 'Z',
    flags: ['-FOUND_ROWS'],
  })
  // A connection runs its commands in order, so these are done before its first borrower's.
  pool.pool.on('connection', (connection) => {
    for (const sql of ["SET SESSION time_zone = '+00:00'", ...session]) {
      connection.query(sql, (error) => {
        if (error) connection.destroy()
      })
    }
  })
  return pool
}

function openSocket({ host, port }: { host: string; port: number }, silent_ms: number): Socket {
  const socket = connectSocket(port, host)
  socket.setNoDelay(true)
  const silent = Object.assign(new Error(`database silent for ${silent_ms} ms`), { code: 'ETIMEDOUT' })
  return socket.setTimeout(silent_ms, () => socket.destroy(silent))
}
