import { afterEach, beforeEach, expect, test } from 'vitest'
import { COMMIT, openTcpProxy, type TcpProxy } from '#server/testing/tcp-proxy.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { waitUntil } from '#server/testing/wait-until.ts'
import { connectMysql, type Mysql, type Row, type Tx } from './connect.ts'
import { isContention, isDatabaseAway, isPassing, withTransaction } from './tx.ts'

const world = useTestWorld()
let proxy: TcpProxy
/** The same database through a wire that can be cut. */
let wired: Mysql

beforeEach(async () => {
  proxy = await openTcpProxy(world().databaseUrl)
  wired = connectMysql(proxy.url(world().databaseUrl))
  await world().resources.mysql.read.query('CREATE TABLE IF NOT EXISTS tally (id INT PRIMARY KEY, n INT NOT NULL)')
  await world().resources.mysql.read.query('REPLACE INTO tally VALUES (1, 0), (2, 0)')
})
afterEach(async () => {
  await wired.end()
  await proxy.close()
})

const add = (tx: Tx, id: number) => tx.query('UPDATE tally SET n = n + 1 WHERE id = ?', [id])
async function readTally(): Promise<number[]> {
  const [rows] = await world().resources.mysql.read.query<Row[]>('SELECT n FROM tally ORDER BY id')
  return rows.map((row) => row.n as number)
}

test('of two transactions that wait for each other one is run again as a whole, and both end once (C3)', async () => {
  let [runs, waiting] = [0, 0]
  let open: (() => void) | undefined
  const bothHoldOne = new Promise<void>((resolve) => (open = resolve))
  const run = (first: number, second: number) =>
    withTransaction(wired, async (tx) => {
      runs++
      await add(tx, first)
      if (++waiting === 2) open?.()
      await bothHoldOne
      await add(tx, second)
    })
  await Promise.all([run(1, 2), run(2, 1)])
  expect(runs).toBe(3)
  expect(await readTally()).toEqual([2, 2])
})

test('a lock that is held for long is waited for again; asked to wait once, it is told as contention', async () => {
  const holder = await world().resources.mysql.read.getConnection()
  await holder.query('BEGIN')
  await add(holder, 1)
  const impatient = withTransaction(wired, (tx) => add(tx, 1), { lockWaits: 1 }).catch((error: unknown) => error)
  let tries = 0
  const patient = withTransaction(wired, async (tx) => {
    tries++
    await add(tx, 2)
    await add(tx, 1)
  })
  const refused = await impatient
  expect([isContention(refused), isDatabaseAway(refused)]).toEqual([true, false])
  await waitUntil('the patient one has waited once', () => tries === 2)
  await holder.query('COMMIT')
  holder.release()
  await patient
  expect(tries).toBe(2)
  expect(await readTally()).toEqual([2, 1])
})

test('a connection killed in the middle leaves nothing behind and the whole runs again (C3)', async () => {
  let tries = 0
  await withTransaction(wired, async (tx) => {
    await add(tx, 1)
    if (++tries === 1) await world().resources.mysql.read.query(`KILL CONNECTION ${tx.threadId}`)
    await add(tx, 2)
  })
  expect(tries).toBe(2)
  expect(await readTally()).toEqual([1, 1])
})

test('a connection found closed between two statements is no fault of the work: it runs again (C3)', async () => {
  let tries = 0
  await withTransaction(wired, async (tx) => {
    await add(tx, 1)
    if (++tries === 1) {
      const ended = new Promise((resolve) => tx.connection.once('end', resolve))
      proxy.cut()
      await ended
    }
    await add(tx, 2)
  })
  expect(tries).toBe(2)
  expect(await readTally()).toEqual([1, 1])
})

test('a wire cut before COMMIT reaches the server: rolled back, run again, once (C3)', async () => {
  const cut = proxy.cutAt({ statement: COMMIT, when: 'before' })
  await withTransaction(wired, (tx) => add(tx, 1))
  await cut
  expect(await readTally()).toEqual([1, 0])
})

test('a wire cut after COMMIT was carried out: run again, so the work must find what it did (C3)', async () => {
  const cut = proxy.cutAt({ statement: COMMIT, when: 'after' })
  const seen: number[] = []
  await withTransaction(wired, async (tx) => {
    const [rows] = await tx.query<Row[]>('SELECT n FROM tally WHERE id = 1 FOR UPDATE')
    seen.push(rows[0]?.n as number)
    if (rows[0]?.n === 0) await add(tx, 1)
  })
  await cut
  expect(seen).toEqual([0, 1])
  expect(await readTally()).toEqual([1, 0])
})

test('a database that refuses to connect is away, told at once', async () => {
  await proxy.refuse()
  const error: unknown = await withTransaction(wired, (tx) => add(tx, 1)).catch((reason: unknown) => reason)
  expect([isDatabaseAway(error), isPassing(error)]).toEqual([true, false])
})

test('a network that drops everything is noticed after ten seconds, not after a quarter of an hour', async () => {
  const started = Date.now()
  const error: unknown = await withTransaction(wired, async (tx) => {
    await add(tx, 1)
    proxy.swallow()
    await add(tx, 2)
  }).catch((reason: unknown) => reason)
  expect(isDatabaseAway(error)).toBe(true)
  expect(Date.now() - started).toBeLessThan(15_000)
  await proxy.pass()
  await withTransaction(wired, (tx) => add(tx, 2))
  expect(await readTally()).toEqual([0, 1])
}, 30_000)

test("the work's own error rolls back and is not tried again", async () => {
  let tries = 0
  const failed = withTransaction(wired, async (tx) => {
    tries++
    await add(tx, 1)
    throw new Error('refused')
  })
  await expect(failed).rejects.toThrow('refused')
  expect(tries).toBe(1)
  expect(await readTally()).toEqual([0, 0])
})

test('the server is asked to roll back a transaction left idle for ten seconds, as by a frozen process', async () => {
  const [rows] = await wired.send.query<Row[]>(
    "SHOW VARIABLES WHERE Variable_name IN ('wait_timeout', 'innodb_lock_wait_timeout', 'tx_isolation', 'transaction_isolation')",
  )
  expect(
    Object.fromEntries(
      rows.map((row) => [
        row.Variable_name === 'tx_isolation' ? 'transaction_isolation' : row.Variable_name,
        row.Value,
      ]),
    ),
  ).toEqual({
    wait_timeout: '10',
    innodb_lock_wait_timeout: '3',
    transaction_isolation: 'READ-COMMITTED',
  })
})
