import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { MessageId } from '#server/domain/ids.ts'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import { listPosted, readRow, refOf, scheduleDue, scheduleOne, sendThese, setRow } from '#server/testing/scheduling.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { changeMany, MOST_STEPS, type StepOutcome } from './change-many.ts'
import { listScheduled, loadScheduledHistory } from './load-scheduled.ts'

const world = useTestWorld()

async function setUp(rules: { freeze_s?: number } = {}) {
  const { resources } = world()
  const workspaceId = await addWorkspace(resources, rules)
  const [author, other] = [await addMember(resources, workspaceId), await addMember(resources, workspaceId)]
  const conversationId = await addConversation(resources, [author, other])
  return { resources, author, other, conversationId }
}

const codes = (outcomes: StepOutcome[]) => outcomes.map((outcome) => ('done' in outcome ? 'done' : outcome.code))

test('each message of a batch is told what became of it; what could not be done holds nothing back (C2)', async () => {
  const { resources, author, other, conversationId } = await setUp()
  const [pending, due, elsewhere] = [
    await scheduleOne(resources, author, conversationId),
    await scheduleDue(resources, author, conversationId),
    await scheduleOne(resources, other, conversationId),
  ]
  const leased = await scheduleOne(resources, author, conversationId)
  await setRow(resources, author, leased.id, {
    status: 'DISPATCHING',
    lease_owner: 'someone',
    wake_at_ms: Date.now() + 60_000,
  })
  await sendThese(resources, [refOf(author, due.id)])
  const move = (id: MessageId, version = 1) =>
    ({ id, do: 'move', version, sendAt: pending.sendAt + 900, zone: 'Europe/Berlin' }) as const
  const outcomes = await changeMany(resources, author, [
    move(due.id),
    move(pending.id),
    move(leased.id),
    move(elsewhere.id),
  ])
  expect(codes(outcomes)).toEqual(['already_sent', 'done', 'already_sending', 'not_found'])
  await expect(changeMany(resources, author, [move(pending.id, 2), move(pending.id, 2)])).rejects.toMatchObject({
    code: 'invalid_input',
  })
  expect(await readRow(resources, author, pending.id)).toMatchObject({
    version: 2,
    wakeAt_ms: (pending.sendAt + 900) * 1000,
  })
  expect(await readRow(resources, other, elsewhere.id)).toMatchObject({ version: 1, status: 'SCHEDULED' })
})

test('a time that is past or frozen refuses its own message only', async () => {
  const { resources, author, conversationId } = await setUp({ freeze_s: 1800 })
  const open = await scheduleOne(resources, author, conversationId)
  const last = await scheduleOne(resources, author, conversationId)
  const frozen = await scheduleOne(resources, author, conversationId, { sendAt: open.sendAt - 2400 })
  const outcomes = await changeMany(resources, author, [
    { id: frozen.id, do: 'cancel' },
    { id: open.id, do: 'move', version: 1, sendAt: 1_000_000_000, zone: 'Etc/UTC' },
    { id: last.id, do: 'cancel' },
  ])
  expect(codes(outcomes)).toEqual(['window_closed', 'time_in_past', 'done'])
})

test('what a batch cancelled can be scheduled again with everything it had, once, and the cancelled stay cancelled (I3, C9)', async () => {
  const { resources, author, conversationId } = await setUp()
  const payload = JSON.stringify({ blocks: [{ type: 'divider' }], metadata: { event_type: 'x' } })
  const one = await scheduleOne(resources, author, conversationId, { payload, notAfter: 4_000_000_000 })
  const two = await scheduleOne(resources, author, conversationId)
  expect(
    codes(
      await changeMany(resources, author, [
        { id: one.id, do: 'cancel' },
        { id: two.id, do: 'cancel' },
      ]),
    ),
  ).toEqual(['done', 'done'])
  const again = [one, two].map(({ id }) => ({ id, do: 'again', clientToken: randomUUID() }) as const)
  const [first, second] = [await changeMany(resources, author, again), await changeMany(resources, author, again)]
  expect(codes(first)).toEqual(['done', 'done'])
  expect(second).toEqual(first)
  const { items } = await listScheduled(resources, author, { status: 'pending', limit: 10 })
  expect(items).toHaveLength(2)
  expect(items).toContainEqual(
    expect.objectContaining({ payload, notAfter: 4_000_000_000, sendAt: one.sendAt, wallClock: one.wallClock }),
  )
  expect((await readRow(resources, author, one.id)).status).toBe('CANCELED')
  expect(
    codes(await changeMany(resources, author, [{ id: items[0]!.id, do: 'again', clientToken: randomUUID() }])),
  ).toEqual(['edit_conflict'])
})

test('two hundred messages move in one call, each with its own line in the history, and no message twice', async () => {
  const { resources, author, conversationId } = await setUp()
  const views = await Promise.all(
    Array.from({ length: MOST_STEPS }, (_, i) => scheduleOne(resources, author, conversationId, { text: `n${i}` })),
  )
  const steps = views.map(
    ({ id, sendAt }) => ({ id, do: 'move', version: 1, sendAt: sendAt + 60, zone: 'Etc/UTC' }) as const,
  )
  const outcomes = await changeMany(resources, author, steps)
  expect(outcomes.map(({ id }) => id)).toEqual(views.map(({ id }) => id))
  expect(new Set(codes(outcomes))).toEqual(new Set(['done']))
  expect((await loadScheduledHistory(resources, author, views[7]!.id)).map(({ kind }) => kind)).toEqual([
    'created',
    'rescheduled',
  ])
  await expect(changeMany(resources, author, [...steps, steps[0]!])).rejects.toMatchObject({ code: 'invalid_input' })
  expect(await listPosted(resources, author, conversationId)).toEqual([])
})

test('a batch against a send at the same moment: each message is either cancelled or posted, never both (I3)', async () => {
  const { resources, author, conversationId } = await setUp()
  const views = await Promise.all(
    Array.from({ length: 30 }, (_, i) => scheduleDue(resources, author, conversationId, { text: `race ${i}` })),
  )
  const [outcomes] = await Promise.all([
    changeMany(
      resources,
      author,
      views.map(({ id }) => ({ id, do: 'cancel' }) as const),
    ),
    sendThese(
      resources,
      views.map(({ id }) => refOf(author, id)),
    ),
  ])
  const posted = new Set((await listPosted(resources, author, conversationId)).map(({ id }) => id))
  for (const outcome of outcomes) {
    if ('done' in outcome) expect(posted.has(outcome.id)).toBe(false)
    else expect(['already_sent', 'already_sending']).toContain(outcome.code)
    expect(posted.has(outcome.id)).toBe(!('done' in outcome))
  }
})
