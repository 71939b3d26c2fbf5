/**
 * What each statement of the send costs the database server, in CPU time of the thread that serves the connection: a
 * measure that other load hardly changes. MariaDB only, which names the thread of a connection. Linux only.
 */
import { readFileSync } from 'node:fs'
import type { Mysql, Row, Tx } from '#server/mysql/connect.ts'
import { round } from './statistics.ts'

export type StatementTimes = {
  /** The same database; every statement on its `send` connections is timed. */
  mysql: Mysql
  /** Microseconds of server CPU and of waiting, per unit of work, by statement. */
  perUnit(units: number): Record<string, { server_us: number; wait_us: number; calls: number }>
}

type Tally = { server_ns: number; wait_ms: number; calls: number }

export function timeStatements(mysql: Mysql, serverPid: number): StatementTimes {
  const tallies = new Map<string, Tally>()
  const timed = new WeakMap<Tx, Tx>()
  const borrow = async () => {
    const tx = await mysql.send.getConnection()
    const known = timed.get(tx) ?? (await timeConnection(tx, serverPid, tallies))
    timed.set(tx, known)
    return known
  }
  const send = new Proxy(mysql.send, {
    get: (pool, name) => (name === 'getConnection' ? borrow : Reflect.get(pool, name, pool)),
  })
  return {
    mysql: { ...mysql, send },
    perUnit: (units) =>
      Object.fromEntries(
        [...tallies].map(([name, { server_ns, wait_ms, calls }]) => [
          name,
          { server_us: round(server_ns / 1000 / units), wait_us: round((wait_ms * 1000) / units), calls },
        ]),
      ),
  }
}

async function timeConnection(tx: Tx, serverPid: number, tallies: Map<string, Tally>): Promise<Tx> {
  const [rows] = await tx.query<Row[]>(
    'SELECT TID AS tid FROM information_schema.PROCESSLIST WHERE ID = CONNECTION_ID()',
  )
  const file = `/proc/${serverPid}/task/${rows[0]?.tid}/schedstat`
  const cpu_ns = () => Number(readFileSync(file, 'utf8').split(' ')[0])
  const query = async (...args: Parameters<Tx['query']>) => {
    const [before, began] = [cpu_ns(), performance.now()]
    const answer = await tx.query(...args)
    const name = nameOf(String(args[0]))
    const tally = tallies.get(name) ?? { server_ns: 0, wait_ms: 0, calls: 0 }
    tally.server_ns += cpu_ns() - before
    tally.wait_ms += performance.now() - began
    tally.calls++
    tallies.set(name, tally)
    return answer
  }
  return new Proxy(tx, {
    get: (target, name) => {
      if (name === 'query') return query
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** `SELECT channel FOR UPDATE`: verb, first table, lock. */
function nameOf(sql: string): string {
  const verb = /^\s*(\w+)/.exec(sql)?.[1] ?? '?'
  const table = /\b(?:FROM|INTO|UPDATE)\s+(\w+)/.exec(sql)?.[1] ?? ''
  const lock = /FOR UPDATE|LOCK IN SHARE MODE/.exec(sql)?.[0] ?? ''
  return [verb, table, lock].filter(Boolean).join(' ')
}
