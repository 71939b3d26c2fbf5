import { IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb'
import { liveQuery } from 'dexie'
import { afterEach, expect, test, vi } from 'vitest'
import type { ConversationId, MemberId } from '#server/domain/ids.ts'
import type { Database } from './database.ts'
import { BOUNDS, evict } from './evict.ts'
import { purgeAllBut, purgeConversations } from './purge.ts'
import { mergeConversations, replaceMembers } from './replace-lists.ts'
import { openStore, type Store } from './store.ts'
import { createServerModel, HERE, ME } from './sync-model.ts'
import type { MemberRow, UnsentRow } from './rows.ts'

const stores: Store[] = []
afterEach(() => {
  vi.restoreAllMocks()
  for (const store of stores.splice(0)) store.close()
})

async function open(idb = new IDBFactory()): Promise<Store> {
  const store = await openStore(ME, { indexedDB: idb, IDBKeyRange })
  stores.push(store)
  return store
}

const unsent = (clientToken: string, position = 1): UnsentRow => ({
  clientToken,
  conversationId: HERE,
  threadRootId: null,
  text: 'kept text',
  payload: null,
  createdMs: 1,
  position,
  state: 'waiting',
  attempts: 0,
  errorCode: null,
})
const messagesOf = (db: Database, id: ConversationId = HERE) =>
  db.messages.where('[conversationId+seq]').between([id, 0], [id, Infinity]).toArray()

test('the same message by page and by frame in one tick is one row, in IndexedDB and in a live query (K111)', async () => {
  const store = await open()
  const server = createServerModel()
  await store.commit(server.fresh(10))
  const cursor = await store.db().cursors.get(HERE)
  server.post(false)
  const seen: number[] = []
  const watching = liveQuery(() => messagesOf(store.db())).subscribe((rows) => void seen.push(rows.length))
  await Promise.all([
    store.commit({ type: 'frame', frame: server.lastFrame() }),
    store.commit(server.page(cursor!, 50)),
    store.commit({ type: 'frame', frame: server.lastFrame() }),
  ])
  await vi.waitFor(() => expect(seen.at(-1)).toBe(1))
  expect(Math.max(...seen)).toBe(1)
  expect(await messagesOf(store.db())).toEqual(server.messages())
  watching.unsubscribe()
})

test('an unsent message and the message it became are never both there, nor neither (K105)', async () => {
  const store = await open()
  const server = createServerModel()
  await store.commit(server.fresh(10))
  await store.commit({ type: 'optimistic', unsent: unsent('token-1') })
  const counts: number[] = []
  const { messages, unsent: waiting } = store.db()
  const watching = liveQuery(() =>
    store.db().transaction('r', messages, waiting, async () => (await messages.count()) + (await waiting.count())),
  ).subscribe((count) => void counts.push(count))
  await vi.waitFor(() => expect(counts).toEqual([1]))
  server.postWithToken('token-1', true)
  await store.commit({ type: 'frame', frame: server.lastFrame() })
  await store.commit({ type: 'posted', conversationId: HERE, message: server.messages()[0]! })
  await vi.waitFor(async () => expect(await waiting.count()).toBe(0))
  expect(new Set(counts)).toEqual(new Set([1]))
  expect(await store.commit({ type: 'optimistic', unsent: unsent('token-1') })).toMatchObject({ verdict: 'repeated' })
  expect(await waiting.count()).toBe(0)
  watching.unsubscribe()
})

test('a purge leaves nothing of the conversation on the device, and everything of the others (I7)', async () => {
  const store = await open()
  const server = createServerModel()
  server.post(false)
  server.setMembership('55' as MemberId, true)
  await mergeConversations(store.db(), [server.listed()])
  await store.commit(server.fresh(10))
  server.setMembership('56' as MemberId, true)
  await store.commit({ type: 'frame', frame: server.lastFrame() })
  await store.commit({ type: 'optimistic', unsent: unsent('mine') })
  const other = '901' as ConversationId
  await store.db().drafts.bulkPut([
    { key: HERE, conversationId: HERE, text: 'secret', changedMs: 1 },
    { key: other, conversationId: other, text: 'stays', changedMs: 1 },
  ])
  await purgeConversations(store.db(), [HERE])
  const left = await Promise.all(store.db().tables.map(async (table) => [table.name, await table.toArray()]))
  expect(Object.fromEntries(left)).toEqual({
    ...Object.fromEntries(store.db().tables.map((table) => [table.name, []])),
    drafts: [{ key: other, conversationId: other, text: 'stays', changedMs: 1 }],
  })
})

test('a handshake that does not name a conversation removes it', async () => {
  const store = await open()
  const server = createServerModel()
  server.post(false)
  await mergeConversations(store.db(), [server.listed()])
  await store.commit(server.fresh(10))
  expect(await purgeAllBut(store.db(), new Set([HERE]))).toEqual([])
  expect(await purgeAllBut(store.db(), new Set())).toEqual([HERE])
  expect(await messagesOf(store.db())).toEqual([])
})

test('a long conversation keeps its newest messages without a hole, and history comes back on demand', async () => {
  const store = await open()
  const server = createServerModel()
  for (let i = 0; i < 30; i++) server.post(false)
  await store.commit(server.fresh(30))
  const bounds = {
    ...BOUNDS,
    messagesPerConversation: 10,
    processedPerConversation: 5,
    age_ms: Number.MAX_SAFE_INTEGER,
  }
  expect(await evict(store.db(), Date.now(), bounds)).toBe(20)
  expect((await messagesOf(store.db())).map((row) => row.seq)).toEqual(
    server
      .messages()
      .slice(-10)
      .map((row) => row.seq),
  )
  expect(await store.db().processed.count()).toBe(5)
  const cursor = await store.db().cursors.get(HERE)
  expect(cursor).toMatchObject({ seq: 30, floorSeq: 21 })
  await store.commit(server.history(cursor!, 100))
  expect(await messagesOf(store.db())).toEqual(server.messages())
})

test('old messages go, but never the newest few', async () => {
  const store = await open()
  const server = createServerModel()
  for (let i = 0; i < 10; i++) server.post(false)
  await store.commit(server.fresh(30))
  // The model's messages are as many milliseconds old as their numbers say.
  expect(await evict(store.db(), 1_000, { ...BOUNDS, age_ms: 1_000 - 6, keepAlways: 2 })).toBe(5)
  expect((await messagesOf(store.db())).map((row) => row.seq)).toEqual([6, 7, 8, 9, 10])
  expect(await evict(store.db(), 1_000_000, { ...BOUNDS, age_ms: 1, keepAlways: 2 })).toBe(3)
})

/** The browser's refusal, as its object stores throw it. @param mayWrite whether there is room now */
function limitRoom(mayWrite: (to: IDBObjectStore) => boolean): void {
  const { put } = IDBObjectStore.prototype
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    ...args: Parameters<typeof put>
  ) {
    if (!mayWrite(this)) throw new DOMException('no room', 'QuotaExceededError')
    return put.apply(this, args)
  })
}

test('a full quota costs old messages first, and the write then succeeds', async () => {
  const store = await open()
  const server = createServerModel()
  for (let i = 0; i < 300; i++) server.post(false)
  await store.commit(server.fresh(300))
  const { delete: remove } = IDBObjectStore.prototype
  let isFull = true
  vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(function (
    this: IDBObjectStore,
    ...args: Parameters<typeof remove>
  ) {
    isFull = false
    return remove.apply(this, args)
  })
  limitRoom(({ name }) => name !== 'messages' || !isFull)
  server.post(false)
  expect(await store.commit({ type: 'frame', frame: server.lastFrame() })).toMatchObject({ verdict: 'applied' })
  expect(store.kind()).toBe('kept')
  expect((await messagesOf(store.db())).map((row) => row.seq)).toEqual(
    server
      .messages()
      .slice(-101)
      .map((row) => row.seq),
  )
})

test('with no room at all the store goes on in memory, keeps what was written here, and says so', async () => {
  const store = await open()
  const server = createServerModel()
  await mergeConversations(store.db(), [server.listed()])
  await store.commit(server.fresh(10))
  await store.commit({ type: 'optimistic', unsent: unsent('mine') })
  let told = 0
  store.onChange(() => void told++)
  limitRoom(({ transaction }) => transaction.db.name.endsWith('-memory'))
  server.post(false)
  expect(await store.commit({ type: 'frame', frame: server.lastFrame() })).toMatchObject({ verdict: 'behind' })
  expect([store.kind(), told]).toEqual(['memory', 1])
  expect(await store.db().unsent.toArray()).toEqual([unsent('mine')])
  await store.commit(server.fresh(10))
  expect(await messagesOf(store.db())).toEqual(server.messages())
})

test('without any IndexedDB the store lives in memory', async () => {
  const store = await openStore(ME, null)
  stores.push(store)
  expect(store.kind()).toBe('memory')
  const server = createServerModel()
  server.post(false)
  await store.commit(server.fresh(10))
  expect(await messagesOf(store.db())).toEqual(server.messages())
})

test('what is stored is there again after a reload', async () => {
  const disk = new IDBFactory()
  const before = await open(disk)
  await before.commit({ type: 'optimistic', unsent: unsent('survives') })
  before.close()
  const after = await open(disk)
  expect(await after.db().unsent.toArray()).toEqual([unsent('survives')])
})

test('a list that says what it said before wakes nobody; what changed in it or left it does', async () => {
  const store = await open()
  const member = (id: string, displayName = id): MemberRow => ({
    id: id as MemberId,
    displayName,
    role: 'member',
    zone: 'Europe/Berlin',
    kind: 'person',
    email: `${id}@example.test`,
    deactivated: false,
  })
  const heard: string[][] = []
  const watching = liveQuery(() => store.db().members.toArray()).subscribe(
    (rows) => void heard.push(rows.map(({ displayName }) => displayName)),
  )
  await replaceMembers(
    store.db(),
    ['1', '2', '3'].map((id) => member(id)),
  )
  await vi.waitFor(() => expect(heard.at(-1)).toEqual(['1', '2', '3']))
  const times = heard.length
  await replaceMembers(
    store.db(),
    ['1', '2', '3'].map((id) => member(id)),
  )
  await replaceMembers(store.db(), [member('1'), member('2', 'married')])
  await vi.waitFor(() => expect(heard.at(-1)).toEqual(['1', 'married']))
  expect(heard.length).toBe(times + 1)
  watching.unsubscribe()
})
