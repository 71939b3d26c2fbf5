/** What a member keeps at hand: theirs alone, and only as far as they may read it now (I7). */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Actor } from '#server/domain/member/authorize.ts'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { inviteToConversation, leaveConversation } from '../conversations/change-members.ts'
import { deleteMessage } from './delete-message.ts'
import { postMessage } from './post-message.ts'
import { loadSaved, MOST_SAVED, saveMessage } from './save-message.ts'

const world = useTestWorld()

async function setUp() {
  const { resources } = world()
  const workspaceId = await addWorkspace(resources)
  const [ana, bo] = [await addMember(resources, workspaceId), await addMember(resources, workspaceId)]
  const conversationId = await addConversation(resources, [ana, bo], { kind: 'private' })
  const say = (text: string) => postMessage(resources, ana, { conversationId, text, clientToken: randomUUID() })
  const keep = (actor: Actor, messageId: Awaited<ReturnType<typeof say>>['id'], on = true) =>
    saveMessage(resources, actor, { conversationId, messageId, on })
  const textsOf = async (actor: Actor) => (await loadSaved(resources, actor)).map(({ message }) => message.text)
  return { resources, ana, bo, conversationId, say, keep, textsOf }
}

test('kept by one, seen by that one, last kept first; kept twice it is kept once', async () => {
  const { ana, bo, say, keep, textsOf } = await setUp()
  const [one, two] = [await say('one'), await say('two')]
  await keep(bo, one.id)
  await keep(bo, two.id)
  await keep(bo, one.id)
  expect((await textsOf(bo)).toSorted()).toEqual(['one', 'two'])
  expect(await textsOf(ana)).toEqual([])
  await keep(bo, two.id, false)
  await keep(bo, two.id, false)
  expect(await textsOf(bo)).toEqual(['one'])
})

test('who leaves no longer sees what was kept there, and sees it again when let in; a deleted message is gone', async () => {
  const { resources, ana, bo, conversationId, say, keep, textsOf } = await setUp()
  const { id } = await say('secret')
  await keep(bo, id)
  await leaveConversation(resources, bo, conversationId)
  expect(await textsOf(bo)).toEqual([])
  await expect(keep(bo, id)).rejects.toMatchObject({ code: 'not_found' })
  await inviteToConversation(resources, ana, conversationId, bo.memberId)
  expect(await textsOf(bo)).toEqual(['secret'])
  await deleteMessage(resources, ana, { conversationId, messageId: id })
  expect(await textsOf(bo)).toEqual([])
  await expect(keep(bo, id)).rejects.toMatchObject({ code: 'not_found' })
})

test('there is an end to how many one keeps', async () => {
  const { resources, bo, say, keep } = await setUp()
  await resources.mysql.read.query(
    'INSERT INTO saved_message (workspace_id, member_id, message_id, saved_ms) VALUES ?',
    [Array.from({ length: MOST_SAVED }, (_, i) => [bo.workspaceId, bo.memberId, i + 1, 1])],
  )
  await expect(keep(bo, (await say('one more')).id)).rejects.toMatchObject({
    ...{ code: 'too_many_saved', facts: { limit: MOST_SAVED } },
  })
})
