/** A sender dies at every point, the database goes away: one message, once, and its row says so (C3, K10, K20). */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import { DomainError } from '#server/domain/errors.ts'
import { laneOf } from '#server/domain/partition/lane-of.ts'
import { dueKey } from '#server/domain/partition/redis-keys.ts'
import { millis } from '#server/domain/time/units.ts'
import { connectMysql, type Mysql, type Row } from '#server/mysql/connect.ts'
import { isDatabaseAway } from '#server/mysql/tx.ts'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import {
  allSent,
  countByStatus,
  declareLoaded,
  endAllClaims,
  openDispatcher,
  openHydrator,
  startWorkers,
} from '#server/testing/pipeline.ts'
import {
  eventually,
  listPosted,
  nowSeconds,
  readRow,
  refOf,
  scheduleDue,
  scheduleOne,
  sendThese,
  setRow,
} from '#server/testing/scheduling.ts'
import { BEGIN, COMMIT, openTcpProxy, type CutAt, type TcpProxy } from '#server/testing/tcp-proxy.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { dispatchOnce } from '#workers/dispatcher/dispatch-once.ts'
import { hydrateOnce } from '#workers/hydrator/hydrate-once.ts'
import { postMessage } from '../messages/post-message.ts'
import { relayOutbox } from '../relay-outbox.ts'
import type { Resources } from '../resources.ts'
import { cancelScheduled } from './cancel-scheduled.ts'
import { editScheduled } from './edit-scheduled.ts'
import { loadScheduledHistory } from './load-scheduled.ts'
import { retryFailed } from './retry-failed.ts'
import { sendDue } from './send-due.ts'

const world = useTestWorld()
let proxy: TcpProxy
/** A process whose wire to the database can be cut. */
let wired: Resources

beforeEach(async () => {
  const { resources, databaseUrl } = world()
  await resources.mysql.read.query('DELETE FROM scheduled_message')
  await resources.mysql.read.query('DELETE FROM outbox')
  await resources.redis.client.flushall()
  await declareLoaded(resources)
  proxy = await openTcpProxy(databaseUrl)
  wired = { ...resources, mysql: connectMysql(proxy.url(databaseUrl)) }
})
afterEach(async () => {
  await wired.mysql.end()
  await proxy.close()
})

async function setUp() {
  const { resources } = world()
  const workspaceId = await addWorkspace(resources)
  const author = await addMember(resources, workspaceId)
  const conversationId = await addConversation(resources, [author])
  return { resources, workspaceId, author, conversationId }
}

const points: [string, CutAt][] = [
  ['claimed, before its transaction', { statement: BEGIN, when: 'before' }],
  ['with the rows locked, before the insert', { statement: /INSERT INTO message /, when: 'before' }],
  ['after the insert, before the commit', { statement: COMMIT, when: 'before' }],
  ['after the commit, before its answer and before publishing', { statement: COMMIT, when: 'after' }],
]

test.each(points)('a sender that dies %s: the next one finishes, one message (K10)', async (_point, where) => {
  const { resources, author, conversationId } = await setUp()
  const views = [
    await scheduleDue(resources, author, conversationId),
    await scheduleDue(resources, author, conversationId),
  ]
  const hydrator = openHydrator(resources)
  await hydrateOnce(hydrator)
  const died = proxy.cutAt({ ...where, forGood: true })
  await Promise.all([died, dispatchOnce(await openDispatcher(wired)).catch(() => undefined)])
  await endAllClaims(resources)

  await eventually('another sends both', async () => {
    await dispatchOnce(await openDispatcher(resources))
    return (await countByStatus(resources, author.workspaceId)).SENT === 2
  })

  expect((await listPosted(resources, author, conversationId)).map((message) => message.id)).toEqual(
    views.map((view) => view.id),
  )
  for (const { id, sendAt } of views) {
    const events = await loadScheduledHistory(resources, author, id)
    expect(events.map((event) => event.kind)).toEqual(['created', 'sent'])
    expect(events[1]?.detail).toMatchObject({ planned: sendAt, late_ms: expect.any(Number) })
  }
})

test.each(points)('a wire cut %s: the same sender tries again, one message', async (_point, where) => {
  const { resources, author, conversationId } = await setUp()
  const view = await scheduleDue(resources, author, conversationId)
  const cut = proxy.cutAt(where)
  await sendThese(wired, [refOf(author, view.id)])
  await cut
  expect(await listPosted(resources, author, conversationId)).toHaveLength(1)
  expect(await readRow(resources, author, view.id)).toMatchObject({ status: 'SENT', sentSeq: 1, attempts: 0 })
})

/** `refused` resolves when a connection was asked for in vain. */
function noticingRefusals(mysql: Mysql) {
  let notice: () => void
  const refused = new Promise<void>((resolve) => (notice = resolve))
  const send = new Proxy(mysql.send, {
    get: (pool, name) =>
      name === 'getConnection'
        ? () =>
            pool.getConnection().catch((error: unknown) => {
              notice()
              throw error
            })
        : Reflect.get(pool, name),
  })
  return { mysql: { ...mysql, send }, refused }
}

test('the database goes away under a leased message, five times in a row: no attempt is counted, and it is sent (C3, I4)', async () => {
  const { resources, author, conversationId } = await setUp()
  const view = await scheduleDue(resources, author, conversationId)
  const terms = { owner: 'test', lease_ms: millis(30_000), path: 'queue', leaseFirst: true } as const
  for (let restart = 1; restart <= 5; restart++) {
    const gone = proxy.cutAt({ statement: /INSERT INTO message /, when: 'before', forGood: true })
    const { mysql, refused } = noticingRefusals(wired.mysql)
    const sending = sendDue({ ...wired, mysql }, [refOf(author, view.id)], terms).catch(isDatabaseAway)
    await Promise.all([gone, refused])
    expect(await readRow(resources, author, view.id)).toMatchObject({ status: 'DISPATCHING', attempts: 1 })
    await proxy.pass()
    expect(await sending).toBe(true)
    expect(await readRow(resources, author, view.id)).toMatchObject({ status: 'SCHEDULED', attempts: 0 })
    await setRow(resources, author, view.id, { wake_at_ms: Date.now() - 1 })
  }
  await sendThese(wired, [refOf(author, view.id)])
  expect(await listPosted(resources, author, conversationId)).toHaveLength(1)
}, 30_000)

test('a sender that dies after the commit has told nobody: the relay tells (I6)', async () => {
  const { resources, author, conversationId } = await setUp()
  const view = await scheduleDue(resources, author, conversationId)
  const died = proxy.cutAt({ statement: COMMIT, when: 'after', forGood: true })
  await Promise.all([died, sendThese(wired, [refOf(author, view.id)]).catch(() => undefined)])
  await resources.mysql.read.query('UPDATE outbox SET created_ms = 1')
  expect(await relayOutbox(resources)).toBe(1)
})

test('an answer to COMMIT lost on the way: what was posted, scheduled, changed is there once, and the caller is told so (C3, C9)', async () => {
  const { resources, author, conversationId } = await setUp()
  const losing = async <T>(work: () => Promise<T>): Promise<T> => {
    const cut = proxy.cutAt({ statement: COMMIT, when: 'after' })
    const result = await work()
    await cut
    return result
  }
  await losing(() => postMessage(wired, author, { conversationId, text: 'typed', clientToken: randomUUID() }))
  expect(await listPosted(resources, author, conversationId)).toHaveLength(1)

  const view = await losing(() => scheduleOne(wired, author, conversationId, { text: 'v1' }))
  expect(await resources.redis.client.zcard(dueKey(laneOf(conversationId)))).toBe(1)
  expect(await losing(() => editScheduled(wired, author, { id: view.id, version: 1, text: 'v2' }))).toMatchObject({
    version: 2,
    text: 'v2',
  })
  expect(await losing(() => cancelScheduled(wired, author, { id: view.id }))).toMatchObject({
    status: 'CANCELED',
    version: 3,
  })
  expect((await loadScheduledHistory(resources, author, view.id)).map((event) => event.kind)).toEqual([
    'created',
    'edited',
    'canceled',
  ])

  const failed = await scheduleDue(resources, author, conversationId, { overdue_s: 100_000 })
  await sendThese(resources, [refOf(author, failed.id)])
  const sendAt = (await nowSeconds(resources)) + 600
  expect(await losing(() => retryFailed(wired, author, { id: failed.id, sendAt, zone: 'UTC' }))).toMatchObject({
    status: 'SCHEDULED',
    sendAt,
  })
})

test('an edit that lost its answer is still a conflict where somebody else edited in between (C2)', async () => {
  const { resources, author, conversationId } = await setUp()
  const view = await scheduleOne(resources, author, conversationId)
  const cut = proxy.cutAt({ statement: COMMIT, when: 'before' })
  const mine = editScheduled(wired, author, { id: view.id, version: 1, text: 'mine' }).catch((error: unknown) => error)
  await cut
  const theirs = await editScheduled(resources, author, { id: view.id, text: 'theirs' })
  const answer = await mine
  if (answer instanceof DomainError) expect(answer.code).toBe('edit_conflict')
  else expect(theirs.version).toBe(3)
})

test('the database away from before the second until after it: sent once when it is back, planned and real time in the trail (K20)', async () => {
  const { resources, workspaceId, author, conversationId } = await setUp()
  const workers = await startWorkers(wired)
  const sendAt = (await nowSeconds(resources)) + 3
  const view = await scheduleOne(resources, author, conversationId, { sendAt })
  await proxy.refuse()
  await eventually('its second and three more have passed', async () => (await nowSeconds(resources)) >= sendAt + 3)
  expect(await countByStatus(resources, workspaceId)).toEqual({ SCHEDULED: 1 })
  await proxy.pass()
  const back_ms = Date.now()

  await eventually('it is sent', allSent(resources, workspaceId, 1))
  await workers.stop()

  expect(Date.now() - back_ms).toBeLessThan(3_000)
  expect(await listPosted(resources, author, conversationId)).toHaveLength(1)
  const sent = (await loadScheduledHistory(resources, author, view.id)).at(-1)
  expect(sent).toMatchObject({ kind: 'sent', detail: { planned: sendAt } })
  expect(Number(sent?.detail?.late_ms)).toBeGreaterThanOrEqual(3_000)
  expect(await readRow(resources, author, view.id)).toMatchObject({ status: 'SENT', attempts: 0 })
})

test('scheduled while no worker runs, and workers start after its second: sent at once, its lateness shown (K12)', async () => {
  const { resources, workspaceId, author, conversationId } = await setUp()
  await scheduleDue(resources, author, conversationId, { overdue_s: 120 })
  await resources.redis.client.flushall()
  const workers = await startWorkers(wired)
  await eventually('it is sent', allSent(resources, workspaceId, 1), 2_000)
  await workers.stop()
  const [rows] = await resources.mysql.read.query<Row[]>(
    'SELECT late_cause FROM scheduled_message WHERE workspace_id = ?',
    [workspaceId],
  )
  expect(rows[0]?.late_cause).not.toBeNull()
})

test('30, 60 and 119 days ahead: not sent now by anyone, and sent once their time has come (K38)', async () => {
  const { resources, workspaceId, author, conversationId } = await setUp()
  const now = await nowSeconds(resources)
  const views = []
  for (const days of [30, 60, 119])
    views.push(await scheduleOne(resources, author, conversationId, { sendAt: now + days * 86_400 }))
  const hydrator = openHydrator(resources)
  await hydrateOnce(hydrator)
  const dispatcher = await openDispatcher(resources)
  await dispatchOnce(dispatcher)
  await sendThese(
    resources,
    views.map((view) => refOf(author, view.id)),
  )
  expect(await countByStatus(resources, workspaceId)).toEqual({ SCHEDULED: 3 })
  expect(await resources.redis.client.zcard(dueKey(laneOf(conversationId)))).toBe(0)

  await resources.mysql.read.query(
    'UPDATE scheduled_message SET send_at = ?, wake_at_ms = ? * 1000 WHERE workspace_id = ?',
    [now - 3, now - 3, workspaceId],
  )
  await hydrateOnce(hydrator)
  await dispatchOnce(dispatcher)
  expect((await listPosted(resources, author, conversationId)).map((message) => message.id)).toEqual(
    views.map((view) => view.id),
  )
})
