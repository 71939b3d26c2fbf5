import { setTimeout as sleep } from 'node:timers/promises'
import type { Mysql, Tx } from './connect.ts'

/** Lock wait, deadlock, snapshot conflict, interrupted, server gone or going. */
const RETRYABLE_ERRNO = new Set([1205, 1213, 1020, 1317, 1053, 2006, 2013, 1105, 1927, 4031])
const RETRYABLE_CODE = new Set(['PROTOCOL_CONNECTION_LOST', 'ECONNRESET', 'EPIPE', 'PROTOCOL_SEQUENCE_TIMEOUT'])
/** Not even connected: the caller decides how long to wait. */
const AWAY_CODE = new Set(['ECONNREFUSED', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH'])
const DUPLICATE_ERRNO = 1062
const MAX_TRIES = 4

type SqlError = { errno?: number; code?: string; sqlMessage?: string }

/**
 * Runs `work` in one transaction and commits. On a passing error the whole is rolled back and run again, so `work`
 * must decide everything from what it reads inside. An unknown outcome of COMMIT is treated the same way: the rows
 * themselves tell the second run what the first one did (C3).
 */
export async function withTransaction<T>(mysql: Pick<Mysql, 'send'>, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(mysql, work)
    } catch (error) {
      if (attempt >= MAX_TRIES || !isPassing(error)) throw error
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
  const { errno, code } = error as SqlError
  return (errno !== undefined && RETRYABLE_ERRNO.has(errno)) || (code !== undefined && RETRYABLE_CODE.has(code))
}

/** The database cannot be reached or is going down: nobody's message is at fault. */
export function isDatabaseAway(error: unknown): boolean {
  const { code } = error as SqlError
  return isPassing(error) || (code !== undefined && AWAY_CODE.has(code))
}

/** @param key name of the unique key that may refuse; omitted: any */
export function isDuplicate(error: unknown, key?: string): boolean {
  const { errno, sqlMessage } = error as SqlError
  return errno === DUPLICATE_ERRNO && (key === undefined || (sqlMessage ?? '').includes(key))
}
