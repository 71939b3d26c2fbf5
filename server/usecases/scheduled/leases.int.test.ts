import { expect, test } from 'vitest'
import { DomainError } from '#server/domain/errors.ts'
import type { Row, Tx } from '#server/mysql/connect.ts'
import { listUnseenNotices } from '#server/mysql/audit.ts'
import { cancelRow, readScheduled } from '#server/mysql/scheduled-messages.ts'
import { leaseRows, markFailed, markSent } from '#server/mysql/send-rows.ts'
import { withTransaction } from '#server/mysql/tx.ts'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import { listPosted, readRow, refOf, scheduleDue, sendThese, setRow } from '#server/testing/scheduling.ts'
import { watchStatements } from '#server/testing/statements.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { millis, type EpochMillis } from '#server/domain/time/units.ts'
import { cancelScheduled } from './cancel-scheduled.ts'
import { editScheduled } from './edit-scheduled.ts'
import { loadScheduledHistory } from './load-scheduled.ts'
import { sendScheduledNow } from './send-scheduled-now.ts'
import { sendInTransaction } from './send-transaction.ts'
import { giveBack, takeLeases } from './take-leases.ts'

const world = useTestWorld()
const TERMS = { owner: 'sleeping worker', lease_ms: millis(30_000) }

async function setUp() {
  const { resources } = world()
  const workspaceId = await addWorkspace(resources)
  const author = await addMember(resources, workspaceId)
  const conversationId = await addConversation(resources, [author])
  const scheduled = await scheduleDue(resources, author, conversationId, { text: 'leased' })
  const ref = refOf(author, scheduled.id)
  /** What a worker does that took a lease, slept, and now believes it may send. */
  const sendAsHolder = (fences: ReadonlyMap<typeof scheduled.id, number>) =>
    withTransaction(resources.mysql, (tx) => sendInTransaction(resources, tx, [ref], { path: 'queue', fences }))
  const leaseRunsOut = () => setRow(resources, author, scheduled.id, { wake_at_ms: Date.now() - 1 })
  return { resources, workspaceId, author, conversationId, id: scheduled.id, ref, sendAsHolder, leaseRunsOut }
}

const codeOf = (error: unknown) => (error instanceof DomainError ? error.code : String(error))

test('a lease is durable before anything is tried: DISPATCHING, attempt counted, fence raised, end of lease (T2)', async () => {
  const { resources, author, id, ref } = await setUp()
  const before = Date.now()
  const leases = await takeLeases(resources, [ref], TERMS)
  const row = await readRow(resources, author, id)
  expect(row).toMatchObject({ status: 'DISPATCHING', attempts: 1, fence: 1, version: 1 })
  expect(row.wakeAt_ms ?? 0).toBeGreaterThanOrEqual(before + 29_000)
  expect(leases.fences.get(id)).toBe(1)
  expect(leases.firstTry).toEqual([ref])
})

test('a live lease is taken by nobody else: the id comes back when it ends (I8)', async () => {
  const { resources, author, id, ref } = await setUp()
  await takeLeases(resources, [ref], TERMS)
  const { wakeAt_ms } = await readRow(resources, author, id)
  const second = await takeLeases(resources, [ref], { ...TERMS, owner: 'another' })
  expect(second).toMatchObject({ firstTry: [], triedBefore: [], back: [{ ref, at_ms: wakeAt_ms }] })
  const fast = await sendThese(resources, [ref])
  expect(fast).toMatchObject({ sent: [], back: [{ ref, at_ms: wakeAt_ms }] })
})

test('after the lease is taken the author is told already_sending, whatever they try (C2)', async () => {
  const { resources, author, id, ref } = await setUp()
  await takeLeases(resources, [ref], TERMS)
  const attempts = [
    () => cancelScheduled(resources, author, { id }),
    () => editScheduled(resources, author, { id, text: 'x' }),
    () => sendScheduledNow(resources, author, { id }),
  ]
  for (const attempt of attempts) expect(await attempt().catch(codeOf)).toBe('already_sending')
  expect(await readRow(resources, author, id)).toMatchObject({ status: 'DISPATCHING', version: 1 })
})

test('the holder of a live lease sends; the message and SENT are one commit (I1)', async () => {
  const { resources, author, conversationId, id, ref, sendAsHolder } = await setUp()
  const { fences } = await takeLeases(resources, [ref], TERMS)
  expect((await sendAsHolder(fences)).sent).toHaveLength(1)
  expect(await readRow(resources, author, id)).toMatchObject({ status: 'SENT', attempts: 1, sentSeq: 1 })
  expect(await listPosted(resources, author, conversationId)).toHaveLength(1)
})

test('a lease that ran out no longer binds the author: cancelled, and the worker that wakes is refused (I3, I8, K19)', async () => {
  const { resources, author, conversationId, id, ref, sendAsHolder, leaseRunsOut } = await setUp()
  const { fences } = await takeLeases(resources, [ref], TERMS)
  await leaseRunsOut()
  expect(await cancelScheduled(resources, author, { id })).toMatchObject({ status: 'CANCELED' })

  const late = await sendAsHolder(fences)
  expect(late).toMatchObject({ sent: [], settlements: [{ ref, then: 'done' }] })
  expect(await listPosted(resources, author, conversationId)).toEqual([])
})

test('an edit after a lease ran out fences the sleeping worker out; what is posted is the edit (I3, K19)', async () => {
  const { resources, author, conversationId, id, ref, sendAsHolder, leaseRunsOut } = await setUp()
  const { fences } = await takeLeases(resources, [ref], TERMS)
  await leaseRunsOut()
  await editScheduled(resources, author, { id, text: 'corrected' })

  const late = await sendAsHolder(fences)
  expect(late.sent).toEqual([])
  expect(late.settlements).toMatchObject([{ then: 'back' }]) // it is still to be sent, by whoever claims it next
  await sendThese(resources, [ref])
  expect(await listPosted(resources, author, conversationId)).toMatchObject([{ text: 'corrected' }])
})

test('a lease that ran out is taken over with the next fence; the first holder, frozen past its end, sends nothing (K19)', async () => {
  const { resources, author, conversationId, id, ref, sendAsHolder, leaseRunsOut } = await setUp()
  const first = await takeLeases(resources, [ref], TERMS)
  await leaseRunsOut()
  const second = await takeLeases(resources, [ref], { ...TERMS, owner: 'awake worker' })
  expect(second.triedBefore).toEqual([ref])
  expect(second.fences.get(id)).toBe(2)

  expect((await sendAsHolder(first.fences)).sent).toEqual([])
  expect((await sendAsHolder(second.fences)).sent).toHaveLength(1)
  expect((await sendAsHolder(first.fences)).sent).toEqual([])
  expect(await listPosted(resources, author, conversationId)).toHaveLength(1)
})

test('a fast sender takes a run-out lease durably before it tries, so that a message cannot bring senders down for ever', async () => {
  const { resources, author, id, ref, leaseRunsOut } = await setUp()
  await takeLeases(resources, [ref], TERMS)
  await leaseRunsOut()
  expect((await sendThese(resources, [ref])).sent).toHaveLength(1)
  expect(await readRow(resources, author, id)).toMatchObject({ status: 'SENT', attempts: 2 })
})

test('given back after its own failure a message waits longer each time, and its attempts stay counted (T6)', async () => {
  const { resources, author, id, ref, leaseRunsOut } = await setUp()
  const pauses: number[] = []
  for (let attempt = 1; attempt <= 4; attempt++) {
    const { fences } = await takeLeases(resources, [ref], TERMS)
    const before = Date.now()
    const [back] = await giveBack(resources, [ref], fences, 'message')
    pauses.push(Math.round(((back?.at_ms ?? 0) - before) / 1000))
    expect(await readRow(resources, author, id)).toMatchObject({ status: 'SCHEDULED', attempts: attempt })
    await leaseRunsOut()
  }
  expect(pauses).toEqual([1, 2, 4, 8])
})

test('given back because others were in its way a message loses no attempt (T6, I4)', async () => {
  const { resources, author, id, ref } = await setUp()
  const { fences } = await takeLeases(resources, [ref], TERMS)
  const [back] = await giveBack(resources, [ref], fences, 'others')
  expect(await readRow(resources, author, id)).toMatchObject({
    status: 'SCHEDULED',
    attempts: 0,
    wakeAt_ms: back?.at_ms,
  })
})

test('the fifth attempt is the last: FAILED (poison) with a notice, once (T11, I4)', async () => {
  const { resources, workspaceId, author, id, ref } = await setUp()
  await setRow(resources, author, id, { attempts: 5 })
  const [one, two] = await Promise.all([takeLeases(resources, [ref], TERMS), takeLeases(resources, [ref], TERMS)])
  expect(one.poisoned + two.poisoned).toBe(1)
  expect(await readRow(resources, author, id)).toMatchObject({
    status: 'FAILED',
    failReason: 'poison',
    wakeAt_ms: null,
  })
  expect(await listUnseenNotices(resources.mysql.read, workspaceId, author.memberId)).toMatchObject([
    { detail: { reason: 'poison' } },
  ])
})

test('a message that exists although its row is not SENT, as after a restore, is taken over and not posted again (I1)', async () => {
  const { resources, author, conversationId, id, ref } = await setUp()
  await sendThese(resources, [ref])
  await setRow(resources, author, id, { status: 'SCHEDULED', sent_seq: null, sent_at_ms: 0, wake_at_ms: 1 })

  const report = await sendThese(resources, [ref])

  expect(report).toMatchObject({ sent: [], done: [ref] })
  expect(await listPosted(resources, author, conversationId)).toHaveLength(1)
  expect(await readRow(resources, author, id)).toMatchObject({ status: 'SENT', sentSeq: 1 })
  expect((await loadScheduledHistory(resources, author, id)).at(-1)).toMatchObject({
    kind: 'sent',
    detail: { adopted: true },
  })
})

test('a conversation whose lock somebody holds for long holds none of the others, and its message loses no attempt', async () => {
  const { resources, author, conversationId, id, ref } = await setUp()
  const free = await addConversation(resources, [author])
  const other = await scheduleDue(resources, author, free)
  const holder = await resources.mysql.read.getConnection()
  await holder.query('BEGIN')
  await holder.query('SELECT id FROM channel WHERE workspace_id = ? AND id = ? FOR UPDATE', [
    author.workspaceId,
    conversationId,
  ])
  try {
    const report = await sendThese(resources, [ref, refOf(author, other.id)])
    expect(report.sent.map((message) => message.id)).toEqual([other.id])
    expect(report.back.map((back) => back.ref)).toEqual([ref])
    expect(await readRow(resources, author, id)).toMatchObject({ status: 'SCHEDULED', attempts: 0 })
  } finally {
    await holder.query('ROLLBACK')
    holder.release()
  }
  expect((await sendThese(resources, [ref])).sent).toHaveLength(1)
  const [late] = await resources.mysql.read.query<Row[]>('SELECT late_cause FROM scheduled_message WHERE id = ?', [id])
  expect(late).toEqual([{ late_cause: null }])
})

test('a final row never moves: not even a sender with a row read before its lock can lease, fail or send it (I3, I8)', async () => {
  const { resources, workspaceId, author, id, ref } = await setUp()
  const stale = (await readScheduled(resources.mysql.read, workspaceId, id))?.row
  if (!stale) throw new Error('the row was just made')
  await cancelScheduled(resources, author, { id })
  const now = Date.now() as EpochMillis
  const moves = [
    (tx: Tx) => leaseRows(tx, [stale], 'late', 1_000, now),
    (tx: Tx) => markFailed(tx, [stale], 'poison', now),
    (tx: Tx) => markSent(tx, [stale], null),
    (tx: Tx) => cancelRow(tx, stale, now),
  ]
  for (const move of moves) await expect(withTransaction(resources.mysql, move)).rejects.toThrow('invariant broken')
  expect(await readRow(resources, author, id)).toMatchObject({ status: 'CANCELED', version: 2, fence: 1 })
  expect((await sendThese(resources, [ref])).done).toEqual([ref])
})

test('one bad row among many costs the others no attempt, and is found in a few transactions (T11)', async () => {
  const { resources, author, conversationId } = await setUp()
  const refs = []
  for (let i = 0; i < 64; i++) {
    const text = i === 37 ? 'bad row' : 'good row'
    refs.push(refOf(author, (await scheduleDue(resources, author, conversationId, { text })).id))
  }
  await resources.mysql.read.query(
    `CREATE TRIGGER bad_row BEFORE INSERT ON message FOR EACH ROW
     IF NEW.text = 'bad row' THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'bad'; END IF`,
  )
  let rollbacks = 0
  const counted = watchStatements(resources, (sql) => void (sql === 'ROLLBACK' && rollbacks++))
  const report = await sendThese(counted, refs, { leaseFirst: true })
  await resources.mysql.read.query('DROP TRIGGER bad_row')

  expect(report.sent).toHaveLength(63)
  expect(report.errors).toHaveLength(1)
  expect(await readRow(resources, author, refs[37]!.id)).toMatchObject({ status: 'SCHEDULED', attempts: 1 })
  expect(rollbacks, 'of 64, 32, 16, 8, 4, 2 and 1').toBe(7)
})

test('many rows that were tried before are leased a few at a time, so that no lease runs out in the queue', async () => {
  const { resources, author, conversationId } = await setUp()
  const refs = []
  for (let i = 0; i < 50; i++) refs.push(refOf(author, (await scheduleDue(resources, author, conversationId)).id))
  await resources.mysql.read.query('UPDATE scheduled_message SET attempts = 1 WHERE workspace_id = ?', [
    author.workspaceId,
  ])

  const leases = await takeLeases(resources, refs, TERMS)
  expect(leases.triedBefore).toHaveLength(10)
  expect(leases.later).toHaveLength(40)
  expect(await readRow(resources, author, leases.later[0]!.id)).toMatchObject({ status: 'SCHEDULED', attempts: 1 })
  expect((await sendThese(resources, leases.later, { leaseFirst: true })).sent).toHaveLength(40)
})
