/** Replies: each stands in its thread, its first message says how many there are, and both take numbers (I5, M1). */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { MessageId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { listenTo } from '#server/testing/listening.ts'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import { refOf, scheduleDue, scheduleOne, sendThese } from '#server/testing/scheduling.ts'
import { listStored, repeat } from '#server/testing/series.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { waitUntil } from '#server/testing/wait-until.ts'
import { listMyConversations } from '../conversations/list-conversations.ts'
import { armDraft, keepDraft, listDrafts } from '../drafts/planned-drafts.ts'
import { holdScheduled } from '../scheduled/hold-scheduled.ts'
import { loadScheduled } from '../scheduled/load-scheduled.ts'
import { deleteMessage } from './delete-message.ts'
import { loadHistory } from './load-history.ts'
import { loadThread } from './load-thread.ts'
import { postMessage } from './post-message.ts'

const world = useTestWorld()

async function setUp() {
  const { resources } = world()
  const workspaceId = await addWorkspace(resources)
  const author = await addMember(resources, workspaceId)
  const reader = await addMember(resources, workspaceId)
  const conversationId = await addConversation(resources, [author, reader])
  const say = (text: string, facts: { as?: Actor; threadRootId?: MessageId; alsoInChannel?: boolean } = {}) => {
    const { as = author, ...rest } = facts
    return postMessage(resources, as, { conversationId, text, clientToken: randomUUID(), ...rest })
  }
  const root = await say('the question')
  const thread = () => loadThread(resources, reader, { conversationId, rootId: root.id, limit: 50 })
  return { resources, author, reader, conversationId, say, root, thread }
}

test('a reply and what it changes at the first message are two numbers, told in one frame (I5)', async () => {
  const { author, conversationId, say, root, thread } = await setUp()
  const ear = await listenTo(world().redisUrl, { conversations: [conversationId] })
  const reply = await say('an answer', { threadRootId: root.id })
  await waitUntil('the frame came', () => ear.frames.length > 0)
  const [frame] = ear.frames
  expect(frame).toMatchObject({ fromSeq: reply.seq, toSeq: reply.seq + 1 })
  expect(frame?.changes.map((change) => change.type === 'message' && change.message)).toEqual([
    reply,
    {
      ...root,
      changedSeq: reply.seq + 1,
      replies: { count: 1, lastMs: reply.createdMs, memberIds: [author.memberId] },
    },
  ])
  expect((await thread()).replies).toEqual([reply])
  await ear.end()
})

test('sixty replies at once from two processes: every one stands in the thread, and the first message counts them', async () => {
  const { resources, author, reader, conversationId, root, thread } = await setUp()
  const other = await world().openResources()
  const answer = (i: number) =>
    postMessage(i % 2 ? resources : other, i % 3 ? author : reader, {
      ...{ conversationId, text: `answer ${i}`, threadRootId: root.id, clientToken: randomUUID() },
    })
  await Promise.all(Array.from({ length: 60 }, (_, i) => answer(i)))
  const page = await loadThread(resources, reader, { conversationId, rootId: root.id, limit: 100 })
  expect(page.replies).toHaveLength(60)
  expect(page.root.replies).toMatchObject({ count: 60, lastMs: page.replies.at(-1)?.createdMs })
  expect(new Set(page.root.replies?.memberIds)).toEqual(new Set([author.memberId, reader.memberId]))
  expect((await thread()).more).toBe(true)
})

test('a reply that is deleted is no longer counted; without any left the first message is one of no thread', async () => {
  const { resources, author, conversationId, say, root, thread } = await setUp()
  const first = await say('one', { threadRootId: root.id })
  const second = await say('two', { threadRootId: root.id })
  await deleteMessage(resources, author, { conversationId, messageId: second.id })
  expect((await thread()).root.replies).toMatchObject({ count: 1, lastMs: first.createdMs })
  await deleteMessage(resources, author, { conversationId, messageId: first.id })
  expect((await thread()).root).not.toHaveProperty('replies')
  expect((await thread()).replies.map(({ text }) => text)).toEqual(['', ''])
})

test('replies leave the channel unread only where they stand in it too', async () => {
  const { resources, reader, conversationId, say, root } = await setUp()
  const unread = async () =>
    (await listMyConversations(resources, reader)).find(({ conversation }) => conversation.id === conversationId)
      ?.unread
  const before = await unread()
  await say('in the thread alone', { threadRootId: root.id })
  expect(await unread()).toBe(before)
  await say('for all', { threadRootId: root.id, alsoInChannel: true })
  expect(await unread()).toBe((before ?? 0) + 1)
})

test('threads have one level, and their first message must stand: typed, scheduled and repeated', async () => {
  const { resources, author, conversationId, say, root } = await setUp()
  const reply = await say('an answer', { threadRootId: root.id })
  const gone = await say('soon gone')
  await deleteMessage(resources, author, { conversationId, messageId: gone.id })
  for (const threadRootId of [reply.id, gone.id]) {
    const refused = { code: 'thread_not_found', facts: { threadRootId } }
    await expect(say('x', { threadRootId })).rejects.toMatchObject(refused)
    await expect(scheduleOne(resources, author, conversationId, { threadRootId })).rejects.toMatchObject(refused)
    await expect(repeat(resources, author, conversationId, { threadRootId })).rejects.toMatchObject(refused)
  }
})

test('a scheduled reply arrives in its thread at its second with the markup it was written with', async () => {
  const { resources, author, conversationId, root, thread } = await setUp()
  const text = '*bold*, `code` and <https://a.example/|a link>\n> quoted\n```\nconst a = 1\n```'
  const quiet = await scheduleDue(resources, author, conversationId, { text, threadRootId: root.id })
  const loud = await scheduleDue(resources, author, conversationId, {
    ...{ text: 'for all', threadRootId: root.id, alsoInChannel: true },
  })
  expect(quiet).not.toHaveProperty('alsoInChannel')
  expect(loud).toMatchObject({ alsoInChannel: true })
  const ear = await listenTo(world().redisUrl, { conversations: [conversationId] })
  await sendThese(resources, [refOf(author, quiet.id), refOf(author, loud.id)])
  const { replies, root: after } = await thread()
  expect(replies).toMatchObject([
    { id: quiet.id, text, threadRootId: root.id, origin: 'scheduled', sendAt: quiet.sendAt },
    { id: loud.id, text: 'for all', alsoInChannel: true },
  ])
  expect(replies[0]).not.toHaveProperty('alsoInChannel')
  expect(after.replies).toMatchObject({ count: 2, memberIds: [author.memberId] })
  await waitUntil('the frame came', () => ear.frames.length > 0)
  const [frame] = ear.frames
  expect(frame?.changes).toHaveLength((frame?.toSeq ?? 0) - (frame?.fromSeq ?? 0) + 1)
  expect(frame?.changes.at(-1)).toEqual({ type: 'message', message: after })
  await ear.end()
})

test('where a reply will stand outlives holding it, keeping it as a draft, and a series', async () => {
  const { resources, author, conversationId, root } = await setUp()
  const reply = { threadRootId: root.id, alsoInChannel: true }
  const held = await scheduleOne(resources, author, conversationId, reply)
  await holdScheduled(resources, author, { id: held.id })
  await keepDraft(resources, author, {
    ...{ conversationId, text: 'kept', zone: 'UTC', sendAt: held.sendAt, clientToken: randomUUID() },
    ...reply,
  })
  const drafts = await listDrafts(resources, author)
  expect(drafts).toHaveLength(2)
  for (const { id } of drafts) expect(await armDraft(resources, author, id)).toMatchObject(reply)

  const series = await repeat(resources, author, conversationId, reply)
  expect(series).toMatchObject(reply)
  const [next] = await listStored(resources, series.id)
  expect(await loadScheduled(resources, author, next!.id)).toMatchObject(reply)
  const stored = await scheduleOne(resources, author, conversationId, { text: 'no reply', alsoInChannel: true })
  expect(stored, 'only a reply can stand in both').not.toHaveProperty('alsoInChannel')
})

test('the same token with another place for the reply is another message (C9)', async () => {
  const { resources, author, conversationId, root } = await setUp()
  const wanted = { threadRootId: root.id, clientToken: randomUUID(), sendAt: Math.floor(Date.now() / 1000) + 3600 }
  const first = await scheduleOne(resources, author, conversationId, { ...wanted, alsoInChannel: true })
  const again = await scheduleOne(resources, author, conversationId, { ...wanted, alsoInChannel: true })
  expect(again.id).toBe(first.id)
  await expect(scheduleOne(resources, author, conversationId, wanted)).rejects.toMatchObject({ code: 'token_reused' })
})

test('history keeps replies for every device, wherever they are shown', async () => {
  const { resources, reader, conversationId, say, root } = await setUp()
  const reply = await say('an answer', { threadRootId: root.id })
  const { messages } = await loadHistory(resources, reader, { conversationId, limit: 50 })
  expect(messages.map(({ id }) => id)).toEqual([root.id, reply.id])
})
