import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, expect, test } from 'vitest'
import { formatId, type MemberId, type MessageId } from '#server/domain/ids.ts'
import { countUnread } from './count-unread.ts'
import { mergeConversation } from './merge-conversation.ts'
import { openStore, type Store } from './store.ts'
import { createServerModel, HERE, ME } from './sync-model.ts'
import type { ConversationRow, MessageRow } from './rows.ts'

let store: Store | undefined
afterEach(() => store?.close())

const THEM = '77' as MemberId
const message = (seq: number, authorId: MemberId) =>
  ({
    ...{ id: `${seq}`, conversationId: HERE, seq, changedSeq: seq, authorId, deletedMs: null, threadRootId: null },
    text: 'x',
  }) as MessageRow
const row = (change: Partial<ConversationRow>): ConversationRow => ({
  ...mergeConversation(undefined, { ...createServerModel().listed(), unread: 0, mentions: 0 }),
  ...change,
})

/** @param copied messages on the device, from `floorSeq` on */
async function unreadOf(stands: Partial<ConversationRow>, copied: MessageRow[] = [], floorSeq: number | null = null) {
  store = await openStore(ME, { indexedDB: new IDBFactory(), IDBKeyRange })
  const db = store.db()
  await db.messages.bulkPut(copied)
  if (floorSeq !== null) await db.cursors.put({ conversationId: HERE, epoch: 1, seq: 99, floorSeq, startSeq: 1 })
  return (await countUnread(db, row(stands), ME)).messages
}

test('what was read is not unread, whatever the last list said', async () => {
  expect(await unreadOf({ readSeq: 9, lastMessageSeq: 9, listedUnread: { count: 3, upToSeq: 9 } })).toBe(0)
})

test('without a copy the server’s count stands, so one’s own messages from elsewhere are not unread', async () => {
  expect(await unreadOf({ readSeq: 10, lastMessageSeq: 15, listedUnread: { count: 2, upToSeq: 15 } })).toBe(2)
})

test('without a copy what came after the list is taken by its numbers', async () => {
  expect(await unreadOf({ readSeq: 10, lastMessageSeq: 18, listedUnread: { count: 2, upToSeq: 15 } })).toBe(5)
})

test('a mark that went on since the list leaves at most what lies behind it', async () => {
  expect(await unreadOf({ readSeq: 14, lastMessageSeq: 15, listedUnread: { count: 4, upToSeq: 15 } })).toBe(1)
  expect(await unreadOf({ readSeq: 16, lastMessageSeq: 18, listedUnread: { count: 4, upToSeq: 15 } })).toBe(2)
})

test('a copy that reaches back to what was read is counted', async () => {
  const copied = [message(10, THEM), message(11, ME), message(12, THEM)]
  expect(await unreadOf({ readSeq: 10, lastMessageSeq: 12, listedUnread: { count: 9, upToSeq: 9 } }, copied, 10)).toBe(
    1,
  )
})

test('a copy that reaches back only to the list adds what others wrote since', async () => {
  const copied = [message(16, ME), message(17, THEM)]
  expect(await unreadOf({ readSeq: 3, lastMessageSeq: 17, listedUnread: { count: 6, upToSeq: 15 } }, copied, 16)).toBe(
    7,
  )
})

test('a row from before the server counted is taken by its numbers', async () => {
  const { listedUnread: _, ...old } = row({ readSeq: 10, lastMessageSeq: 15 })
  store = await openStore(ME, { indexedDB: new IDBFactory(), IDBKeyRange })
  expect(await countUnread(store.db(), old, ME)).toEqual({ messages: 5, mentions: 0 })
})

test('what names the reader or everyone is counted apart, in threads too; what one said oneself is not', async () => {
  store = await openStore(ME, { indexedDB: new IDBFactory(), IDBKeyRange })
  const db = store.db()
  const named = (seq: number, authorId: MemberId, text: string) => ({ ...message(seq, authorId), text })
  await db.messages.bulkPut([
    named(11, THEM, `<@${formatId('member', ME)}> look`),
    named(12, ME, '<!channel>'),
    { ...named(13, THEM, '<!here>'), threadRootId: '11' as MessageId },
    named(14, THEM, `<@${formatId('member', THEM)}>`),
  ])
  await db.cursors.put({ conversationId: HERE, epoch: 1, seq: 99, floorSeq: 5, startSeq: 1 })
  const stands = row({ readSeq: 10, lastMessageSeq: 14 })
  expect(await countUnread(db, stands, ME)).toEqual({ messages: 2, mentions: 2 })
  // The device has nothing of it: what the list said.
  await db.cursors.clear()
  const listed = row({ readSeq: 10, lastMessageSeq: 14, listedUnread: { count: 2, mentions: 2, upToSeq: 14 } })
  expect(await countUnread(db, listed, ME)).toEqual({ messages: 2, mentions: 2 })
  expect(await countUnread(db, { ...listed, readSeq: 14 }, ME)).toEqual({ messages: 0, mentions: 0 })
})
