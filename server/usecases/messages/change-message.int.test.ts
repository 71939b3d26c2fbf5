import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ConversationId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { listMessageChanges } from '#server/mysql/message-changes.ts'
import type { Row } from '#server/mysql/connect.ts'
import { listenTo } from '#server/testing/listening.ts'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import { openWithLostSignals } from '#server/testing/sockets.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { waitUntil } from '#server/testing/wait-until.ts'
import { setArchived } from '../conversations/change-properties.ts'
import { relayOutbox } from '../relay-outbox.ts'
import { catchUp } from '../sync/catch-up.ts'
import { deleteMessage } from './delete-message.ts'
import { editMessage } from './edit-message.ts'
import { loadHistory } from './load-history.ts'
import { loadMessageVersions } from './load-versions.ts'
import { postMessage } from './post-message.ts'

const world = useTestWorld()

async function setUp() {
  const { resources } = world()
  const workspaceId = await addWorkspace(resources)
  const [author, other, admin] = [
    await addMember(resources, workspaceId),
    await addMember(resources, workspaceId),
    await addMember(resources, workspaceId, { role: 'admin' }),
  ]
  const conversationId = await addConversation(resources, [author, other])
  const message = await say(author, conversationId, 'first')
  const ref = { conversationId, messageId: message.id }
  const edit = (actor: Actor, text: string, seenEditedMs?: number | null) =>
    editMessage(resources, actor, {
      ...{ ...ref, text, payload: null },
      ...(seenEditedMs === undefined ? {} : { seenEditedMs }),
    })
  return { resources, workspaceId, author, other, admin, conversationId, message, ref, edit }
}

const say = (actor: Actor, conversationId: ConversationId, text: string) =>
  postMessage(world().resources, actor, { conversationId, text, clientToken: randomUUID() })

test('an edit takes one number, is told in one frame, and what was said is kept', async () => {
  const { resources, author, other, conversationId, message, ref, edit } = await setUp()
  const ear = await listenTo(world().redisUrl, { conversations: [conversationId] })
  const edited = await edit(author, 'second', null)
  expect(edited).toMatchObject({
    seq: message.seq,
    changedSeq: message.seq + 1,
    text: 'second',
    createdMs: message.createdMs,
  })
  await edit(author, 'third', edited.editedMs)
  await waitUntil('both were told', () => ear.frames.length === 2)
  expect(ear.frames.map(({ fromSeq, toSeq, changes }) => [fromSeq, toSeq, changes])).toMatchObject([
    [2, 2, [{ type: 'message', message: { text: 'second' } }]],
    [3, 3, [{ type: 'message', message: { text: 'third' } }]],
  ])
  const versions = await loadMessageVersions(resources, other, ref)
  expect(versions.map(({ text }) => text)).toEqual(['third', 'second', 'first'])
  expect(versions[1]?.fromMs).toBe(edited.editedMs)
  expect(versions[2]?.fromMs).toBe(message.createdMs)
  await ear.end()
})

test('the same text again changes nothing: a repeat after a lost answer takes no number', async () => {
  const { author, edit } = await setUp()
  const edited = await edit(author, 'second', null)
  expect(await edit(author, 'second', null)).toEqual(edited)
})

test('two edits of the same text: the second is refused, and told with what it says now', async () => {
  const { author, edit } = await setUp()
  const edited = await edit(author, 'on the phone', null)
  await expect(edit(author, 'on the desk', null)).rejects.toMatchObject({ code: 'edit_conflict' })
  expect(await edit(author, 'on the desk', edited.editedMs)).toMatchObject({ text: 'on the desk' })
})

test('twenty edits at once from two processes: one wins each time, each number is one change (I5)', async () => {
  const { resources, author, conversationId, ref, edit } = await setUp()
  const second = await world().openResources()
  await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      editMessage(i % 2 ? resources : second, author, { ...ref, text: `edit ${i}`, payload: null }),
    ),
  )
  const [row] = (
    await resources.mysql.read.query<Row[]>('SELECT last_seq FROM channel WHERE id = ?', [conversationId])
  )[0]
  expect(Number(row?.last_seq)).toBe(21)
  const trail = await listMessageChanges(resources.mysql.read, author.workspaceId, ref.messageId)
  expect(trail.map(({ changedSeq }) => changedSeq)).toEqual(Array.from({ length: 20 }, (_, i) => i + 2))
  expect(new Set(trail.map(({ atMs }) => atMs)).size, 'each has a time of its own').toBe(20)
  await edit(author, 'after them', undefined)
})

test('a deletion takes away what it says and ever said; that it was there remains, and a repeat changes nothing', async () => {
  const { resources, workspaceId, author, other, conversationId, message, ref, edit } = await setUp()
  await edit(author, 'with a secret')
  const deleted = await deleteMessage(resources, author, ref)
  expect(deleted).toMatchObject({ seq: message.seq, changedSeq: 3, text: '', payload: null })
  expect(deleted.deletedMs).not.toBeNull()
  expect(await deleteMessage(resources, author, ref)).toEqual(deleted)

  const left = await listMessageChanges(resources.mysql.read, workspaceId, ref.messageId)
  expect(left).toMatchObject([
    { kind: 'edited', actorId: author.memberId, text: null },
    { kind: 'deleted', actorId: author.memberId, text: null },
  ])
  await expect(loadMessageVersions(resources, other, ref)).rejects.toMatchObject({ code: 'not_found' })
  await expect(edit(author, 'again')).rejects.toMatchObject({ code: 'not_found' })

  // Whoever was away, whoever starts anew and whoever scrolls back all learn the same.
  const behind = await catchUp(resources, other, { conversationId, epoch: 1, afterSeq: 1, limit: 10 })
  const anew = await catchUp(resources, other, { conversationId, epoch: 0, afterSeq: 0, limit: 10 })
  const history = await loadHistory(resources, other, { conversationId, limit: 10 })
  expect(behind.changes).toEqual([{ type: 'message', message: deleted }])
  expect(anew.changes).toEqual(behind.changes)
  expect(history.messages).toEqual([deleted])
})

test('only the author edits; administrators may delete; everyone else is refused', async () => {
  const { resources, author, other, admin, ref, edit } = await setUp()
  await expect(edit(other, 'not mine')).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(edit(admin, 'not mine')).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(deleteMessage(resources, other, ref)).rejects.toMatchObject({ code: 'not_allowed' })
  expect((await edit(author, 'mine')).text).toBe('mine')
  expect((await deleteMessage(resources, admin, ref)).deletedMs).not.toBeNull()
})

test('in a private place one is not in, and from another workspace, the message is not there (I7)', async () => {
  const { resources, author, admin, workspaceId, ref } = await setUp()
  const secret = await addConversation(resources, [author], { kind: 'private' })
  const hidden = { conversationId: secret, messageId: (await say(author, secret, 'hidden')).id }
  const stranger = await addMember(resources, await addWorkspace(resources), { role: 'owner' })
  for (const [actor, what] of [
    [admin, hidden],
    [stranger, hidden],
    [stranger, ref],
    // One's own channel does not open another's message.
    [admin, { ...hidden, conversationId: ref.conversationId }],
    [admin, { ...ref, conversationId: await addConversation(resources, [admin]) }],
  ] as const) {
    await expect(deleteMessage(resources, actor, what)).rejects.toMatchObject({ code: 'not_found' })
    await expect(loadMessageVersions(resources, actor, what)).rejects.toMatchObject({ code: 'not_found' })
  }
  const [rows] = await resources.mysql.read.query<Row[]>(
    'SELECT COUNT(*) AS n FROM message_change WHERE workspace_id = ?',
    [workspaceId],
  )
  expect(Number(rows[0]?.n)).toBe(0)
})

test('an archived channel stays as it is', async () => {
  const { resources, author, conversationId, ref, edit } = await setUp()
  await setArchived(resources, author, conversationId, true)
  await expect(edit(author, 'late')).rejects.toMatchObject({ code: 'conversation_archived' })
  await expect(deleteMessage(resources, author, ref)).rejects.toMatchObject({ code: 'conversation_archived' })
})

test('an edit that could not be told is told by the relay', async () => {
  const { resources, author, conversationId, edit } = await setUp()
  const ear = await listenTo(world().redisUrl, { conversations: [conversationId] })
  const mute = await openWithLostSignals(world())
  const { id: messageId } = await edit(author, 'told')
  await editMessage(mute, author, { conversationId, messageId, text: 'untold', payload: null })
  await resources.mysql.read.query('UPDATE outbox SET created_ms = created_ms - 5000')
  await waitUntil('the relay told it', async () => {
    await relayOutbox(resources)
    return ear.frames.some(({ changes }) => JSON.stringify(changes).includes('untold'))
  })
  await Promise.all([ear.end(), mute.close()])
})
