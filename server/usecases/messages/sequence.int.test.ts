/** Every number up to last_seq is exactly one visible change, in commit order (I5). */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ConversationId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { listChanges } from '#server/mysql/catch-up.ts'
import type { Row } from '#server/mysql/connect.ts'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import { listenTo } from '#server/testing/listening.ts'
import { refOf, scheduleDue, sendThese } from '#server/testing/scheduling.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { waitUntil } from '#server/testing/wait-until.ts'
import {
  inviteToConversation,
  joinConversation,
  leaveConversation,
  removeFromConversation,
} from '../conversations/change-members.ts'
import { setTopic } from '../conversations/change-properties.ts'
import type { Resources } from '../resources.ts'
import { deleteMessage } from './delete-message.ts'
import { editMessage } from './edit-message.ts'
import { postMessage } from './post-message.ts'

const world = useTestWorld()

async function setUp() {
  const { resources } = world()
  const workspaceId = await addWorkspace(resources)
  const author = await addMember(resources, workspaceId)
  const conversationId = await addConversation(resources, [author])
  const other = await world().openResources()
  return { resources, other, workspaceId, author, conversationId }
}

const post = (from: Resources, author: Actor, conversationId: ConversationId, text = 'x') =>
  postMessage(from, author, { conversationId, text, clientToken: randomUUID() })

async function readMessages({ mysql }: Resources, conversationId: ConversationId) {
  const [rows] = await mysql.read.query<Row[]>(
    'SELECT seq, ts_us, created_ms FROM message WHERE channel_id = ? ORDER BY seq',
    [conversationId],
  )
  return rows.map((row) => ({ seq: Number(row.seq), tsUs: BigInt(row.ts_us), createdMs: Number(row.created_ms) }))
}

async function readHead({ mysql }: Resources, conversationId: ConversationId) {
  const [rows] = await mysql.read.query<Row[]>(
    'SELECT last_seq, last_message_seq, last_ts_us FROM channel WHERE id = ?',
    [conversationId],
  )
  return {
    lastSeq: Number(rows[0]?.last_seq),
    lastMessageSeq: Number(rows[0]?.last_message_seq),
    lastTsUs: BigInt(rows[0]?.last_ts_us),
  }
}

test('200 posts at once from two processes: numbers without a gap, ts strictly rising, the head at the last (I5)', async () => {
  const { resources, other, author, conversationId } = await setUp()
  const views = await Promise.all(
    Array.from({ length: 200 }, (_, i) => post(i % 2 ? resources : other, author, conversationId, `m${i}`)),
  )

  const messages = await readMessages(resources, conversationId)
  expect(messages.map((message) => message.seq)).toEqual(Array.from({ length: 200 }, (_, i) => i + 1))
  for (let i = 1; i < messages.length; i++) expect(messages[i]!.tsUs).toBeGreaterThan(messages[i - 1]!.tsUs)
  expect(await readHead(resources, conversationId)).toEqual({
    lastSeq: 200,
    lastMessageSeq: 200,
    lastTsUs: messages.at(-1)?.tsUs,
  })
  expect(new Set(views.map((view) => view.seq)).size, 'each caller was told its own').toBe(200)
})

test('messages, edits, deletions, sends, joins, leaves and topics mixed and at once: each number is one change, told in one frame (I5)', async () => {
  const { resources, other, workspaceId, author, conversationId } = await setUp()
  const guests = await Promise.all(Array.from({ length: 12 }, () => addMember(resources, workspaceId)))
  const due = await Promise.all(Array.from({ length: 40 }, () => scheduleDue(resources, author, conversationId)))
  const said = await Promise.all(Array.from({ length: 10 }, () => post(resources, author, conversationId)))
  const ear = await listenTo(world().redisUrl, { conversations: [conversationId] })

  await Promise.all([
    ...said.map(({ id: messageId }, i) =>
      i % 2
        ? editMessage(other, author, { conversationId, messageId, text: 'edited', payload: null })
        : deleteMessage(resources, author, { conversationId, messageId }),
    ),
    ...Array.from({ length: 60 }, (_, i) => post(i % 2 ? resources : other, author, conversationId)),
    ...guests.map((guest, i) =>
      i % 2
        ? joinConversation(other, guest, conversationId)
        : inviteToConversation(resources, author, conversationId, guest.memberId),
    ),
    ...Array.from({ length: 5 }, (_, i) => setTopic(resources, author, conversationId, `topic ${i}`)),
    sendThese(
      resources,
      due.slice(0, 25).map((view) => refOf(author, view.id)),
    ),
    sendThese(
      other,
      due.slice(15).map((view) => refOf(author, view.id)),
    ),
  ])
  await Promise.all([
    ...guests.slice(0, 4).map((guest) => leaveConversation(resources, guest, conversationId)),
    ...guests.slice(4, 6).map((guest) => removeFromConversation(other, author, conversationId, guest.memberId)),
    ...Array.from({ length: 10 }, () => post(other, author, conversationId)),
  ])

  const { lastSeq, lastMessageSeq } = await readHead(resources, conversationId)
  expect(lastSeq).toBe(10 + 10 + 60 + 40 + 12 + 5 + 6 + 10)
  const messages = await readMessages(resources, conversationId)
  expect(messages).toHaveLength(120)
  expect(lastMessageSeq).toBe(messages.at(-1)?.seq)

  await waitUntil(
    'every number was told',
    () => ear.frames.reduce((sum, frame) => sum + frame.changes.length, 0) >= lastSeq - 10,
  )
  const told = ear.frames.flatMap((frame) => frame.changes.map((_, i) => frame.fromSeq + i)).toSorted((a, b) => a - b)
  expect(told).toEqual(Array.from({ length: lastSeq - 10 }, (_, i) => i + 11))
  for (const frame of ear.frames) expect(frame.changes).toHaveLength(frame.toSeq - frame.fromSeq + 1)

  // What stands in the rows now: the last state of each, under the number of its last change.
  const changes = await listChanges(resources.mysql.read, workspaceId, conversationId, 0, lastSeq, 1000)
  const kinds = changes.map((change) => change.type)
  expect(kinds.filter((kind) => kind === 'message')).toHaveLength(120)
  expect(kinds.filter((kind) => kind === 'membership')).toHaveLength(12)
  expect(kinds.filter((kind) => kind === 'conversation')).toHaveLength(1)
  expect(new Set(changes.map((change) => change.changedSeq)).size).toBe(changes.length)
  await ear.end()
})

test('a transaction that is rolled back takes no number (I5)', async () => {
  const { resources, author, conversationId } = await setUp()
  await post(resources, author, conversationId)
  await resources.mysql.read.query(
    `INSERT INTO message (workspace_id, channel_id, seq, id, author_id, origin, text, ts_us, created_ms, changed_seq)
     VALUES (?, ?, 2, 5, 6, 'typed', 'squatter', 1, 1, 2)`,
    [author.workspaceId, conversationId],
  )
  await expect(post(resources, author, conversationId)).rejects.toMatchObject({ errno: 1062 })
  expect((await readHead(resources, conversationId)).lastSeq).toBe(1)
  await resources.mysql.read.query('DELETE FROM message WHERE id = 5')
  expect((await post(resources, author, conversationId)).seq).toBe(2)
})

test('a clock that is set back does not set ts back (I5)', async () => {
  const { resources, author, conversationId } = await setUp()
  const future = BigInt(Date.now() + 3_600_000) * 1000n
  await resources.mysql.read.query('UPDATE channel SET last_ts_us = ? WHERE id = ?', [
    future.toString(),
    conversationId,
  ])
  const views = [await post(resources, author, conversationId), await post(resources, author, conversationId)]
  expect(views.map((view) => BigInt(view.tsUs))).toEqual([future + 1n, future + 2n])
})
