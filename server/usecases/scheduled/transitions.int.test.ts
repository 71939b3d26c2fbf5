import { expect, test } from 'vitest'
import { DomainError, type ErrorCode } from '#server/domain/errors.ts'
import type { MessageId } from '#server/domain/ids.ts'
import { wallClockAt } from '#server/domain/time/zone.ts'
import { epochSeconds } from '#server/domain/time/units.ts'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import {
  listPosted,
  nowSeconds,
  readRow,
  refOf,
  scheduleDue,
  scheduleOne,
  sendThese,
  setRow,
} from '#server/testing/scheduling.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { cancelScheduled } from './cancel-scheduled.ts'
import { editScheduled } from './edit-scheduled.ts'
import { loadScheduled, loadScheduledHistory } from './load-scheduled.ts'
import { retryFailed } from './retry-failed.ts'
import { sendScheduledNow } from './send-scheduled-now.ts'

const world = useTestWorld()

async function setUp(rules: { freeze_s?: number } = {}) {
  const { resources } = world()
  const workspaceId = await addWorkspace(resources, rules)
  const author = await addMember(resources, workspaceId)
  const conversationId = await addConversation(resources, [author])
  const kinds = async (id: MessageId) => (await loadScheduledHistory(resources, author, id)).map((event) => event.kind)
  return { resources, workspaceId, author, conversationId, kinds }
}

async function refusal(attempt: Promise<unknown>): Promise<ErrorCode | 'accepted'> {
  return attempt.then(
    () => 'accepted' as const,
    (error: unknown) => {
      if (error instanceof DomainError) return error.code
      throw error
    },
  )
}

test('an accepted message is SCHEDULED, wakes at its second and has its audit line (S1, C8)', async () => {
  const { resources, author, conversationId, kinds } = await setUp()
  const view = await scheduleOne(resources, author, conversationId)
  expect(view).toMatchObject({ status: 'SCHEDULED', version: 1, canEdit: true, canCancel: true })
  expect(await readRow(resources, author, view.id)).toMatchObject({
    status: 'SCHEDULED',
    fence: 0,
    attempts: 0,
    wakeAt_ms: view.sendAt * 1000,
  })
  expect(await kinds(view.id)).toEqual(['created'])
})

test('an edit changes what is there, raises version and fence, and keeps before and after (C2, C8)', async () => {
  const { resources, author, conversationId } = await setUp()
  const view = await scheduleOne(resources, author, conversationId, { text: 'first' })
  const edited = await editScheduled(resources, author, { id: view.id, version: 1, text: 'second' })
  expect(edited).toMatchObject({ text: 'second', version: 2, sendAt: view.sendAt, status: 'SCHEDULED' })
  expect(await readRow(resources, author, view.id)).toMatchObject({ fence: 1, wakeAt_ms: view.sendAt * 1000 })
  const [, event] = await loadScheduledHistory(resources, author, view.id)
  expect(event).toMatchObject({
    kind: 'edited',
    actorId: author.memberId,
    client: 'test',
    detail: { before: { text: 'first' }, after: { text: 'second' } },
  })
})

test('a new time alone is a reschedule; the row wakes at the new second (C2, C8)', async () => {
  const { resources, author, conversationId, kinds } = await setUp()
  const view = await scheduleOne(resources, author, conversationId)
  const moved = await editScheduled(resources, author, { id: view.id, sendAt: view.sendAt + 60, zone: 'Europe/Berlin' })
  expect(moved).toMatchObject({ sendAt: view.sendAt + 60, version: 2 })
  expect((await readRow(resources, author, view.id)).wakeAt_ms).toBe((view.sendAt + 60) * 1000)
  expect(await kinds(view.id)).toEqual(['created', 'rescheduled'])
})

test('saving without a change keeps the version and writes no audit line (K27)', async () => {
  const { resources, author, conversationId, kinds } = await setUp()
  const fullMinute = Math.floor((await nowSeconds(resources)) / 60) * 60 + 3600
  const instant = await scheduleOne(resources, author, conversationId, { text: 'same', sendAt: fullMinute })
  const { wallClock } = instant
  const clock = await scheduleOne(resources, author, conversationId, { text: 'same', sendAt: fullMinute, wallClock })
  const same = { version: 1, text: 'same', sendAt: fullMinute, zone: instant.zone }
  const untouched = [
    { id: instant.id },
    { ...same, id: instant.id },
    { id: clock.id },
    { ...same, id: clock.id, wallClock },
    { ...same, id: clock.id, wallClock: wallClock.slice(0, 16) },
  ]
  for (const input of untouched) expect(await editScheduled(resources, author, input)).toMatchObject({ version: 1 })
  for (const { id } of [instant, clock]) {
    expect(await readRow(resources, author, id)).toMatchObject({ version: 1, fence: 0 })
    expect(await kinds(id)).toEqual(['created'])
  }
})

test('an edit of an older version is refused with the version that is there; nothing of it is stored (C2)', async () => {
  const { resources, author, conversationId } = await setUp()
  const view = await scheduleOne(resources, author, conversationId)
  await editScheduled(resources, author, { id: view.id, version: 1, text: 'from one tab' })
  const late = editScheduled(resources, author, { id: view.id, version: 1, text: 'from another tab' })
  await expect(late).rejects.toMatchObject({ code: 'edit_conflict', facts: { seen: 1, version: 2 } })
  expect((await loadScheduled(resources, author, view.id)).text).toBe('from one tab')
})

test('of twenty edits of the same version at once exactly one is stored (C2)', async () => {
  const { resources, author, conversationId } = await setUp()
  const view = await scheduleOne(resources, author, conversationId)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      refusal(editScheduled(resources, author, { id: view.id, version: 1, text: `edit ${i}` })),
    ),
  )
  expect(answers.filter((answer) => answer === 'accepted')).toHaveLength(1)
  expect(answers.filter((answer) => answer === 'edit_conflict')).toHaveLength(19)
  expect((await loadScheduled(resources, author, view.id)).version).toBe(2)
})

test('a message being edited stays armed: due meanwhile, its old content is sent (K30)', async () => {
  const { resources, author, conversationId } = await setUp()
  const view = await scheduleDue(resources, author, conversationId, { text: 'old' })
  await loadScheduled(resources, author, view.id) // the editor is open; nothing is saved
  await sendThese(resources, [refOf(author, view.id)])
  expect(await listPosted(resources, author, conversationId)).toMatchObject([{ text: 'old' }])
  expect(await refusal(editScheduled(resources, author, { id: view.id, version: 1, text: 'new' }))).toBe('already_sent')
})

test('a cancelled message is final; cancelling it again answers with it as it is, once in the trail (I3, C8)', async () => {
  const { resources, author, conversationId, kinds } = await setUp()
  const view = await scheduleDue(resources, author, conversationId)
  const canceled = await cancelScheduled(resources, author, { id: view.id })
  const again = await cancelScheduled(resources, author, { id: view.id })
  expect(canceled).toMatchObject({ status: 'CANCELED', version: 2, canEdit: false, canCancel: false })
  expect(again).toMatchObject({ status: 'CANCELED', version: 2 })
  expect((await sendThese(resources, [refOf(author, view.id)])).sent).toEqual([])
  expect(await listPosted(resources, author, conversationId)).toEqual([])
  expect(await kinds(view.id)).toEqual(['created', 'canceled'])
  expect(await refusal(editScheduled(resources, author, { id: view.id, text: 'x' }))).toBe('already_canceled')
  expect(await refusal(sendScheduledNow(resources, author, { id: view.id }))).toBe('already_canceled')
})

test('a sent message answers every change with already_sent (C2)', async () => {
  const { resources, author, conversationId } = await setUp()
  const { id } = await scheduleDue(resources, author, conversationId)
  await sendThese(resources, [refOf(author, id)])
  const attempts = [
    () => cancelScheduled(resources, author, { id }),
    () => editScheduled(resources, author, { id, text: 'x' }),
    () => sendScheduledNow(resources, author, { id }),
    async () => retryFailed(resources, author, { id, sendAt: (await nowSeconds(resources)) + 60, zone: 'UTC' }),
  ]
  for (const attempt of attempts) expect(await refusal(attempt())).toBe('already_sent')
})

test('send now posts at once with the second it was pressed, and tells it as such (C2, C8)', async () => {
  const { resources, author, conversationId, kinds } = await setUp()
  const view = await scheduleOne(resources, author, conversationId, { text: 'now' })
  const sent = await sendScheduledNow(resources, author, { id: view.id })
  expect(sent).toMatchObject({ status: 'SENT', sentSeq: 1, lateCause: null })
  expect(sent.sendAt).toBeLessThanOrEqual(await nowSeconds(resources))
  expect(sent.wallClock).toBe(wallClockAt(epochSeconds(sent.sendAt), 'Europe/Berlin' as never))
  expect(await listPosted(resources, author, conversationId)).toMatchObject([{ id: view.id, text: 'now' }])
  expect(await kinds(view.id)).toEqual(['created', 'send_now', 'sent'])
})

test('send now does not wait for the pause after a failed try (C2)', async () => {
  const { resources, author, conversationId } = await setUp()
  const view = await scheduleDue(resources, author, conversationId)
  await setRow(resources, author, view.id, { attempts: 2, wake_at_ms: Date.now() + 60_000 })
  expect(await sendScheduledNow(resources, author, { id: view.id })).toMatchObject({
    status: 'SENT',
    sendAt: view.sendAt,
  })
})

test('a failed message is not scheduled again while what it failed of still stands', async () => {
  const { resources, author, conversationId } = await setUp()
  const { id } = await scheduleDue(resources, author, conversationId)
  const archive = (archived_ms: number | null) =>
    resources.mysql.read.query('UPDATE channel SET archived_ms = ? WHERE workspace_id = ? AND id = ?', [
      archived_ms,
      author.workspaceId,
      conversationId,
    ])
  await archive(1)
  await sendThese(resources, [refOf(author, id)])
  const again = { id, sendAt: (await nowSeconds(resources)) + 60, zone: 'UTC' }

  expect(await refusal(retryFailed(resources, author, again))).toBe('conversation_archived')
  expect(await loadScheduled(resources, author, id)).toMatchObject({ status: 'FAILED' })
  await archive(null)
  expect(await retryFailed(resources, author, again)).toMatchObject({ status: 'SCHEDULED' })
})

test('a failed message is scheduled again under its own id with a new time and fixed text, and becomes one message (I1, C5)', async () => {
  const { resources, author, conversationId, kinds } = await setUp()
  const { id } = await scheduleDue(resources, author, conversationId, {
    text: 'broken',
    overdue_s: 200_000,
    notAfter: (await nowSeconds(resources)) + 7200,
  })
  await sendThese(resources, [refOf(author, id)])
  expect(await loadScheduled(resources, author, id)).toMatchObject({
    status: 'FAILED',
    failReason: 'expired',
    text: 'broken',
  })
  expect(await refusal(cancelScheduled(resources, author, { id }))).toBe('already_failed')

  const sendAt = (await nowSeconds(resources)) + 86_400
  const retried = await retryFailed(resources, author, { id, sendAt, zone: 'UTC', text: 'fixed' })
  expect(retried).toMatchObject({ id, status: 'SCHEDULED', sendAt, text: 'fixed', failReason: null, notAfter: null })
  expect(await refusal(retryFailed(resources, author, { id, sendAt, zone: 'UTC' }))).toBe('edit_conflict')

  await sendScheduledNow(resources, author, { id })
  expect(await listPosted(resources, author, conversationId)).toMatchObject([{ id, text: 'fixed' }])
  expect(await kinds(id)).toEqual(['created', 'failed', 'retried', 'send_now', 'sent'])
})

test('scheduled again after another failure, "not later than" stays at the distance it had', async () => {
  const { resources, author, conversationId } = await setUp()
  const sendAt = (await nowSeconds(resources)) + 3_600
  const { id } = await scheduleOne(resources, author, conversationId, { sendAt, notAfter: sendAt + 300 })
  const failed = { status: 'FAILED', fail_reason: 'channel_archived', wake_at_ms: null }
  await setRow(resources, author, id, failed)
  const again = { id, sendAt: sendAt + 86_400, zone: 'UTC' }
  expect(await retryFailed(resources, author, again)).toMatchObject({ notAfter: again.sendAt + 300 })
  await setRow(resources, author, id, failed)
  expect(await retryFailed(resources, author, { ...again, notAfter: null })).toMatchObject({ notAfter: null })
})

test('within the freeze every change is refused as window_closed, before it none is (C1)', async () => {
  const { resources, author, conversationId } = await setUp({ freeze_s: 600 })
  const now = await nowSeconds(resources)
  const open = await scheduleOne(resources, author, conversationId, { sendAt: now + 660 })
  const frozen = await scheduleOne(resources, author, conversationId, { sendAt: now + 540 })
  expect(open).toMatchObject({ canEdit: true, editableUntil: open.sendAt - 600 })
  expect(frozen).toMatchObject({ canEdit: false, canCancel: false, editableUntil: frozen.sendAt - 600 })
  expect(await refusal(editScheduled(resources, author, { id: frozen.id, text: 'x' }))).toBe('window_closed')
  expect(await refusal(cancelScheduled(resources, author, { id: frozen.id }))).toBe('window_closed')
  expect(await refusal(sendScheduledNow(resources, author, { id: frozen.id }))).toBe('window_closed')
  expect(await refusal(editScheduled(resources, author, { id: open.id, text: 'x' }))).toBe('accepted')
})

test("another's scheduled message is answered as if it were not there (I7)", async () => {
  const { resources, workspaceId, author, conversationId } = await setUp()
  const other = await addMember(resources, workspaceId, { role: 'admin' })
  const { id } = await scheduleOne(resources, author, conversationId)
  const attempts = [
    () => loadScheduled(resources, other, id),
    () => loadScheduledHistory(resources, other, id),
    () => cancelScheduled(resources, other, { id }),
    () => editScheduled(resources, other, { id, text: 'x' }),
    () => sendScheduledNow(resources, other, { id }),
  ]
  for (const attempt of attempts) expect(await refusal(attempt())).toBe('not_found')
})
