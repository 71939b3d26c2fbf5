import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { MessageId } from '#server/domain/ids.ts'
import { epochSeconds } from '#server/domain/time/units.ts'
import { parseZone, wallClockAt } from '#server/domain/time/zone.ts'
import type { Row } from '#server/mysql/connect.ts'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import { readRow, refOf, scheduleDue, scheduleOne, sendThese } from '#server/testing/scheduling.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { cancelScheduled } from './cancel-scheduled.ts'
import { editScheduled } from './edit-scheduled.ts'
import { postMessage } from '../messages/post-message.ts'

const world = useTestWorld()

async function setUp() {
  const { resources } = world()
  const workspaceId = await addWorkspace(resources)
  const author = await addMember(resources, workspaceId)
  const [conversationId, elsewhere] = [
    await addConversation(resources, [author]),
    await addConversation(resources, [author]),
  ]
  const root = await postMessage(resources, author, { conversationId, text: 'root', clientToken: randomUUID() })
  const erase = (id: MessageId) =>
    resources.mysql.read.query('UPDATE message SET deleted_ms = 1 WHERE workspace_id = ? AND id = ?', [workspaceId, id])
  return { resources, author, conversationId, elsewhere, root, erase }
}

test('a reply for later becomes a reply in its thread (C1)', async () => {
  const { resources, author, conversationId, root } = await setUp()
  const { id } = await scheduleDue(resources, author, conversationId, { threadRootId: root.id })
  await sendThese(resources, [refOf(author, id)])
  const [rows] = await resources.mysql.read.query<Row[]>('SELECT thread_root_id FROM message WHERE id = ?', [id])
  expect(rows).toEqual([{ thread_root_id: root.id }])
})

test('the root of a thread deleted before the send: FAILED with that reason, the others of the batch are sent (C5)', async () => {
  const { resources, author, conversationId, root, erase } = await setUp()
  const [reply, plain] = [
    await scheduleDue(resources, author, conversationId, { threadRootId: root.id }),
    await scheduleDue(resources, author, conversationId),
  ]
  await erase(root.id)
  const report = await sendThese(resources, [refOf(author, reply.id), refOf(author, plain.id)])
  expect(report.sent.map((message) => message.id)).toEqual([plain.id])
  expect(await readRow(resources, author, reply.id)).toMatchObject({ status: 'FAILED', failReason: 'thread_deleted' })
})

test('a reply for later whose root was deleted is still edited, moved and canceled (K24)', async () => {
  const { resources, author, conversationId, root, erase } = await setUp()
  const { id, sendAt, zone } = await scheduleOne(resources, author, conversationId, { threadRootId: root.id })
  await erase(root.id)
  expect(await editScheduled(resources, author, { id, version: 1, text: 'Said anyway' })).toMatchObject({ version: 2 })
  const wallClock = wallClockAt(epochSeconds(sendAt + 60), parseZone(zone))
  expect(
    await editScheduled(resources, author, {
      id,
      version: 2,
      sendAt: epochSeconds(sendAt + 60),
      zone: parseZone(zone),
      wallClock,
    }),
  ).toMatchObject({ sendAt: sendAt + 60, threadRootId: root.id })
  expect(await cancelScheduled(resources, author, { id })).toMatchObject({ status: 'CANCELED' })
  expect((await sendThese(resources, [refOf(author, id)])).sent).toEqual([])
})

test('a thread that is not there, was deleted or is in another conversation takes no reply, now or later', async () => {
  const { resources, author, conversationId, elsewhere, root, erase } = await setUp()
  const gone = await postMessage(resources, author, { conversationId, text: 'gone', clientToken: randomUUID() })
  await erase(gone.id)
  const wrong = [
    [conversationId, gone.id],
    [conversationId, resources.makeId<MessageId>()],
    [elsewhere, root.id],
  ] as const
  for (const [where, threadRootId] of wrong) {
    await expect(scheduleOne(resources, author, where, { threadRootId })).rejects.toMatchObject({
      code: 'thread_not_found',
    })
    await expect(
      postMessage(resources, author, { conversationId: where, text: 'x', threadRootId, clientToken: randomUUID() }),
    ).rejects.toMatchObject({ code: 'thread_not_found' })
  }
})
