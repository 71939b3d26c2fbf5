/** People and senders at the same moment, many times over: the row's lock decides, and everyone is told the truth. */
import { afterEach, expect, test } from 'vitest'
import { DomainError } from '#server/domain/errors.ts'
import type { MessageId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import type { Row } from '#server/mysql/connect.ts'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import {
  listPosted,
  nowSeconds,
  readRow,
  refOf,
  scheduleDue,
  scheduleOne,
  sendThese,
} from '#server/testing/scheduling.ts'
import { raceWonByFirst } from '#server/testing/statements.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import type { Resources } from '../resources.ts'
import { cancelScheduled } from './cancel-scheduled.ts'
import { editScheduled } from './edit-scheduled.ts'
import { loadScheduled } from './load-scheduled.ts'
import { sendScheduledNow } from './send-scheduled-now.ts'

const world = useTestWorld()
const ROUNDS = 200
/** Rounds under way at once: enough for every pool to be contended. */
const AT_ONCE = 20

async function setUp() {
  const { resources } = world()
  const workspaceId = await addWorkspace(resources)
  const author = await addMember(resources, workspaceId)
  const conversationId = await addConversation(resources, [author])
  const worker = await world().openResources()
  return { resources, worker, author, conversationId }
}

async function rounds<T>(round: (n: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const run = async () => {
    while (next < ROUNDS) results.push(await round(next++))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, run))
  return results
}

type Ask = (resources: Resources, author: Actor, id: MessageId) => Promise<unknown>
type AfterIt = { status: string; posted: string[] }

/** Sooner or later than the other side by up to a few turns of the loop. */
async function jitter(n: number): Promise<void> {
  for (let i = 0; i < n % 7; i++) await new Promise((resolve) => setImmediate(resolve))
}

const codeOf = (error: unknown) => {
  if (error instanceof DomainError) return error.code
  throw error
}

afterEach(async () => {
  const [[leaks]] = (await world().resources.mysql.read.query<Row[]>(
    `SELECT (SELECT COUNT(*) FROM scheduled_message s JOIN message m ON m.workspace_id = s.workspace_id AND m.id = s.id WHERE s.status <> 'SENT') AS posted,
       (SELECT COUNT(*) FROM scheduled_message s LEFT JOIN message m ON m.workspace_id = s.workspace_id AND m.id = s.id
        WHERE s.status = 'SENT' AND m.id IS NULL) AS missing`,
  )) as [Row[], unknown]
  expect(leaks, 'I1 holds for every row').toEqual({ posted: '0', missing: '0' })
})

test.each<[string, Ask, AfterIt]>([
  ['a cancel', (r, author, id) => cancelScheduled(r, author, { id }), { status: 'CANCELED', posted: [] }],
  ['an edit', (r, author, id) => editScheduled(r, author, { id, text: 'v2' }), { status: 'SENT', posted: ['v2'] }],
  [
    'a reschedule',
    async (r, author, id) => editScheduled(r, author, { id, sendAt: (await nowSeconds(r)) + 7200, zone: 'UTC' }),
    { status: 'SCHEDULED', posted: [] },
  ],
])('%s and the send: whoever has the lock of the row first decides (I3, K42)', async (_what, ask, afterIt) => {
  const { resources, author, conversationId } = await setUp()
  const seen = async (id: MessageId) => {
    const posted = (await listPosted(resources, author, conversationId)).filter((message) => message.id === id)
    return { status: (await readRow(resources, author, id)).status, posted: posted.map(({ text }) => text) }
  }
  for (const wins of ['author', 'worker']) {
    const { id } = await scheduleDue(resources, author, conversationId, { text: 'v1' })
    const asks = (r: Resources) => ask(r, author, id).then(() => 'acknowledged', codeOf)
    const sends = (r: Resources) => sendThese(r, [refOf(author, id)]).then(() => 'tried')
    const answers = await (wins === 'author'
      ? raceWonByFirst(resources, asks, sends)
      : raceWonByFirst(resources, sends, asks))
    expect(answers).toContain(wins === 'author' ? 'acknowledged' : 'already_sent')
    expect(await seen(id)).toEqual(wins === 'author' ? afterIt : { status: 'SENT', posted: ['v1'] })
  }
})

test('a cancel racing the send: acknowledged means never posted, refused means posted (I3, 200 rounds)', async () => {
  const { resources, worker, author, conversationId } = await setUp()
  const results = await rounds(async (n) => {
    const { id } = await scheduleDue(resources, author, conversationId)
    const send = async () => {
      await jitter(n)
      await sendThese(worker, [refOf(author, id)])
    }
    const cancel = async () => {
      await jitter(n * 3)
      return cancelScheduled(resources, author, { id }).then((view) => view.status, codeOf)
    }
    const [answer] = await Promise.all([cancel(), send()])
    return { id, answer }
  })
  const posted = new Set((await listPosted(resources, author, conversationId)).map((message) => message.id))
  for (const { id, answer } of results) {
    expect(['CANCELED', 'already_sent']).toContain(answer)
    expect(posted.has(id), `${id} answered ${answer}`).toBe(answer !== 'CANCELED')
  }
})

test('an edit racing the send: what is posted is the last acknowledged edit (I3, 200 rounds)', async () => {
  const { resources, worker, author, conversationId } = await setUp()
  const expected = new Map<MessageId, string>()
  await rounds(async (n) => {
    const { id } = await scheduleDue(resources, author, conversationId, { text: 'v1' })
    expected.set(id, 'v1')
    const edits = async () => {
      for (const text of ['v2', 'v3', 'v4']) {
        await jitter(n * 5)
        const answer = await editScheduled(resources, author, { id, text }).then((view) => view.text, codeOf)
        if (answer === text) expected.set(id, text)
        else expect(answer).toBe('already_sent')
      }
    }
    await Promise.all([edits(), jitter(n * 11).then(() => sendThese(worker, [refOf(author, id)]))])
    await sendThese(worker, [refOf(author, id)])
  })
  const posted = await listPosted(resources, author, conversationId)
  expect(posted).toHaveLength(ROUNDS)
  for (const { id, text } of posted) expect(text).toBe(expected.get(id))
})

test('a reschedule racing the send: posted once, at the old time or at the new one (K42, 200 rounds)', async () => {
  const { resources, worker, author, conversationId } = await setUp()
  const later = (await nowSeconds(resources)) + 7200
  const results = await rounds(async (n) => {
    const { id } = await scheduleDue(resources, author, conversationId)
    const postpone = async () => {
      await jitter(n)
      return editScheduled(resources, author, { id, sendAt: later, zone: 'UTC' }).then(() => 'moved' as const, codeOf)
    }
    const [answer] = await Promise.all([postpone(), jitter(n * 3).then(() => sendThese(worker, [refOf(author, id)]))])
    return { id, answer }
  })
  const posted = new Set((await listPosted(resources, author, conversationId)).map((message) => message.id))
  for (const { id, answer } of results) {
    expect(['moved', 'already_sent']).toContain(answer)
    expect(posted.has(id)).toBe(answer === 'already_sent')
    if (answer === 'moved')
      expect(await readRow(resources, author, id)).toMatchObject({ status: 'SCHEDULED', wakeAt_ms: later * 1000 })
  }
})

test('send now pressed in two tabs while a worker finds it due: one post, a later press gets already_sent (K16)', async () => {
  const { resources, worker, author, conversationId } = await setUp()
  const tab = await world().openResources()
  await rounds(async (n) => {
    const { id } = await (n % 2 ? scheduleDue : scheduleOne)(resources, author, conversationId)
    const press = (from: Resources) => sendScheduledNow(from, author, { id }).then((view) => view.status, codeOf)
    const [one, two] = await Promise.all([press(resources), press(tab), sendThese(worker, [refOf(author, id)])])
    for (const answer of [one, two]) expect(['SENT', 'already_sent']).toContain(answer)
    expect(await press(tab)).toBe('already_sent')
    expect(await loadScheduled(resources, author, id)).toMatchObject({ status: 'SENT' })
  })
  const posted = await listPosted(resources, author, conversationId)
  expect(posted.map((message) => message.seq)).toEqual(Array.from({ length: ROUNDS }, (_, i) => i + 1))
})
