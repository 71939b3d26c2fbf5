import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
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
import { useTestWorld } from '#server/testing/test-world.ts'
import { holdScheduled } from '../scheduled/hold-scheduled.ts'
import { listScheduled, loadScheduledHistory } from '../scheduled/load-scheduled.ts'
import { armDraft, changeDraft, deleteDraft, keepDraft, listDrafts } from './planned-drafts.ts'

const world = useTestWorld()

async function setUp(rules: { freeze_s?: number } = {}) {
  const { resources } = world()
  const workspaceId = await addWorkspace(resources, rules)
  const [author, other] = [await addMember(resources, workspaceId), await addMember(resources, workspaceId)]
  const conversationId = await addConversation(resources, [author, other], { kind: 'private' })
  const sendAt = (await nowSeconds(resources)) + 3600
  const keep = (text: string, clientToken: string = randomUUID()) =>
    keepDraft(resources, author, { conversationId, text, sendAt, zone: 'Europe/Berlin', clientToken })
  return { resources, author, other, conversationId, sendAt, keep }
}

test('a draft remembers its time, is its author’s alone, and nothing of it is armed (K97)', async () => {
  const { resources, author, other, sendAt, keep } = await setUp()
  const token = randomUUID()
  const [first, again] = [await keep('for later', token), await keep('for later', token)]
  expect(again.id).toBe(first.id)
  expect(await listDrafts(resources, author)).toMatchObject([{ text: 'for later', sendAt, zone: 'Europe/Berlin' }])
  expect(await listDrafts(resources, other)).toEqual([])
  expect((await listScheduled(resources, author, { status: 'pending', limit: 10 })).items).toEqual([])
  for (const attempt of [
    () => changeDraft(resources, other, { id: first.id, version: 1, text: 'x' }),
    () => deleteDraft(resources, other, first.id),
    () => armDraft(resources, other, first.id),
  ]) {
    await expect(attempt()).rejects.toMatchObject({ code: 'not_found' })
  }
})

test('a change of an older version is refused; saved without a change it stays as it is', async () => {
  const { resources, author, keep } = await setUp()
  const draft = await keep('one')
  expect(await changeDraft(resources, author, { id: draft.id, version: 1, text: 'one' })).toMatchObject({ version: 1 })
  const later = await changeDraft(resources, author, {
    id: draft.id,
    version: 1,
    sendAt: draft.sendAt + 60,
    zone: 'Etc/UTC',
  })
  expect(later).toMatchObject({ version: 2, text: 'one', sendAt: draft.sendAt + 60, zone: 'Etc/UTC' })
  await expect(changeDraft(resources, author, { id: draft.id, version: 1, text: 'two' })).rejects.toMatchObject({
    code: 'edit_conflict',
  })
})

test('armed it is scheduled for its time and gone as a draft; at once from two tabs it is one message (C9)', async () => {
  const { resources, author, keep } = await setUp()
  const draft = await keep('arm me')
  const answers = await Promise.allSettled([1, 2, 3].map(() => armDraft(resources, author, draft.id)))
  const armed = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.id] : []))
  expect(new Set(armed).size).toBe(1)
  const { items } = await listScheduled(resources, author, { status: 'pending', limit: 10 })
  expect(items).toMatchObject([{ text: 'arm me', sendAt: draft.sendAt, wallClock: draft.wallClock }])
  expect(await listDrafts(resources, author)).toEqual([])
})

test('a draft whose time has passed stays a draft, with the reason', async () => {
  const { resources, author, keep } = await setUp()
  const draft = await keep('too late')
  await changeDraft(resources, author, { id: draft.id, version: 1, sendAt: 1_000_000_000, zone: 'Etc/UTC' })
  await expect(armDraft(resources, author, draft.id)).rejects.toMatchObject({ code: 'time_in_past' })
  expect(await listDrafts(resources, author)).toMatchObject([{ text: 'too late' }])
})

test('its conditions are changed with it, and what is not given stays: moved beyond "not later than" it takes that along', async () => {
  const { resources, author, keep } = await setUp()
  const { id, sendAt } = await keep('tied')
  const tied = await changeDraft(resources, author, {
    ...{ id, version: 1, notAfter: sendAt + 60, guards: { skipIfAway: true } },
  })
  const guards = { unlessReplied: false, holdIfArchived: false, skipIfAway: true }
  expect(tied).toMatchObject({ version: 2, notAfter: sendAt + 60, guards, text: 'tied', sendAt })
  const moved = await changeDraft(resources, author, { id, version: 2, sendAt: sendAt + 3_600, zone: 'Etc/UTC' })
  expect(moved).toMatchObject({ version: 3, notAfter: sendAt + 3_660, guards })
  expect((await changeDraft(resources, author, { id, version: 1, guards: { skipIfAway: true } })).version).toBe(3)
  expect(await armDraft(resources, author, id)).toMatchObject({ notAfter: sendAt + 3_660, guards })
})

test('a zone or a wall clock is enough for a new time, and what is not given stays', async () => {
  const { resources, author, conversationId } = await setUp()
  const day = new Date(((await nowSeconds(resources)) + 10 * 86_400) * 1000).toISOString().slice(0, 10)
  const sendAt = Date.parse(`${day}T06:15:00Z`) / 1000
  const asked = { conversationId, text: 'x', sendAt, zone: 'Asia/Kathmandu', wallClock: `${day}T12:00` }
  const { id } = await keepDraft(resources, author, { ...asked, clientToken: randomUUID() })
  expect(await changeDraft(resources, author, { id, version: 1, zone: 'Asia/Tokyo' })).toMatchObject({
    ...{ version: 2, sendAt, zone: 'Asia/Tokyo', wallClock: `${day}T15:15:00`, promised: null },
  })
  expect(await changeDraft(resources, author, { id, version: 2, wallClock: `${day}T16:15` })).toMatchObject({
    ...{ version: 3, sendAt: sendAt + 3_600, zone: 'Asia/Tokyo', wallClock: `${day}T16:15:00` },
  })
  await expect(changeDraft(resources, author, { id, version: 3, zone: 'Asia/Atlantis' })).rejects.toMatchObject({
    code: 'invalid_zone',
  })
})

test('an instant that was asked for without a wall clock is still one after it was held back and armed (T6)', async () => {
  const { resources, author, conversationId } = await setUp()
  const day = new Date(((await nowSeconds(resources)) + 10 * 86_400) * 1000).toISOString().slice(0, 10)
  const sendAt = Date.parse(`${day}T06:15:00Z`) / 1000
  for (const wallClock of [undefined, `${day}T12:00:00`]) {
    const facts = { sendAt, zone: 'Asia/Kathmandu', ...(wallClock ? { wallClock } : {}) }
    const { id, promised } = await scheduleOne(resources, author, conversationId, facts)
    expect(promised).toBe(wallClock ? null : 'instant')
    await holdScheduled(resources, author, { id })
    const draft = (await listDrafts(resources, author)).find(({ heldFrom }) => heldFrom === id)
    expect(draft).toMatchObject({ promised, sendAt })
    expect(await armDraft(resources, author, draft!.id)).toMatchObject({ promised, sendAt })
  }
})

test('somewhere one may not read, nothing is kept (I7)', async () => {
  const { resources, other } = await setUp()
  const elsewhere = await addConversation(resources, [await addMember(resources, other.workspaceId)], {
    kind: 'private',
  })
  const wanted = {
    conversationId: elsewhere,
    text: 'x',
    sendAt: 2_000_000_000,
    zone: 'Etc/UTC',
    clientToken: randomUUID(),
  }
  await expect(keepDraft(resources, other, wanted)).rejects.toMatchObject({ code: 'not_found' })
})

test('held back, a message is never posted, and its text, time, blocks and what was being typed are kept (I3)', async () => {
  const { resources, author, conversationId } = await setUp()
  const payload = JSON.stringify({ blocks: [] })
  const view = await scheduleOne(resources, author, conversationId, {
    text: 'saved',
    payload,
    notAfter: 4_000_000_000,
    guards: { skipIfAway: true },
  })
  const held = await holdScheduled(resources, author, { id: view.id, text: 'being typed' })
  expect(held).toMatchObject({ status: 'CANCELED', text: 'saved' })
  const [draft] = await listDrafts(resources, author)
  expect(draft).toMatchObject({
    text: 'being typed',
    payload,
    sendAt: view.sendAt,
    wallClock: view.wallClock,
    heldFrom: view.id,
  })
  expect((await loadScheduledHistory(resources, author, view.id)).map(({ kind }) => kind)).toEqual(['created', 'held'])
  await sendThese(resources, [refOf(author, view.id)])
  expect(await listPosted(resources, author, conversationId)).toEqual([])
  // Held a second time it is what it was, and no second draft.
  await holdScheduled(resources, author, { id: view.id })
  expect(await listDrafts(resources, author)).toHaveLength(1)

  const back = await armDraft(resources, author, draft!.id)
  expect(back).toMatchObject({
    notAfter: 4_000_000_000,
    guards: { unlessReplied: false, holdIfArchived: false, skipIfAway: true },
    text: 'being typed',
    payload,
    sendAt: view.sendAt,
    status: 'SCHEDULED',
  })
})

test('held against sent at the same moment: posted with no draft, or a draft and never posted (I3)', async () => {
  const { resources, author, conversationId } = await setUp()
  for (let round = 0; round < 10; round++) {
    const view = await scheduleDue(resources, author, conversationId, { text: `round ${round}` })
    const [outcome] = await Promise.allSettled([
      holdScheduled(resources, author, { id: view.id }),
      sendThese(resources, [refOf(author, view.id)]),
    ])
    const drafted = (await listDrafts(resources, author)).some(({ heldFrom }) => heldFrom === view.id)
    const posted = (await listPosted(resources, author, conversationId)).some(({ id }) => id === view.id)
    expect([drafted, posted]).toEqual(outcome.status === 'fulfilled' ? [true, false] : [false, true])
    expect((await readRow(resources, author, view.id)).status).toBe(posted ? 'SENT' : 'CANCELED')
  }
})

test('where the workspace closes changes before the time, holding back is refused as honestly as cancelling', async () => {
  const { resources, author, conversationId } = await setUp({ freeze_s: 1800 })
  const view = await scheduleOne(resources, author, conversationId, { sendAt: (await nowSeconds(resources)) + 60 })
  await expect(holdScheduled(resources, author, { id: view.id })).rejects.toMatchObject({ code: 'window_closed' })
  expect(await listDrafts(resources, author)).toEqual([])
})
