/**
 * A few processes at the same message, statement by statement in every kind of order, on a real database and Redis. Which
 * order, fast-check's scheduler decides; a failing run prints it, and the line that takes the same way again.
 */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { laneOf } from '#server/domain/partition/lane-of.ts'
import type { EpochMillis } from '#server/domain/time/units.ts'
import type { Row } from '#server/mysql/connect.ts'
import { enqueueDue } from '#server/redis/due-queue.ts'
import { emptyRedis } from '#server/testing/empty-redis.ts'
import { patiently } from '#server/testing/patiently.ts'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import { declareLoaded, endAllClaims, openDispatcher, readAllClaimed } from '#server/testing/pipeline.ts'
import { nowSeconds, refOf, scheduleDue, scheduleOne } from '#server/testing/scheduling.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { relayOutbox } from '#server/usecases/relay-outbox.ts'
import type { Resources } from '#server/usecases/resources.ts'
import { loadScheduledHistory } from '#server/usecases/scheduled/load-scheduled.ts'
import { dispatchOnce } from '#workers/dispatcher/dispatch-once.ts'
import { createInterleaving } from './interleaving.ts'
import { RACER_NAMES, runRacer, toldNothing, type Race, type RacerName } from './racers.ts'
import { failWithLine, REPEATED } from './repeat-line.ts'

const RUNS = 60
const TOKEN_RUNS = 20
const FILE = 'chaos/model-based/interleavings.int.test.ts'
/** The sweeper takes it as well. */
const OVERDUE_S = 100
const TOO_LATE = ['already_sending', 'already_sent', 'already_canceled']

const world = useTestWorld()
const processes = new Map<string, Promise<Resources>>()

/** Each racer is a process of its own: the same one in every run. */
function processOf(name: string): Promise<Resources> {
  const opened = processes.get(name) ?? world().openResources({ send: 2, read: 2 })
  processes.set(name, opened)
  return opened
}

const parameters = {
  numRuns: RUNS,
  interruptAfterTimeLimit: 480_000,
  markInterruptAsFailure: true,
  endOnFailure: false,
  ...REPEATED.parameters,
  asyncReporter: failWithLine(FILE),
}

test(`edit, cancel, reschedule, send now, dispatchers and sweeper at one due message, in ${RUNS} orders of their statements (I1–I5)`, async () => {
  const racers = fc.uniqueArray(fc.constantFrom(...RACER_NAMES), { minLength: 2, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), racers, async (scheduler, names) => {
      const { resources } = world()
      const { run, start, kill } = createInterleaving(scheduler, resources)
      const race = await openRace(resources, kill)
      const opened = await Promise.all(names.map(processOf))
      const all = opened.map((own, i) => start(names[i]!, own, (stepwise) => runRacer(names[i]!, stepwise, race)))
      await run()
      await endWell(names, all)
      await judge(resources, race, 'while they end')
      await settle(resources, race)
      await judge(resources, race, 'at rest')
      await judgeRest(resources, race)
    }),
    parameters,
  )
}, 600_000)

test(`the same token from three processes, in ${TOKEN_RUNS} orders of their statements: one message, the same for all (C9)`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), async (scheduler) => {
      const { resources } = world()
      const { author, conversationId } = await openPlace(resources)
      const { run, start } = createInterleaving(scheduler, resources)
      const asked = { clientToken: randomUUID(), sendAt: (await nowSeconds(resources)) + 3600 }
      const opened = await Promise.all(['one', 'two', 'three'].map(processOf))
      const made = opened.map((from, i) =>
        start(`web ${i}`, from, (r) => scheduleOne(r, author, conversationId, asked)),
      )
      await run()
      const ids = new Set((await Promise.all(made)).map(({ id }) => id))
      expect(ids.size).toBe(1)
    }),
    { ...parameters, numRuns: TOKEN_RUNS },
  )
}, 600_000)

async function openPlace(resources: Resources) {
  const workspaceId = await addWorkspace(resources)
  const author = await addMember(resources, workspaceId)
  return { author, conversationId: await addConversation(resources, [author]) }
}

/** A due message that is in the queue, in a conversation of its own. */
async function openRace(resources: Resources, kill: Race['kill']): Promise<Race> {
  await emptyRedis(resources)
  await patiently(() => declareLoaded(resources))
  const { author, conversationId } = await openPlace(resources)
  const { id, sendAt } = await scheduleDue(resources, author, conversationId, { text: 'first', overdue_s: OVERDUE_S })
  const entry = { lane: laneOf(conversationId), ref: refOf(author, id), wakeAt_ms: (sendAt * 1000) as EpochMillis }
  await patiently(() => enqueueDue(resources.redis, [entry]))
  const tomorrow = (await nowSeconds(resources)) + 86_400
  return { author, conversationId, id, tomorrow, told: toldNothing(), kill }
}

/** Only the dead may fail. */
async function endWell(names: readonly RacerName[], all: readonly Promise<void>[]): Promise<void> {
  const ended = await Promise.allSettled(all)
  for (const [i, one] of ended.entries()) {
    const mayFail = names[i] === 'one dispatcher' && names.includes('death of one dispatcher')
    if (one.status === 'rejected' && !mayFail) throw one.reason
  }
}

/** What was told is true, and stays so. */
async function judge(resources: Resources, { author, conversationId, id, tomorrow, told }: Race, when: string) {
  const { read } = resources.mysql
  const [[row], posts, [channel]] = await Promise.all([
    read.query<Row[]>('SELECT status, text, send_at FROM scheduled_message WHERE id = ?', [id]).then(([rows]) => rows),
    read
      .query<Row[]>('SELECT id, seq, text, created_ms FROM message WHERE channel_id = ?', [conversationId])
      .then(([rows]) => rows),
    read.query<Row[]>('SELECT last_seq FROM channel WHERE id = ?', [conversationId]).then(([rows]) => rows),
  ])
  const [post] = posts
  const sendAt = Number(row?.send_at)
  expect(posts.length, `posted twice, ${when} (I1)`).toBeLessThanOrEqual(1)
  expect(row?.status === 'SENT', `${row?.status} with ${posts.length} posts, ${when} (I1)`).toBe(post !== undefined)
  expect(row?.status === 'CANCELED', `${row?.status}, ${when} (I3)`).toBe(told.isCanceled)
  const text = told.texts.toSorted((a, b) => a.version - b.version).at(-1)?.text ?? 'first'
  expect(row?.text, `the last acknowledged edit, ${when} (I3)`).toBe(text)
  if (post) expect(post.text, `what was posted, ${when} (I3)`).toBe(text)
  if (post) expect(sendAt * 1000, `posted early, ${when} (I2)`).toBeLessThanOrEqual(Number(post.created_ms))
  if (told.isSent) expect(post, `told that it was sent, ${when}`).toBeDefined()
  if (sendAt === tomorrow) expect(told.isMoved, `moved by nobody, ${when}`).toBe(true)
  expect(Number(channel?.last_seq), `numbers and messages, ${when} (I5)`).toBe(posts.length)
  for (const code of told.refusals) expect(TOO_LATE, when).toContain(code)
  if (told.refusals.includes('already_sent')) expect(post, `refused as sent, ${when}`).toBeDefined()
  if (told.refusals.includes('already_canceled')) expect(told.isCanceled, `refused as canceled, ${when}`).toBe(true)
  const kinds = (await loadScheduledHistory(resources, author, id)).map(({ kind }) => kind)
  const count = (kind: string) => kinds.filter((one) => one === kind).length
  expect([count('edited'), count('canceled'), count('rescheduled'), count('sent')], `the trail, ${when} (C8)`).toEqual([
    told.texts.length,
    Number(told.isCanceled),
    Number(told.isMoved),
    posts.length,
  ])
}

/** Leases, pauses and claims of whoever died are over, and everyone who is left does their duty. */
async function settle(resources: Resources, { author }: Race): Promise<void> {
  await resources.redis.waitReady(15_000)
  await resources.mysql.read.query(
    'UPDATE scheduled_message SET wake_at_ms = 1 WHERE workspace_id = ? AND wake_at_ms IS NOT NULL AND send_at <= ?',
    [author.workspaceId, await nowSeconds(resources)],
  )
  await patiently(() => endAllClaims(resources))
  await dispatchOnce(await openDispatcher(resources, { offset: () => null }))
  await dispatchOnce(await openDispatcher(resources))
  await resources.mysql.read.query('UPDATE outbox SET created_ms = created_ms - 10000')
  await patiently(() => relayOutbox(resources))
}

/** Nothing is left to do but what is due tomorrow (I4). */
async function judgeRest(resources: Resources, { id, tomorrow }: Race): Promise<void> {
  const { read } = resources.mysql
  const [[row]] = (await read.query<Row[]>('SELECT status, send_at FROM scheduled_message WHERE id = ?', [id])) as [
    Row[],
    unknown,
  ]
  const waits = Number(row?.send_at) === tomorrow && row?.status === 'SCHEDULED'
  expect(waits || row?.status === 'SENT' || row?.status === 'CANCELED', `${row?.status} at rest (I4)`).toBe(true)
  expect(await patiently(() => readAllClaimed(resources)), 'claims are left').toEqual([])
  const [outbox] = await read.query<Row[]>('SELECT id FROM outbox')
  expect(outbox, 'the outbox').toEqual([])
}
