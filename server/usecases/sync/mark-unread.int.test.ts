/** What is marked unread stays so, whatever reading of before comes late; and is read again in its own turn (M2). */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { listMyConversations } from '../conversations/list-conversations.ts'
import { postMessage } from '../messages/post-message.ts'
import { markRead, markUnread } from './mark-read.ts'

const world = useTestWorld()

test('marked unread it is so everywhere; a reading of an earlier turn raises nothing, one of this turn does', async () => {
  const { resources } = world()
  const workspaceId = await addWorkspace(resources)
  const [ana, bo] = [await addMember(resources, workspaceId), await addMember(resources, workspaceId)]
  const conversationId = await addConversation(resources, [ana, bo])
  const say = () => postMessage(resources, ana, { conversationId, text: 'x', clientToken: randomUUID() })
  const [first, second, third] = [await say(), await say(), await say()]
  const stands = async () => {
    const mine = await listMyConversations(resources, bo)
    const { readSeq, readTurn, unread } = mine.find(({ conversation }) => conversation.id === conversationId)!
    return { readSeq, readTurn, unread }
  }
  await markRead(resources, bo, { conversationId, seq: third.seq, turn: 0 })
  expect(await stands()).toEqual({ readSeq: third.seq, readTurn: 0, unread: 0 })

  await markUnread(resources, bo, { conversationId, seq: second.seq - 1 })
  expect(await stands()).toEqual({ readSeq: first.seq, readTurn: 1, unread: 2 })
  await markRead(resources, bo, { conversationId, seq: third.seq, turn: 0 })
  expect(await stands(), 'another device read it before').toEqual({ readSeq: first.seq, readTurn: 1, unread: 2 })
  await markUnread(resources, bo, { conversationId, seq: third.seq - 1 })
  expect(await stands(), 'only ever lowered').toMatchObject({ readSeq: first.seq, unread: 2 })

  await markRead(resources, bo, { conversationId, seq: second.seq, turn: 2 })
  expect(await stands()).toEqual({ readSeq: second.seq, readTurn: 2, unread: 1 })
  await markRead(resources, bo, { conversationId, seq: third.seq })
  expect(await stands(), 'programs know no turns').toMatchObject({ unread: 0 })
})

test('what was never read can be marked unread', async () => {
  const { resources } = world()
  const workspaceId = await addWorkspace(resources)
  const [ana, bo] = [await addMember(resources, workspaceId), await addMember(resources, workspaceId)]
  const conversationId = await addConversation(resources, [ana, bo])
  const { seq } = await postMessage(resources, ana, { conversationId, text: 'x', clientToken: randomUUID() })
  await resources.mysql.read.query('DELETE FROM read_mark WHERE workspace_id = ? AND member_id = ?', [
    workspaceId,
    bo.memberId,
  ])
  await markUnread(resources, bo, { conversationId, seq: seq - 1 })
  expect(await listMyConversations(resources, bo)).toMatchObject([{ unread: 1, readTurn: 1 }])
})
