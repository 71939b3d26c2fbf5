/** Whom a message names finds it counted until it is read; through edits, deletions, threads and the schedule (M3). */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { formatId, type MessageId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import { refOf, scheduleDue, sendThese } from '#server/testing/scheduling.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { listMyConversations } from '../conversations/list-conversations.ts'
import { markRead } from '../sync/mark-read.ts'
import { deleteMessage } from './delete-message.ts'
import { editMessage } from './edit-message.ts'
import { postMessage } from './post-message.ts'

const world = useTestWorld()
const at = ({ memberId }: Actor) => `<@${formatId('member', memberId)}>`

async function setUp() {
  const { resources } = world()
  const workspaceId = await addWorkspace(resources)
  const [author, reader, other] = await Promise.all([
    addMember(resources, workspaceId),
    addMember(resources, workspaceId),
    addMember(resources, workspaceId),
  ])
  const conversationId = await addConversation(resources, [author!, reader!, other!])
  const say = (text: string, threadRootId: MessageId | null = null) =>
    postMessage(resources, author!, { conversationId, text, threadRootId, clientToken: randomUUID() })
  const mentionsOf = async (actor: Actor) =>
    (await listMyConversations(resources, actor)).find(({ conversation }) => conversation.id === conversationId)
      ?.mentions
  return { resources, author: author!, reader: reader!, other: other!, conversationId, say, mentionsOf }
}

test('by name, and with everyone; once per message; never for what one said oneself', async () => {
  const { author, reader, other, say, mentionsOf } = await setUp()
  await say(`${at(reader)} and ${at(author)}`)
  await say(`<!channel>, ${at(reader)}`)
  await say('nobody')
  expect(await mentionsOf(reader)).toBe(2)
  expect(await mentionsOf(other)).toBe(1)
  expect(await mentionsOf(author)).toBe(0)
})

test('an edit and a deletion take back and add', async () => {
  const { resources, author, reader, other, conversationId, say, mentionsOf } = await setUp()
  const { id: messageId } = await say(`${at(reader)} <!here>`)
  await editMessage(resources, author, { conversationId, messageId, text: `${at(other)}`, payload: null })
  expect([await mentionsOf(reader), await mentionsOf(other)]).toEqual([0, 1])
  await editMessage(resources, author, { conversationId, messageId, text: `${at(other)} ${at(reader)}`, payload: null })
  expect([await mentionsOf(reader), await mentionsOf(other)]).toEqual([1, 1])
  await deleteMessage(resources, author, { conversationId, messageId })
  expect([await mentionsOf(reader), await mentionsOf(other)]).toEqual([0, 0])
})

test('what was read is not counted; what names in a thread is', async () => {
  const { resources, reader, conversationId, say, mentionsOf } = await setUp()
  const root = await say(at(reader))
  await markRead(resources, reader, { conversationId, seq: root.seq })
  expect(await mentionsOf(reader)).toBe(0)
  await say(at(reader), root.id)
  expect(await mentionsOf(reader)).toBe(1)
})

test('a scheduled message names whom it says, at its second', async () => {
  const { resources, author, reader, conversationId, mentionsOf } = await setUp()
  const due = await Promise.all(
    [at(reader), 'nobody', '<!everyone>'].map((text) => scheduleDue(resources, author, conversationId, { text })),
  )
  expect(await mentionsOf(reader)).toBe(0)
  await sendThese(
    resources,
    due.map(({ id }) => refOf(author, id)),
  )
  expect(await mentionsOf(reader)).toBe(2)
})
