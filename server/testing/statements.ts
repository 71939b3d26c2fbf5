/** What transactions say to the database, statement by statement, and when: so a test chooses the order of a race. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Tx } from '#server/mysql/connect.ts'
import type { Resources } from '#server/usecases/resources.ts'

type Before = (sql: string, tx: Tx) => void | Promise<void>

/** The same resources. Each statement of their transactions is told to `before`, and sent once that has ended well. */
export function watchStatements(resources: Resources, before: Before): Resources {
  const { send } = resources.mysql
  const watched = new Proxy(send, {
    get: (pool, key) =>
      key === 'getConnection' ? async () => watchConnection(await pool.getConnection(), before) : valueOf(pool, key),
  })
  return { ...resources, mysql: { ...resources.mysql, send: watched } }
}

function watchConnection(tx: Tx, before: Before): Tx {
  const query = async (sql: string, ...values: unknown[]): Promise<unknown> => {
    await before(sql, tx)
    return Reflect.apply(tx.query, tx, [sql, ...values]) as unknown
  }
  return new Proxy(tx, { get: (one, key) => (key === 'query' ? query : valueOf(one, key)) })
}

function valueOf(target: object, key: string | symbol): unknown {
  const value = Reflect.get(target, key) as unknown
  return typeof value === 'function' ? value.bind(target) : value
}

/**
 * A race with a known winner: `first` holds its locks and is about to commit when `second` asks for one of them. Each is
 * given the resources to do it with, and does it in one transaction.
 */
export async function raceWonByFirst<First, Second>(
  resources: Resources,
  first: (resources: Resources) => Promise<First>,
  second: (resources: Resources) => Promise<Second>,
): Promise<[First, Second]> {
  const [holds, asked] = [createGate(), createGate()]
  const winner = first(
    watchStatements(resources, async (sql) => {
      if (sql !== 'COMMIT') return
      holds.open()
      await asked.opened
      await nextTurn() // the other's statement is on its way
    }),
  )
  await Promise.race([holds.opened, winner])
  const asking = watchStatements(resources, (sql) => (sql.includes('FOR UPDATE') ? asked.open() : undefined))
  return Promise.all([winner, second(asking).finally(asked.open)])
}

/** A place where everyone waits until `count` have come. */
export function meetingOf(count: number): () => Promise<void> {
  const all = createGate()
  let come = 0
  return () => {
    if (++come === count) all.open()
    return all.opened
  }
}

function createGate(): { open: () => void; opened: Promise<void> } {
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { open, opened }
}
