import { beforeEach, expect, test, vi } from 'vitest'
import { compareIds } from '#server/domain/ids.ts'
import { LANES, laneOf } from '#server/domain/partition/lane-of.ts'
import { formatDueMember } from '#server/domain/partition/redis-keys.ts'
import type { EpochMillis } from '#server/domain/time/units.ts'
import { millis } from '#server/domain/time/units.ts'
import { connectMysql, type Row } from '#server/mysql/connect.ts'
import { claimDue, enqueueDue } from '#server/redis/due-queue.ts'
import { emptyRedis } from '#server/testing/empty-redis.ts'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import {
  allSent,
  countByStatus,
  declareLoaded,
  dispatchUntil,
  endAllClaims,
  openDispatcher,
  readClaimed,
  readDue,
} from '#server/testing/pipeline.ts'
import {
  eventually,
  listPosted,
  moveSendAt,
  nowSeconds,
  readRow,
  refOf,
  scheduleDue,
  scheduleOne,
} from '#server/testing/scheduling.ts'
import { meetingOf, watchStatements } from '#server/testing/statements.ts'
import { openTcpProxy } from '#server/testing/tcp-proxy.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import type { Resources } from '#server/usecases/resources.ts'
import { dispatchOnce } from './dispatch-once.ts'
import { createFigures } from './figures.ts'

const world = useTestWorld()

beforeEach(async () => {
  await world().resources.mysql.read.query('DELETE FROM scheduled_message')
  await emptyRedis(world().resources)
  await declareLoaded(world().resources)
})

async function setUp() {
  const { resources } = world()
  const workspaceId = await addWorkspace(resources)
  const author = await addMember(resources, workspaceId)
  const conversationId = await addConversation(resources, [author])
  const due = async (overdue_s = 1) => {
    const view = await scheduleDue(resources, author, conversationId, { overdue_s })
    await enqueueDue(resources.redis, [
      { lane: laneOf(conversationId), ref: refOf(author, view.id), wakeAt_ms: (view.sendAt * 1000) as EpochMillis },
    ])
    return view
  }
  return { resources, workspaceId, author, conversationId, lane: laneOf(conversationId), due }
}

const claimAll = (resources: Resources) =>
  Promise.all(
    LANES.map((lane) => claimDue(resources.redis, lane, { limit: 500, claim_ms: millis(5_000), ahead_ms: millis(0) })),
  )

test('two dispatchers and 5,000 messages due in one second over 50 channels: 5,000 posts, none twice, no channel out of order (S4, C10, K2)', async () => {
  const { resources, workspaceId, author } = await setUp()
  const other = await world().openResources()
  const conversations = await Promise.all(Array.from({ length: 50 }, () => addConversation(resources, [author])))
  const views = await Promise.all(
    Array.from({ length: 5000 }, (_, i) =>
      scheduleOne(resources, author, conversations[i % 50] ?? conversations[0]!, { text: `m${i}` }),
    ),
  )
  const sendAt = (await nowSeconds(resources)) - 2
  await resources.mysql.read.query('UPDATE scheduled_message SET send_at = ?, wake_at_ms = ? WHERE workspace_id = ?', [
    sendAt,
    sendAt * 1000,
    workspaceId,
  ])
  await enqueueDue(
    resources.redis,
    views.map((view) => ({
      lane: laneOf(view.conversationId),
      ref: refOf(author, view.id),
      wakeAt_ms: (sendAt * 1000) as EpochMillis,
    })),
  )

  // Neither sends before both have claimed, so that both take part.
  const bothClaimed = meetingOf(2)
  const meeting = (r: Resources) => {
    let isFirst = true
    return watchStatements(r, () => {
      if (!isFirst) return
      isFirst = false
      return bothClaimed()
    })
  }
  const dispatchers = [await openDispatcher(meeting(resources)), await openDispatcher(meeting(other), { firstLane: 8 })]
  await dispatchUntil('5,000 are sent', dispatchers, allSent(resources, workspaceId, 5000))

  expect(dispatchers.flatMap((dispatcher) => dispatcher.errors)).toEqual([])
  const sentBy = dispatchers.map((dispatcher) => dispatcher.figures.read().sent as number)
  expect(sentBy[0]! + sentBy[1]!).toBe(5000)
  expect(Math.min(...sentBy), 'both took part').toBeGreaterThan(0)
  const [rows] = await resources.mysql.read.query<Row[]>(
    'SELECT channel_id, id FROM message WHERE workspace_id = ? ORDER BY channel_id, seq',
    [workspaceId],
  )
  expect(new Set(rows.map((row) => row.id)).size).toBe(5000)
  for (const conversationId of conversations) {
    const posted = rows.filter((row) => row.channel_id === conversationId).map((row) => row.id)
    const accepted = views.filter((view) => view.conversationId === conversationId).map((view) => view.id)
    expect(posted).toEqual(accepted.toSorted(compareIds))
  }
}, 120_000)

test('ids claimed by a dispatcher that died are sent by another once the claim has ended, each after a durable lease (S4)', async () => {
  const { resources, author, conversationId, due } = await setUp()
  const views = [await due(), await due(), await due()]
  await claimAll(await world().openResources())
  const dispatcher = await openDispatcher(resources)

  await dispatchOnce(dispatcher)
  expect(await listPosted(resources, author, conversationId)).toEqual([])

  await endAllClaims(resources)
  await dispatchOnce(dispatcher)
  expect((await listPosted(resources, author, conversationId)).map((message) => message.id)).toEqual(
    views.map((view) => view.id),
  )
  for (const { id } of views)
    expect(await readRow(resources, author, id)).toMatchObject({ status: 'SENT', attempts: 1 })
})

test('a dispatcher that wakes after its claim ended and was taken over sends nothing a second time (S4, K19)', async () => {
  const { resources, author, conversationId, workspaceId, lane, due } = await setUp()
  for (let i = 0; i < 20; i++) await due()
  let frozen: (() => void) | undefined
  const thawed = new Promise<void>((resolve) => (frozen = resolve))
  const slow = await world().openResources()
  const getConnection = slow.mysql.send.getConnection.bind(slow.mysql.send)
  slow.mysql.send.getConnection = () => thawed.then(getConnection) // it claims, then sleeps before its transaction
  const sleepy = await openDispatcher(slow)
  const asleep = dispatchOnce(sleepy)
  await eventually('it holds its claims', async () => (await readClaimed(resources, lane)).length === 20)
  await endAllClaims(resources)

  await dispatchUntil(
    'all are sent by the other',
    [await openDispatcher(resources)],
    allSent(resources, workspaceId, 20),
  )
  frozen?.()
  await asleep

  expect(sleepy.figures.read().sent).toBe(0)
  expect(await listPosted(resources, author, conversationId)).toHaveLength(20)
})

test('a claimed id whose row is not due yet goes back to its second (I2)', async () => {
  const { resources, author, conversationId, lane } = await setUp()
  const view = await scheduleOne(resources, author, conversationId)
  await enqueueDue(resources.redis, [{ lane, ref: refOf(author, view.id), wakeAt_ms: 1 as EpochMillis }])

  await dispatchOnce(await openDispatcher(resources))

  expect(await readDue(resources, lane)).toEqual([[formatDueMember(refOf(author, view.id)), view.sendAt * 1000]])
  expect(await readClaimed(resources, lane)).toEqual([])
  expect(await readRow(resources, author, view.id)).toMatchObject({ status: 'SCHEDULED', fence: 0 })
})

test('while the database is away ids go back a moment ahead by the clock of their claims, whatever the clock of the worker says (I8)', async () => {
  const { resources, lane, due } = await setUp()
  await due()
  const proxy = await openTcpProxy(world().databaseUrl)
  const wired = { ...resources, mysql: connectMysql(proxy.url(world().databaseUrl)) }
  const dispatcher = await openDispatcher(wired)
  await proxy.refuse()
  const truth_ms = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: truth_ms + 3_600_000 })
  try {
    await dispatchOnce(dispatcher)
  } finally {
    vi.useRealTimers()
    await wired.mysql.end()
    await proxy.close()
  }
  const [[, at_ms] = ['', 0]] = await readDue(resources, lane)
  expect(at_ms - truth_ms).toBeGreaterThan(0)
  expect(at_ms - truth_ms).toBeLessThan(30_000)
  expect(await readClaimed(resources, lane)).toEqual([])
  expect(dispatcher.errors).toHaveLength(1)
})

test('what is sent, failed, cancelled or unknown leaves the queue', async () => {
  const { resources, author, conversationId, lane, due } = await setUp()
  const [sent, canceled] = [await due(), await due()]
  await resources.mysql.read.query("UPDATE scheduled_message SET status = 'CANCELED', wake_at_ms = NULL WHERE id = ?", [
    canceled.id,
  ])
  await enqueueDue(resources.redis, [
    { lane, ref: { workspaceId: author.workspaceId, id: resources.makeId() }, wakeAt_ms: 1 as EpochMillis },
  ])

  await dispatchOnce(await openDispatcher(resources))

  expect((await listPosted(resources, author, conversationId)).map((message) => message.id)).toEqual([sent.id])
  expect([await readDue(resources, lane), await readClaimed(resources, lane)]).toEqual([[], []])
})

test('Redis lost in the middle of a round: what was claimed and what was not is sent in the same pass, once (S6)', async () => {
  const { resources, workspaceId, author } = await setUp()
  for (let i = 0; i < 40; i++) {
    const conversationId = await addConversation(resources, [author])
    const view = await scheduleDue(resources, author, conversationId)
    await enqueueDue(resources.redis, [
      { lane: laneOf(conversationId), ref: refOf(author, view.id), wakeAt_ms: 1 as EpochMillis },
    ])
  }
  const losing = await world().openResources()
  const figures = createFigures()
  let visited = 0
  const dispatcher = await openDispatcher(losing, {
    figures: { ...figures, addClaim: () => void (++visited === 8 && losing.redis.client.disconnect()) },
  })
  await dispatchOnce(dispatcher)

  expect(visited).toBe(8)
  expect(await countByStatus(resources, workspaceId)).toEqual({ SENT: 40 })
  expect(dispatcher.errors).toEqual([])
})

test('with Redis gone two dispatchers read the rows from MySQL and send each once (S6)', async () => {
  const { resources, workspaceId, author } = await setUp()
  const conversations = await Promise.all(Array.from({ length: 30 }, () => addConversation(resources, [author])))
  await Promise.all(conversations.flatMap((id) => Array.from({ length: 10 }, () => scheduleDue(resources, author, id))))
  const [one, two] = [await world().openResources(), await world().openResources()]
  for (const gone of [one, two]) gone.redis.client.disconnect()
  const dispatchers = [await openDispatcher(one), await openDispatcher(two)]

  await dispatchUntil('300 are sent', dispatchers, allSent(resources, workspaceId, 300))

  expect(dispatchers.map((dispatcher) => dispatcher.figures.read())).toMatchObject([
    { mode: 'database' },
    { mode: 'database' },
  ])
  expect(dispatchers.flatMap((dispatcher) => dispatcher.errors)).toEqual([])
})

test('clocks that differ by more than two seconds: due rows are read from MySQL, by its clock alone (I2, I8)', async () => {
  const { resources, author, conversationId, due } = await setUp()
  const view = await due()
  const dispatcher = await openDispatcher(resources, { offset: () => ({ ahead_ms: millis(-60_000), tooFar: true }) })
  await dispatchOnce(dispatcher)
  expect((await listPosted(resources, author, conversationId)).map((message) => message.id)).toEqual([view.id])
  expect(dispatcher.figures.read().mode).toBe('database')
})

test('a partition that is not complete does not send its ids before older ones that only MySQL knows (C10)', async () => {
  const { resources, author, conversationId } = await setUp()
  const [first, second] = [
    await scheduleDue(resources, author, conversationId),
    await scheduleDue(resources, author, conversationId),
  ]
  await resources.mysql.read.query(
    'UPDATE scheduled_message SET send_at = 1000, wake_at_ms = 1000000 WHERE workspace_id = ?',
    [author.workspaceId],
  )
  await resources.mysql.read.query('UPDATE workspace SET late_policy_s = 4000000000 WHERE workspace_id = ?', [
    author.workspaceId,
  ])
  await resources.redis.client.flushall()
  await enqueueDue(resources.redis, [
    { lane: laneOf(conversationId), ref: refOf(author, second.id), wakeAt_ms: 1_000_000 as EpochMillis },
  ])

  await dispatchOnce(await openDispatcher(resources))

  expect((await listPosted(resources, author, conversationId)).map((message) => message.id)).toEqual([
    first.id,
    second.id,
  ])
})

test('the next look is at the next known second; what is under a live claim of another is no reason to hurry', async () => {
  const { resources, author, conversationId, lane, due } = await setUp()
  const soon = Date.now() + 120
  await enqueueDue(resources.redis, [{ lane, ref: refOf(author, resources.makeId()), wakeAt_ms: soon as EpochMillis }])
  const dispatcher = await openDispatcher(resources)
  const next = await dispatchOnce(dispatcher)
  expect(next).toBeGreaterThanOrEqual(soon - 25) // the clocks are compared to a few milliseconds
  expect(next).toBeLessThanOrEqual(soon + 60)

  await resources.redis.client.flushall()
  await declareLoaded(resources)
  await due()
  await claimAll(resources)
  await due()
  const before = Date.now()
  expect(await dispatchOnce(dispatcher)).toBeGreaterThanOrEqual(before + 20)
  expect(await listPosted(resources, author, conversationId)).toEqual([])
})

test('60 messages a minute apart, minute by minute: each time exactly the one that is due goes out, none early, none left (K95)', async () => {
  const { resources, workspaceId, author, conversationId, lane } = await setUp()
  const dispatcher = await openDispatcher(resources)
  const views = await Promise.all(
    Array.from({ length: 60 }, (_, minute) => scheduleOne(resources, author, conversationId, { text: `${minute}` })),
  )
  for (const [minute, due] of views.entries()) {
    // As the clock stands a second after this one's: it is due, and the next one in 59 seconds.
    const now = await nowSeconds(resources)
    const rest = views.slice(minute)
    for (const [later, { id }] of rest.entries()) await moveSendAt(resources, author, id, now - 1 + later * 60)
    await enqueueDue(
      resources.redis,
      rest.map(({ id }, later) => {
        const wakeAt_ms = ((now - 1 + later * 60) * 1000) as EpochMillis
        return { lane, ref: refOf(author, id), wakeAt_ms }
      }),
    )
    await dispatchOnce(dispatcher)
    expect(await countByStatus(resources, workspaceId)).toEqual({
      SENT: minute + 1,
      ...(minute < 59 ? { SCHEDULED: 59 - minute } : {}),
    })
    expect((await listPosted(resources, author, conversationId)).at(-1)?.id).toBe(due.id)
  }
  const [early] = await resources.mysql.read.query<Row[]>(
    `SELECT m.id FROM message m JOIN scheduled_message s ON s.workspace_id = m.workspace_id AND s.id = m.id
     WHERE m.workspace_id = ? AND m.created_ms < s.send_at * 1000`,
    [workspaceId],
  )
  expect(early).toEqual([])
  expect((await listPosted(resources, author, conversationId)).map(({ text }) => Number(text))).toEqual(
    views.map((_, minute) => minute),
  )
  expect(dispatcher.errors).toEqual([])
}, 60_000)
