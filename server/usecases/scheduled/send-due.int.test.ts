import { expect, test } from 'vitest'
import type { Row } from '#server/mysql/connect.ts'
import { listAuditEvents, listUnseenNotices } from '#server/mysql/audit.ts'
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

const world = useTestWorld()

async function setUp() {
  const { resources } = world()
  const workspaceId = await addWorkspace(resources)
  const author = await addMember(resources, workspaceId)
  const reader = await addMember(resources, workspaceId)
  const conversationId = await addConversation(resources, [author, reader], { kind: 'private' })
  return { resources, workspaceId, author, reader, conversationId }
}

test('a due message becomes exactly one message with its own id, and the row says SENT (I1)', async () => {
  const { resources, author, conversationId } = await setUp()
  const scheduled = await scheduleDue(resources, author, conversationId, { text: 'good morning' })

  const report = await sendThese(resources, [refOf(author, scheduled.id)])
  const again = await sendThese(resources, [refOf(author, scheduled.id)])

  expect(report.sent).toHaveLength(1)
  expect(again.sent).toHaveLength(0)
  expect(again.done).toHaveLength(1)
  expect(await listPosted(resources, author, conversationId)).toEqual([
    { id: scheduled.id, seq: 1, text: 'good morning' },
  ])
  expect(await readRow(resources, author, scheduled.id)).toMatchObject({
    status: 'SENT',
    sentSeq: 1,
    wakeAt_ms: null,
    fence: 1,
  })
})

test('a message is not sent before its second; the id comes back at that second (I2)', async () => {
  const { resources, author, conversationId } = await setUp()
  const scheduled = await scheduleOne(resources, author, conversationId)

  const report = await sendThese(resources, [refOf(author, scheduled.id)])

  expect(report.sent).toHaveLength(0)
  expect(report.back).toEqual([{ ref: refOf(author, scheduled.id), at_ms: scheduled.sendAt * 1000 }])
  expect(await listPosted(resources, author, conversationId)).toEqual([])
})

test('two senders with the same ids at the same moment send each message once (K2, K8)', async () => {
  const { resources, author, conversationId } = await setUp()
  const other = await world().openResources()
  const refs = await Promise.all(
    Array.from({ length: 60 }, async () => refOf(author, (await scheduleDue(resources, author, conversationId)).id)),
  )
  const reports = await Promise.all([
    sendThese(resources, refs),
    sendThese(other, refs.toReversed()),
    sendThese(resources, refs),
  ])

  expect(reports.reduce((sum, report) => sum + report.sent.length, 0)).toBe(60)
  const posted = await listPosted(resources, author, conversationId)
  expect(new Set(posted.map((message) => message.id)).size).toBe(60)
  expect(posted.map((message) => message.seq)).toEqual(Array.from({ length: 60 }, (_, i) => i + 1))
})

test('messages due in the same second appear in the order they were scheduled (C10)', async () => {
  const { resources, author, conversationId } = await setUp()
  const ids: string[] = []
  const sendAt = (await nowSeconds(resources)) - 5
  for (let i = 0; i < 20; i++) ids.push((await scheduleDue(resources, author, conversationId, { text: `m${i}` })).id)
  await resources.mysql.read.query(
    'UPDATE scheduled_message SET send_at = ?, wake_at_ms = ? WHERE workspace_id = ? AND channel_id = ?',
    [sendAt, sendAt * 1000, author.workspaceId, conversationId],
  )

  await sendThese(
    resources,
    ids.toReversed().map((id) => refOf(author, id as never)),
  )

  expect((await listPosted(resources, author, conversationId)).map((message) => message.id)).toEqual(ids)
})

test('five identical messages for the same second are five messages (K37)', async () => {
  const { resources, author, conversationId } = await setUp()
  const views = await Promise.all(
    Array.from({ length: 5 }, () => scheduleDue(resources, author, conversationId, { text: 'same' })),
  )
  await sendThese(
    resources,
    views.map((view) => refOf(author, view.id)),
  )
  expect(await listPosted(resources, author, conversationId)).toHaveLength(5)
})

const losses: [string, string, (facts: Awaited<ReturnType<typeof setUp>>) => [string, unknown[]]][] = [
  [
    'not_in_channel',
    'removed from the conversation (K5, K14)',
    ({ author, conversationId }) => [
      'UPDATE channel_member SET left_ms = 1 WHERE workspace_id = ? AND channel_id = ? AND member_id = ?',
      [author.workspaceId, conversationId, author.memberId],
    ],
  ],
  [
    'channel_archived',
    'the channel archived',
    ({ author, conversationId }) => [
      'UPDATE channel SET archived_ms = 1 WHERE workspace_id = ? AND id = ?',
      [author.workspaceId, conversationId],
    ],
  ],
  [
    'author_deactivated',
    'the author deactivated',
    ({ author }) => [
      'UPDATE member SET deactivated_ms = 1 WHERE workspace_id = ? AND id = ?',
      [author.workspaceId, author.memberId],
    ],
  ],
  [
    'author_left_workspace',
    'the author gone',
    ({ author }) => ['DELETE FROM member WHERE workspace_id = ? AND id = ?', [author.workspaceId, author.memberId]],
  ],
  [
    'posting_restricted',
    'posting restricted to administrators',
    ({ author, conversationId }) => [
      "UPDATE channel SET posting = 'admins' WHERE workspace_id = ? AND id = ?",
      [author.workspaceId, conversationId],
    ],
  ],
  [
    'workspace_suspended',
    'the workspace suspended',
    ({ author }) => ['UPDATE workspace SET suspended_ms = 1 WHERE workspace_id = ?', [author.workspaceId]],
  ],
  [
    'channel_deleted',
    'the channel deleted',
    ({ author, conversationId }) => [
      'DELETE FROM channel WHERE workspace_id = ? AND id = ?',
      [author.workspaceId, conversationId],
    ],
  ],
  [
    'message_too_long',
    'the text over the limit (K4)',
    ({ author, conversationId }) => [
      "UPDATE scheduled_message SET text = REPEAT('x', 40001) WHERE workspace_id = ? AND channel_id = ?",
      [author.workspaceId, conversationId],
    ],
  ],
]
test.each(losses)(
  '%s: %s before the send, so it fails with that reason, a notice and its text kept (I4, I7)',
  async (reason, _what, loss) => {
    const facts = await setUp()
    const { resources, author, conversationId, workspaceId } = facts
    const scheduled = await scheduleDue(resources, author, conversationId, { text: 'kept' })
    const [sql, values] = loss(facts)
    await resources.mysql.read.query(sql, values)

    const report = await sendThese(resources, [refOf(author, scheduled.id)])

    expect(report).toMatchObject({ failed: 1, sent: [] })
    expect(await readRow(resources, author, scheduled.id)).toMatchObject({
      status: 'FAILED',
      failReason: reason,
      sentSeq: null,
    })
    expect(await listPosted(resources, author, conversationId)).toEqual([])
    const events = await listAuditEvents(resources.mysql.read, workspaceId, scheduled.id)
    expect(events.map((event) => event.kind)).toEqual(['created', 'failed'])
    const notices = await listUnseenNotices(resources.mysql.read, workspaceId, author.memberId)
    expect(notices).toMatchObject([{ kind: 'scheduled_failed', scheduledId: scheduled.id, detail: { reason } }])
  },
)

test('one refused message does not hold the others of its batch', async () => {
  const { resources, workspaceId, author, reader, conversationId } = await setUp()
  const good = await scheduleDue(resources, reader, conversationId)
  const bad = await scheduleDue(resources, author, conversationId)
  await resources.mysql.read.query('UPDATE channel_member SET left_ms = 1 WHERE workspace_id = ? AND member_id = ?', [
    workspaceId,
    author.memberId,
  ])
  const report = await sendThese(resources, [refOf(author, bad.id), refOf(reader, good.id)])
  expect(report.failed).toBe(1)
  expect(report.sent.map((message) => message.id)).toEqual([good.id])
})

test('later than the workspace allows, or than the author does, is FAILED (expired), not a surprise (C7)', async () => {
  const { resources, author, conversationId } = await setUp()
  const weekOld = await scheduleDue(resources, author, conversationId, { overdue_s: 7 * 86_400 })
  const own = await scheduleDue(resources, author, conversationId, { overdue_s: 30 })
  await resources.mysql.read.query(
    'UPDATE scheduled_message SET not_after = send_at + 5 WHERE workspace_id = ? AND id = ?',
    [author.workspaceId, own.id],
  )
  await sendThese(resources, [refOf(author, weekOld.id), refOf(author, own.id)])
  for (const { id } of [weekOld, own]) {
    expect(await readRow(resources, author, id)).toMatchObject({ status: 'FAILED', failReason: 'expired' })
  }
})

test('late but within the policy is sent, marked late, and told to the author with the cause (C7)', async () => {
  const { resources, workspaceId, author, conversationId } = await setUp()
  const late = await scheduleDue(resources, author, conversationId, { overdue_s: 300 })
  const punctual = await scheduleDue(resources, author, conversationId, { overdue_s: 1 })
  await sendThese(resources, [refOf(author, late.id), refOf(author, punctual.id)], { path: 'sweep' })
  const [rows] = await resources.mysql.read.query<Row[]>(
    'SELECT id, late_cause FROM scheduled_message WHERE workspace_id = ? AND channel_id = ? ORDER BY id',
    [workspaceId, conversationId],
  )
  expect(rows).toEqual([
    { id: late.id, late_cause: 'workers_away' },
    { id: punctual.id, late_cause: null },
  ])
  const notices = await listUnseenNotices(resources.mysql.read, workspaceId, author.memberId)
  expect(notices).toMatchObject([{ kind: 'scheduled_late', scheduledId: late.id, detail: { cause: 'workers_away' } }])
})

test('a message that spoils its batch is tried alone, counted before each try, and ends as poison; the others are sent', async () => {
  const { resources, author, conversationId } = await setUp()
  const good = await scheduleDue(resources, author, conversationId)
  const bad = await scheduleDue(resources, author, conversationId)
  // Another message sits on the number that it will get: its insert fails every time.
  await resources.mysql.read.query(
    `INSERT INTO message (workspace_id, channel_id, seq, id, author_id, origin, text, ts_us, created_ms, changed_seq)
     SELECT workspace_id, channel_id, 2, id + 1000000, author_id, 'typed', 'squatter', 1, 1, 2 FROM scheduled_message
     WHERE workspace_id = ? AND id = ?`,
    [author.workspaceId, bad.id],
  )
  const first = await sendThese(resources, [refOf(author, good.id), refOf(author, bad.id)])
  expect(first.sent.map((message) => message.id)).toEqual([good.id])
  expect(first.errors.length).toBeGreaterThan(0)
  for (let attempt = 2; attempt <= 6; attempt++) {
    await resources.mysql.read.query(
      'UPDATE scheduled_message SET wake_at_ms = 1 WHERE workspace_id = ? AND id = ? AND wake_at_ms IS NOT NULL',
      [author.workspaceId, bad.id],
    )
    await sendThese(resources, [refOf(author, bad.id)])
  }
  expect(await readRow(resources, author, bad.id)).toMatchObject({
    status: 'FAILED',
    failReason: 'poison',
    attempts: 5,
  })
})
