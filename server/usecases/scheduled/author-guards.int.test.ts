/** Conditions an author tied to a message, each with what may happen at the same moment (C5). */
import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { DomainError } from '#server/domain/errors.ts'
import type { MessageId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { NO_GUARDS, type GuardChoice } from '#server/domain/scheduled-message/guards.ts'
import { listUnseenNotices } from '#server/mysql/audit.ts'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import {
  listPosted,
  moveSendAt,
  nowSeconds,
  readRow,
  refOf,
  scheduleDue,
  scheduleOne,
  sendThese,
} from '#server/testing/scheduling.ts'
import { raceWonByFirst, watchStatements } from '#server/testing/statements.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { setArchived } from '../conversations/change-properties.ts'
import { postMessage } from '../messages/post-message.ts'
import type { Resources } from '../resources.ts'
import { editScheduled } from './edit-scheduled.ts'
import { loadScheduled, loadScheduledHistory } from './load-scheduled.ts'
import { retryFailed } from './retry-failed.ts'
import { sendScheduledNow } from './send-scheduled-now.ts'

const world = useTestWorld()
const ROUNDS = 60
const quiet: Partial<GuardChoice> = { unlessReplied: true }

async function setUp() {
  const { resources } = world()
  const workspaceId = await addWorkspace(resources)
  const author = await addMember(resources, workspaceId)
  const other = await addMember(resources, workspaceId, { role: 'owner' })
  const conversationId = await addConversation(resources, [author, other])
  const say = (actor: Actor, text: string, threadRootId: MessageId | null = null) =>
    postMessage(resources, actor, { conversationId, text, threadRootId, clientToken: randomUUID() })
  const send = async (...ids: MessageId[]) => {
    await sendThese(
      resources,
      ids.map((id) => refOf(author, id)),
    )
    return Promise.all(ids.map(async (id) => outcomeOf(resources, author, id)))
  }
  return { resources, workspaceId, author, other, conversationId, say, send }
}

async function outcomeOf(resources: Resources, author: Actor, id: MessageId): Promise<string> {
  const { status, failReason } = await readRow(resources, author, id)
  return failReason ?? status
}

const setAway = ({ mysql }: Resources, who: Actor, until_ms: number | null) =>
  mysql.read.query('UPDATE member SET away_until_ms = ? WHERE workspace_id = ? AND id = ?', [
    until_ms,
    who.workspaceId,
    who.memberId,
  ])

const codeOf = (error: unknown) => {
  if (error instanceof DomainError) return error.code
  throw error
}

/** A little later, by turns of the loop. */
async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await nextTurn()
}

test('only if nobody has replied: what others wrote before, and what one wrote oneself, does not stop it', async () => {
  const { resources, author, other, conversationId, say, send } = await setUp()
  await say(other, 'before')
  const { id } = await scheduleDue(resources, author, conversationId, { guards: quiet })
  await say(author, 'my own')
  expect(await send(id)).toEqual(['SENT'])
})

test('a reply since stops it: FAILED with the reason, a notice, an audit line, its text kept, nothing posted (I4)', async () => {
  const { resources, workspaceId, author, other, conversationId, say, send } = await setUp()
  const view = await scheduleDue(resources, author, conversationId, { guards: quiet, text: 'anyone?' })
  expect(view.guards).toEqual({ ...NO_GUARDS, unlessReplied: true })
  await say(other, 'here')

  expect(await send(view.id)).toEqual(['replied_meanwhile'])
  expect((await listPosted(resources, author, conversationId)).map(({ text }) => text)).toEqual(['here'])
  expect((await loadScheduled(resources, author, view.id)).text).toBe('anyone?')
  const [created, failed] = await loadScheduledHistory(resources, author, view.id)
  expect(created?.detail).toMatchObject({ guards: { ...NO_GUARDS, unlessReplied: true } })
  expect(failed).toMatchObject({ kind: 'failed', actorId: null, detail: { reason: 'replied_meanwhile' } })
  expect(await listUnseenNotices(resources.mysql.read, workspaceId, author.memberId)).toMatchObject([
    { kind: 'scheduled_failed', scheduledId: view.id, detail: { reason: 'replied_meanwhile' } },
  ])
})

test('a reply that was deleted before the send is none', async () => {
  const { resources, workspaceId, author, other, conversationId, say, send } = await setUp()
  const { id } = await scheduleDue(resources, author, conversationId, { guards: quiet })
  const reply = await say(other, 'oops')
  await resources.mysql.read.query('UPDATE message SET deleted_ms = 1 WHERE workspace_id = ? AND id = ?', [
    workspaceId,
    reply.id,
  ])
  expect(await send(id)).toEqual(['SENT'])
})

test('a reply in a thread is stopped by its thread only, a message of the conversation also by replies in threads', async () => {
  const { resources, author, other, conversationId, say, send } = await setUp()
  const [mine, elsewhere] = [await say(author, 'root'), await say(author, 'another root')]
  const inThread = await scheduleDue(resources, author, conversationId, { guards: quiet, threadRootId: mine.id })
  await say(other, 'in the conversation')
  await say(other, 'in another thread', elsewhere.id)
  expect(await send(inThread.id)).toEqual(['SENT'])

  const again = await scheduleDue(resources, author, conversationId, { guards: quiet, threadRootId: mine.id })
  const beside = await scheduleDue(resources, author, conversationId, { guards: quiet })
  await say(other, 'in that thread', mine.id)
  expect(await send(again.id, beside.id)).toEqual(['replied_meanwhile', 'replied_meanwhile'])
})

test('an edit has seen what was written until then; saving without a change has not', async () => {
  const { resources, author, other, conversationId, say, send } = await setUp()
  const [edited, untouched] = [
    await scheduleDue(resources, author, conversationId, { guards: quiet }),
    await scheduleDue(resources, author, conversationId, { guards: quiet }),
  ]
  await say(other, 'in between')
  await editScheduled(resources, author, { id: edited.id, text: 'I saw it' })
  await editScheduled(resources, author, { id: untouched.id, text: untouched.text })
  expect(await send(untouched.id)).toEqual(['replied_meanwhile'])
  expect(await send(edited.id)).toEqual(['SENT'])
})

test('of two due in the same second the other author may be the one who replies, also within one transaction (C10)', async () => {
  const { resources, author, other, conversationId } = await setUp()
  const sendAt = (await nowSeconds(resources)) - 1
  const [first, second] = [
    await scheduleOne(resources, author, conversationId, { guards: quiet }),
    await scheduleOne(resources, other, conversationId, { guards: quiet }),
  ]
  for (const { id } of [first, second]) await moveSendAt(resources, author, id, sendAt)
  const report = await sendThese(resources, [refOf(author, second.id), refOf(author, first.id)])
  expect(report.sent.map(({ id }) => id)).toEqual([first.id])
  expect(report.failReasons).toEqual(['replied_meanwhile'])
})

describe('a reply landing at the very moment', () => {
  const landing = async () => {
    const { resources, author, other, conversationId } = await setUp()
    const { id } = await scheduleDue(resources, author, conversationId, { guards: quiet })
    const reply = (r: Resources) =>
      postMessage(r, other, { conversationId, text: 'reply', clientToken: randomUUID() }).then(() => undefined)
    const send = (r: Resources) => sendThese(r, [refOf(author, id)]).then(() => undefined)
    const seen = async () => {
      const posted = await listPosted(resources, author, conversationId)
      return [await outcomeOf(resources, author, id), ...posted.map((one) => (one.id === id ? 'mine' : 'reply'))]
    }
    return { resources, reply, send, seen }
  }
  const SENT_BEFORE = ['SENT', 'mine', 'reply']
  const STOPPED = ['replied_meanwhile', 'reply']

  test('it has the lock first: the message is stopped', async () => {
    const { resources, reply, send, seen } = await landing()
    await raceWonByFirst(resources, reply, send)
    expect(await seen()).toEqual(STOPPED)
  })

  test('the send has the lock first: the message is sent, and stands before it', async () => {
    const { resources, reply, send, seen } = await landing()
    await raceWonByFirst(resources, send, reply)
    expect(await seen()).toEqual(SENT_BEFORE)
  })

  test(`left to chance it is one of the two (${ROUNDS} rounds)`, async () => {
    const worker = await world().openResources()
    for (let n = 0; n < ROUNDS; n++) {
      const { resources, reply, send, seen } = await landing()
      await Promise.all([
        turns((n * 5) % 60).then(() => reply(resources)),
        turns((n * 7) % 60).then(() => send(worker)),
      ])
      expect([SENT_BEFORE, STOPPED]).toContainEqual(await seen())
    }
  })
})

describe('the guard taken away at the very moment', () => {
  const stopping = async () => {
    const { resources, author, other, conversationId, say } = await setUp()
    const { id } = await scheduleDue(resources, author, conversationId, { guards: quiet })
    await say(other, 'reply')
    const lift = (r: Resources) =>
      editScheduled(r, author, { id, guards: { unlessReplied: false } }).then(() => 'ok', codeOf)
    const send = (r: Resources) => sendThese(r, [refOf(author, id)]).then(() => undefined)
    const seen = () => outcomeOf(resources, author, id)
    return { resources, lift, send, seen }
  }

  test('its author has the lock first: acknowledged, and sent', async () => {
    const { resources, lift, send, seen } = await stopping()
    expect((await raceWonByFirst(resources, lift, send))[0]).toBe('ok')
    expect(await seen()).toBe('SENT')
  })

  test('the send has the lock first: refused, for it had been stopped', async () => {
    const { resources, lift, send, seen } = await stopping()
    expect((await raceWonByFirst(resources, send, lift))[1]).toBe('already_failed')
    expect(await seen()).toBe('replied_meanwhile')
  })

  test(`left to chance, acknowledged means sent and refused means stopped (${ROUNDS} rounds)`, async () => {
    const worker = await world().openResources()
    for (let n = 0; n < ROUNDS; n++) {
      const { resources, lift, send, seen } = await stopping()
      const [answer] = await Promise.all([
        turns((n * 5) % 60).then(() => lift(resources)),
        turns((n * 7) % 60).then(() => send(worker)),
      ])
      await send(worker)
      expect(['ok SENT', 'already_failed replied_meanwhile']).toContain(`${answer} ${await seen()}`)
    }
  })
})

test('held if the channel is archived: FAILED for that reason, text and time kept, and scheduled again once it is open', async () => {
  const { resources, author, other, conversationId, send } = await setUp()
  const held = await scheduleDue(resources, author, conversationId, { guards: { holdIfArchived: true }, text: 'kept' })
  const plain = await scheduleDue(resources, author, conversationId)
  await setArchived(resources, other, conversationId, true)
  expect(await send(held.id, plain.id)).toEqual(['held_channel_archived', 'channel_archived'])
  expect(await loadScheduled(resources, author, held.id)).toMatchObject({ text: 'kept', sendAt: held.sendAt })

  const again = { id: held.id, sendAt: (await nowSeconds(resources)) + 60, zone: 'UTC' }
  await expect(retryFailed(resources, author, again)).rejects.toMatchObject({ code: 'conversation_archived' })
  await setArchived(resources, other, conversationId, false)
  expect(await retryFailed(resources, author, again)).toMatchObject({
    status: 'SCHEDULED',
    failReason: null,
    guards: { ...NO_GUARDS, holdIfArchived: true },
  })
})

describe('archived while it is being sent', () => {
  const archiving = async () => {
    const { resources, author, other, conversationId } = await setUp()
    const { id } = await scheduleDue(resources, author, conversationId, { guards: { holdIfArchived: true } })
    const archive = (r: Resources) => setArchived(r, other, conversationId, true)
    const send = (r: Resources) => sendThese(r, [refOf(author, id)]).then(() => undefined)
    const seen = async () => {
      const posted = await listPosted(resources, author, conversationId)
      return `${await outcomeOf(resources, author, id)}, ${posted.length} posted`
    }
    return { resources, archive, send, seen }
  }
  const SENT_BEFORE = 'SENT, 1 posted'
  const HELD = 'held_channel_archived, 0 posted'

  test('whoever has the lock first decides', async () => {
    const one = await archiving()
    await raceWonByFirst(one.resources, one.archive, one.send)
    expect(await one.seen()).toBe(HELD)
    const other = await archiving()
    await raceWonByFirst(other.resources, other.send, other.archive)
    expect(await other.seen()).toBe(SENT_BEFORE)
  })

  test(`left to chance it is one of the two (${ROUNDS / 3} rounds)`, async () => {
    const worker = await world().openResources()
    for (let n = 0; n < ROUNDS / 3; n++) {
      const { resources, archive, send, seen } = await archiving()
      await Promise.all([archive(resources), send(worker)])
      expect([SENT_BEFORE, HELD]).toContain(await seen())
    }
  })
})

test('skipped while its author is away by their own word, by the clock of the database', async () => {
  const { resources, author, other, conversationId, send } = await setUp()
  const guards = { skipIfAway: true }
  const [a, b, c] = [
    await scheduleDue(resources, author, conversationId, { guards }),
    await scheduleDue(resources, author, conversationId, { guards }),
    await scheduleDue(resources, author, conversationId),
  ]
  await setAway(resources, other, Date.now() + 3_600_000)
  expect(await send(a.id)).toEqual(['SENT'])
  await setAway(resources, author, Date.now() + 3_600_000)
  expect(await send(b.id, c.id)).toEqual(['author_away', 'SENT'])
  await setAway(resources, author, Date.now() - 1_000)
  const d = await scheduleDue(resources, author, conversationId, { guards })
  expect(await send(d.id)).toEqual(['SENT'])
})

test('whoever finds it: the same guards hold under a durable lease', async () => {
  const { resources, author, other, conversationId, say } = await setUp()
  const { id } = await scheduleDue(resources, author, conversationId, { guards: quiet })
  await say(other, 'reply')
  await sendThese(resources, [refOf(author, id)], { leaseFirst: true, path: 'sweep' })
  expect(await outcomeOf(resources, author, id)).toBe('replied_meanwhile')
})

test('send now is by hand: it goes out whatever was written, and though its author is marked away', async () => {
  const { resources, author, other, conversationId, say } = await setUp()
  const guards = { unlessReplied: true, skipIfAway: true }
  for (const schedule of [scheduleOne, scheduleDue]) {
    const { id } = await schedule(resources, author, conversationId, { guards })
    await say(other, 'reply')
    await setAway(resources, author, Date.now() + 3_600_000)
    expect(await sendScheduledNow(resources, author, { id })).toMatchObject({ status: 'SENT' })
  }
})

test('a change keeps every guard it does not name, and the trail says which ones changed (C8)', async () => {
  const { resources, author, conversationId } = await setUp()
  const notAfter = (await nowSeconds(resources)) + 4_000
  const { id, sendAt } = await scheduleOne(resources, author, conversationId, {
    guards: { unlessReplied: true, holdIfArchived: true },
    notAfter,
  })
  const both = { unlessReplied: true, holdIfArchived: true, skipIfAway: false }
  expect(await editScheduled(resources, author, { id, text: 'other' })).toMatchObject({ guards: both, notAfter })
  const away = { ...both, holdIfArchived: false, skipIfAway: true }
  const changed = await editScheduled(resources, author, { id, guards: { holdIfArchived: false, skipIfAway: true } })
  expect(changed).toMatchObject({ guards: away, notAfter, text: 'other', sendAt, version: 3 })
  expect(await editScheduled(resources, author, { id, guards: away })).toMatchObject({ version: 3 })
  const [, , event] = await loadScheduledHistory(resources, author, id)
  expect(event).toMatchObject({
    kind: 'edited',
    detail: { before: { guards: both, notAfter }, after: { guards: away, notAfter } },
  })
})

test('"not later than" stays where it is; a time moved beyond it takes it along', async () => {
  const { resources, author, conversationId } = await setUp()
  const { id, sendAt } = await scheduleOne(resources, author, conversationId)
  await editScheduled(resources, author, { id, notAfter: sendAt + 600 })
  const move = (by: number) => editScheduled(resources, author, { id, sendAt: sendAt + by, zone: 'Europe/Berlin' })
  expect(await move(300)).toMatchObject({ notAfter: sendAt + 600 })
  expect(await move(86_400)).toMatchObject({ notAfter: sendAt + 86_400 + 300 })
  const wrong = editScheduled(resources, author, { id, notAfter: sendAt + 86_399 })
  await expect(wrong).rejects.toMatchObject({ code: 'invalid_input', facts: { field: 'notAfter' } })
})

test('the same token with other guards is another message (C9)', async () => {
  const { resources, author, conversationId } = await setUp()
  const clientToken = randomUUID()
  const sendAt = (await nowSeconds(resources)) + 3600
  const ask = (guards?: Partial<GuardChoice>) =>
    scheduleOne(resources, author, conversationId, { clientToken, sendAt, ...(guards ? { guards } : {}) })
  const first = await ask({})
  expect((await ask()).id).toBe(first.id)
  expect((await ask({ skipIfAway: false })).id).toBe(first.id)
  await expect(ask({ skipIfAway: true })).rejects.toMatchObject({ code: 'token_reused' })
})

test('a guard costs a statement only where somebody wrote since', async () => {
  const { resources, author, other, conversationId, say } = await setUp()
  const statements = async (id: MessageId) => {
    let count = 0
    await sendThese(
      watchStatements(resources, () => void count++),
      [refOf(author, id)],
    )
    return count
  }
  const plain = await scheduleDue(resources, author, conversationId)
  const without = await statements(plain.id)
  const every = { unlessReplied: true, holdIfArchived: true, skipIfAway: true }
  const alone = await scheduleDue(resources, author, conversationId, { guards: every })
  expect(await statements(alone.id)).toBe(without)
  const asked = await scheduleDue(resources, author, conversationId, { guards: every })
  const reply = await say(other, 'to be deleted')
  await resources.mysql.read.query('UPDATE message SET deleted_ms = 1 WHERE id = ?', [reply.id])
  expect(await statements(asked.id)).toBe(without + 1)
  expect(await outcomeOf(resources, author, asked.id)).toBe('SENT')
})
