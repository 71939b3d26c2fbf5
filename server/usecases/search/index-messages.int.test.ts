/** The index follows every visible change by its number, once and in order, whatever dies or runs twice. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ConversationId, MessageId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import type { Row } from '#server/mysql/connect.ts'
import { mysqlSearchIndex } from '#server/mysql/search-index.ts'
import { foundCompany } from '#server/testing/company.ts'
import { indexAll, search, textsOf } from '#server/testing/searching.ts'
import { refOf as dueRefOf, scheduleDue, sendThese, setRow } from '#server/testing/scheduling.ts'
import { upload } from '#server/testing/uploads.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { createConversation } from '../conversations/create-conversation.ts'
import { deleteFile } from '../files/remove-file.ts'
import { deleteMessage } from '../messages/delete-message.ts'
import { editMessage } from '../messages/edit-message.ts'
import { postMessage } from '../messages/post-message.ts'

const world = useTestWorld()

async function setUp() {
  const { resources: r } = world()
  const { owner } = await foundCompany(r)
  const { id } = await createConversation(r, owner, { name: `c-${randomUUID()}`, kind: 'private' })
  const refOf = (message: { id: MessageId }) => ({ conversationId: id, messageId: message.id })
  return { r, owner, id, refOf, post: (text: string) => post(owner, id, text) }
}

const post = (actor: Actor, conversationId: ConversationId, text: string) =>
  postMessage(world().resources, actor, { conversationId, text, clientToken: randomUUID() })

async function countDocuments(conversationId: ConversationId): Promise<number> {
  const [rows] = await world().resources.mysql.read.query<Row[]>(
    'SELECT COUNT(*) AS n FROM search_document WHERE channel_id = ?',
    [conversationId],
  )
  return Number(rows[0]?.n)
}

test('what was written is found after one round, and a round without changes takes in nothing', async () => {
  const { r, owner, post } = await setUp()
  await post('the first walrus')
  expect(textsOf(await search(r, owner, 'walrus'))).toEqual([])
  expect(await indexAll(r)).toBeGreaterThan(0)
  expect(textsOf(await search(r, owner, 'walrus'))).toEqual(['the first walrus'])
  expect(await indexAll(r)).toBe(0)
})

test('the send path writes nothing for it: typed and scheduled messages are in no table of the search until the job comes', async () => {
  const { r, owner, id, post } = await setUp()
  await post('typed')
  const due = await scheduleDue(r, owner, id, { text: 'scheduled' })
  await sendThese(r, [dueRefOf(owner, due.id)])
  expect(await countDocuments(id)).toBe(0)
  const [cursors] = await r.mysql.read.query<Row[]>('SELECT 1 FROM search_cursor WHERE channel_id = ?', [id])
  expect(cursors).toEqual([])
})

test('a message is found by its files: by their names, and that it has any; a deleted one by neither', async () => {
  const { r, owner, id } = await setUp()
  const file = await upload(r, owner, { name: 'Budget-2027.xlsx' })
  const message = await postMessage(r, owner, {
    ...{ conversationId: id, text: 'the numbers', fileIds: [file.id], clientToken: randomUUID() },
  })
  await indexAll(r)
  for (const query of ['budget', '"budget 2027"', 'has:file', 'numbers has:file -has:link'])
    expect(textsOf(await search(r, owner, query)), query).toEqual([message.text])
  await deleteFile(r, owner, file.id)
  await indexAll(r)
  for (const query of ['budget', 'has:file']) expect(textsOf(await search(r, owner, query)), query).toEqual([])
  expect(textsOf(await search(r, owner, 'numbers'))).toEqual([message.text])
})

test('an edit is found by its new words and no longer by its old ones', async () => {
  const { r, owner, refOf, post } = await setUp()
  const message = await post('a walrus')
  await indexAll(r)
  await editMessage(r, owner, { ...refOf(message), text: 'a narwhal', payload: null })
  // Not taken in yet, and yet nothing old is answered.
  expect(await search(r, owner, 'walrus')).toMatchObject({ messages: [], total: 0 })
  await indexAll(r)
  expect(textsOf(await search(r, owner, 'narwhal'))).toEqual(['a narwhal'])
  expect(textsOf(await search(r, owner, 'walrus'))).toEqual([])
  expect(textsOf(await search(r, owner, 'narwhal is:edited'))).toEqual(['a narwhal'])
})

test('a deleted message is gone at once, and does not come back whatever is taken in again', async () => {
  const { r, owner, id, refOf, post } = await setUp()
  const message = await post('a walrus')
  await indexAll(r)
  await deleteMessage(r, owner, refOf(message))
  expect(await search(r, owner, 'walrus')).toMatchObject({ messages: [], total: 0, atLeast: false })
  await indexAll(r)
  expect(await countDocuments(id)).toBe(0)
  await r.mysql.read.query('DELETE FROM search_cursor WHERE channel_id = ?', [id])
  await indexAll(r)
  expect(await countDocuments(id)).toBe(0)
})

test('two workers at once, many messages and edits: each message is there once, as it is last', async () => {
  const { r, owner, id, refOf, post } = await setUp()
  const other = await world().openResources()
  const messages = await Promise.all(Array.from({ length: 60 }, (_, i) => post(`walrus number ${i}`)))
  const edits = messages.map((message, i) =>
    editMessage(r, owner, { ...refOf(message), text: `narwhal ${i}`, payload: null }),
  )
  await Promise.all([...edits, indexAll(r), indexAll(other), indexAll(r), indexAll(other)])
  await Promise.all([indexAll(r), indexAll(other)])
  expect(await countDocuments(id)).toBe(60)
  expect((await search(r, owner, 'narwhal')).total).toBe(60)
  expect((await search(r, owner, 'walrus')).total).toBe(0)
})

test('a worker that dies after it wrote and before it committed leaves nothing half done', async () => {
  const { r, owner, id, post } = await setUp()
  await post('a walrus')
  const dying = (db: Parameters<typeof mysqlSearchIndex>[0]) => ({
    ...mysqlSearchIndex(db),
    write: async (...given: Parameters<ReturnType<typeof mysqlSearchIndex>['write']>) => {
      await mysqlSearchIndex(db).write(...given)
      throw new Error('killed')
    },
  })
  await expect(indexAll(r, dying)).rejects.toThrow('killed')
  expect(await countDocuments(id)).toBe(0)
  await indexAll(r)
  expect(textsOf(await search(r, owner, 'walrus'))).toEqual(['a walrus'])
})

test('more changes than one step takes are taken in over several, in order', async () => {
  const { r, owner, id, post } = await setUp()
  for (let i = 0; i < 12; i++) await Promise.all(Array.from({ length: 100 }, (_, j) => post(`walrus ${i * 100 + j}`)))
  expect(await indexAll(r)).toBeLessThan(1_200)
  while ((await indexAll(r)) > 0);
  expect(await countDocuments(id)).toBe(1_200)
  expect(await search(r, owner, 'walrus')).toMatchObject({ total: 1_000, atLeast: true })
}, 60_000)

test('a conversation that starts anew is taken in anew: what was lost is no longer found', async () => {
  const { r, owner, id, post } = await setUp()
  await post('kept walrus')
  const lost = await post('lost walrus')
  await indexAll(r)
  // A failover that lost the last commits: the row is gone and the epoch is another one.
  await r.mysql.read.query('DELETE FROM message WHERE channel_id = ? AND seq = ?', [id, lost.seq])
  await r.mysql.read.query('UPDATE channel SET epoch = epoch + 1 WHERE id = ?', [id])
  expect(textsOf(await search(r, owner, 'walrus'))).toEqual(['kept walrus'])
  await indexAll(r)
  expect(await countDocuments(id)).toBe(1)
})

test('while scheduled messages are late the database is theirs: nothing is taken in', async () => {
  const { r, owner, id, post } = await setUp()
  await post('a walrus')
  const { id: late } = await scheduleDue(r, owner, id, { text: 'late', overdue_s: 20 })
  expect(await indexAll(r)).toBe(0)
  await setRow(r, owner, late, { status: 'CANCELED', wake_at_ms: null })
  expect(await indexAll(r)).toBeGreaterThan(0)
})
