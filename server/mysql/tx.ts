import { setTimeout as sleep } from 'node:timers/promises'
import type { Mysql, Tx } from './connect.ts'

/** Others were in the way: lock wait, deadlock, snapshot conflict. */
const CONTENTION_ERRNO = new Set([1205, 1213, 1020])
/** Interrupted, server gone or going, connection cut. */
const LOST_ERRNO = new Set([1317, 1053, 2006, 2013, 1105, 1927, 4031])
const LOST_CODE = new Set(['PROTOCOL_CONNECTION_LOST', 'ECONNRESET', 'EPIPE', 'PROTOCOL_SEQUENCE_TIMEOUT'])
/** Not even connected: the caller decides how long to wait. */
const AWAY_CODE = new Set(['ECONNREFUSED', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH'])
/** It answers but cannot work: too many connections, read-only, disk or memory full. */
const UNFIT_ERRNO = new Set([1040, 1203, 1290, 1836, 1021, 1026, 1114, 1037, 1038, 1041])
const LOCK_WAIT_ERRNO = 1205
const DUPLICATE_ERRNO = 1062
const MAX_TRIES = 4

type SqlError = { errno?: number; code?: string; sqlMessage?: string; fatal?: boolean }

/**
 * Runs `work` in one transaction and commits. On a passing error the whole is rolled back and run again, so `work`
 * must decide everything from what it reads inside. An unknown outcome of COMMIT is treated the same way: the rows
 * themselves tell the second run what the first one did (C3).
 *
 * @param lockWaits how many times in all to wait for a lock that somebody holds; each takes three seconds. By default
 *   longer than the server lets a frozen process keep one.
 */
export async function withTransaction<T>(
  mysql: Pick<Mysql, 'send'>,
  work: (tx: Tx) => Promise<T>,
  { lockWaits = MAX_TRIES } = {},
): Promise<T> {
  let waits = 0
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(mysql, work)
    } catch (error) {
      if (attempt >= MAX_TRIES || !isPassing(error)) throw error
      if ((error as SqlError).errno === LOCK_WAIT_ERRNO && ++waits >= lockWaits) throw error
      await sleep(attempt * 10 + Math.random() * 20)
    }
  }
}

async function runOnce<T>(mysql: Pick<Mysql, 'send'>, work: (tx: Tx) => Promise<T>): Promise<T> {
  const tx = await mysql.send.getConnection()
  try {
    await tx.query('BEGIN')
    const result = await work(tx)
    await tx.query('COMMIT')
    tx.release()
    return result
  } catch (error) {
    await rollBack(tx)
    throw error
  }
}

async function rollBack(tx: Tx): Promise<void> {
  try {
    await tx.query('ROLLBACK')
    tx.release()
  } catch {
    tx.destroy()
  }
}

/** Worth running the same transaction again at once. */
export function isPassing(error: unknown): boolean {
  return isContention(error) || isConnectionLost(error)
}

/** Somebody held a lock for too long, or two waited for each other. */
export function isContention(error: unknown): boolean {
  return CONTENTION_ERRNO.has((error as SqlError).errno ?? 0)
}

/** The database cannot be reached, is going down or is unfit: nobody's message is at fault. */
export function isDatabaseAway(error: unknown): boolean {
  const { errno = 0, code = '' } = error as SqlError
  return isConnectionLost(error) || AWAY_CODE.has(code) || UNFIT_ERRNO.has(errno)
}

function isConnectionLost(error: unknown): boolean {
  const { errno = 0, code, fatal } = error as SqlError
  // The driver gives no code where a connection was found closed before a command could be sent.
  const foundClosed = fatal === true && code === undefined
  return foundClosed || LOST_ERRNO.has(errno) || LOST_CODE.has(code ?? '')
}

/** @param key name of the unique key that may refuse; omitted: any */
export function isDuplicate(error: unknown, key?: string): boolean {
  const { errno, sqlMessage } = error as SqlError
  return errno === DUPLICATE_ERRNO && (key === undefined || (sqlMessage ?? '').includes(key))
}
