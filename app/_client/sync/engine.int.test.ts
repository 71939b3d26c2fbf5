import { randomUUID } from 'node:crypto'
import { IDBFactory } from 'fake-indexeddb'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Actor } from '#server/domain/member/authorize.ts'
import type { ConversationId } from '#server/domain/ids.ts'
import { millis } from '#server/domain/time/units.ts'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import { openGateway, openWithLostSignals, type TestGateway } from '#server/testing/sockets.ts'
import { openSyncClient, apiOverUseCases, type SyncClient } from '#server/testing/sync-client.ts'
import { useTestWorld as testWorld } from '#server/testing/test-world.ts'
import { waitUntil } from '#server/testing/wait-until.ts'
import { inviteToConversation, removeFromConversation } from '#server/usecases/conversations/change-members.ts'
import { setArchived } from '#server/usecases/conversations/change-properties.ts'
import { postMessage } from '#server/usecases/messages/post-message.ts'
import { cancelScheduled } from '#server/usecases/scheduled/cancel-scheduled.ts'
import { scheduleMessage } from '#server/usecases/scheduled/schedule-message.ts'
import { sendScheduledNow } from '#server/usecases/scheduled/send-scheduled-now.ts'
import type { Resources } from '#server/usecases/resources.ts'
import type { SyncApi } from './sync-api.ts'

const world = testWorld()
let gateway: TestGateway
let lossy: Awaited<ReturnType<typeof openWithLostSignals>>
const clients: SyncClient[] = []

beforeAll(async () => {
  gateway = await openGateway(world(), {
    times: { refresh: millis(300), awayHeads: millis(200), awayNudge: millis(400) },
  })
  lossy = await openWithLostSignals(world())
})
afterEach(() => {
  for (const client of clients.splice(0)) client.close()
})
afterAll(async () => {
  await gateway.close()
  await lossy.close()
})

async function people(count: number): Promise<Actor[]> {
  const workspaceId = await addWorkspace(world().resources)
  return Promise.all(Array.from({ length: count }, () => addMember(world().resources, workspaceId)))
}
const apiOf = (actor: Actor) => apiOverUseCases(world().resources, actor, () => gateway.url)

async function open(actor: Actor, given: { api?: SyncApi; disk?: IDBFactory } = {}): Promise<SyncClient> {
  const client = await openSyncClient(given.api ?? apiOf(actor), actor, given.disk ? { disk: given.disk } : {})
  clients.push(client)
  return client
}
const isOnline = (client: SyncClient) => client.engine.state.get().connection === 'online'

/** A reader who has the conversation on screen, with everything that is there. */
async function reader(
  actor: Actor,
  id: ConversationId,
  given: { api?: SyncApi; disk?: IDBFactory } = {},
): Promise<SyncClient> {
  const client = await open(actor, given)
  client.engine.showConversation(id)
  await waitUntil(
    'the conversation is here',
    async () => isOnline(client) && (await client.store.db().cursors.get(id)) !== undefined,
  )
  await waitUntil('it rests', () => client.engine.isIdle())
  return client
}
const post = (resources: Resources, actor: Actor, conversationId: ConversationId, text: string) =>
  postMessage(resources, actor, { conversationId, text, clientToken: randomUUID() })
const shows = (client: SyncClient, id: ConversationId, texts: string[]) =>
  waitUntil(
    `it shows ${texts.join(', ')}`,
    async () => JSON.stringify(await client.texts(id)) === JSON.stringify(texts),
  )

/** An api that can be cut off, and that counts. */
function breakable(api: SyncApi) {
  const control = { down: false, loseAnswers: 0, posts: 0 }
  const post: SyncApi['post'] = async (message) => {
    control.posts++
    const answer = await api.post(message)
    if (control.loseAnswers-- > 0) throw new TypeError('fetch failed')
    return answer
  }
  const broken = new Proxy(
    { ...api, post },
    {
      get:
        (target, name: keyof SyncApi) =>
        async (...args: unknown[]) => {
          if (control.down) throw new TypeError('fetch failed')
          return (target[name] as (...all: unknown[]) => unknown)(...args)
        },
    },
  )
  return { api: broken, control }
}

test('what one writes all read, once, in one order, and nothing stays unsent', async () => {
  const [ann, ben] = (await people(2)) as [Actor, Actor]
  const id = await addConversation(world().resources, [ann, ben])
  const [a, b] = await Promise.all([reader(ann, id), reader(ben, id)])
  const written = Array.from({ length: 10 }, (_, i) => `message ${i}`)
  for (const text of written) await a.engine.send({ conversationId: id, text })
  await Promise.all([shows(a, id, written), shows(b, id, written)])
  expect(await a.store.db().unsent.count()).toBe(0)
})

test('frames that were lost on the way are caught up without a hole', async () => {
  const [ann, ben] = (await people(2)) as [Actor, Actor]
  const id = await addConversation(world().resources, [ann, ben])
  const b = await reader(ben, id)
  const texts: string[] = []
  for (let i = 0; i < 12; i++) {
    texts.push(`message ${i}`)
    await post(i % 3 === 0 ? world().resources : lossy, ann, id, `message ${i}`)
  }
  await shows(b, id, texts)
})

test('an answer lost after the commit, five times over, still makes one message (K101, K102)', async () => {
  const [ann, ben] = (await people(2)) as [Actor, Actor]
  const id = await addConversation(world().resources, [ann, ben])
  const { api, control } = breakable(apiOf(ann))
  const [a, b] = [await reader(ann, id, { api }), await reader(ben, id)]
  control.loseAnswers = 5
  await a.engine.send({ conversationId: id, text: 'once' })
  await Promise.all([shows(a, id, ['once']), shows(b, id, ['once'])])
  await waitUntil('the unsent entry is gone', async () => (await a.store.db().unsent.count()) === 0)
  const rows = await a.store.db().messages.toArray()
  expect(rows.map((row) => row.tsUs)).toEqual((await b.store.db().messages.toArray()).map((row) => row.tsUs))
})

test('what was written offline survives a reload and is sent once, in order', async () => {
  const [ann, ben] = (await people(2)) as [Actor, Actor]
  const id = await addConversation(world().resources, [ann, ben])
  const disk = new IDBFactory()
  const { api, control } = breakable(apiOf(ann))
  const before = await reader(ann, id, { api, disk })
  control.down = true
  for (const text of ['one', 'two', 'three']) await before.engine.send({ conversationId: id, text })
  await before.engine.setDraft(id, 'half a thought')
  expect(await before.texts(id)).toEqual(['… one', '… two', '… three'])
  before.close()
  const b = await reader(ben, id)
  expect(await b.texts(id)).toEqual([])
  const after = await open(ann, { api, disk })
  expect(await after.texts(id)).toEqual(['… one', '… two', '… three'])
  control.down = false
  await Promise.all([shows(after, id, ['one', 'two', 'three']), shows(b, id, ['one', 'two', 'three'])])
  expect((await after.store.db().drafts.toArray()).map((draft) => draft.text)).toEqual(['half a thought'])
})

test('a refused message keeps its text, lets the next one pass, and can be tried again', async () => {
  const [ann] = (await people(1)) as [Actor]
  const [id, other] = [await addConversation(world().resources, [ann]), await addConversation(world().resources, [ann])]
  const a = await reader(ann, id)
  await setArchived(world().resources, ann, id, true)
  const token = await a.engine.send({ conversationId: id, text: 'too late' })
  await a.engine.send({ conversationId: other, text: 'fine' })
  await waitUntil('it is refused', async () => (await a.store.db().unsent.get(token))?.state === 'failed')
  expect(await a.store.db().unsent.get(token)).toMatchObject({ text: 'too late', errorCode: 'conversation_archived' })
  a.engine.showConversation(other)
  await shows(a, other, ['fine'])
  await setArchived(world().resources, ann, id, false)
  await a.engine.retryUnsent(token)
  await shows(a, id, ['too late'])
})

test('a member who is removed keeps nothing on the device; one who is invited reads from the start (I7)', async () => {
  const [ann, ben] = (await people(2)) as [Actor, Actor]
  const id = await addConversation(world().resources, [ann, ben])
  await post(world().resources, ann, id, 'secret')
  const b = await reader(ben, id)
  await shows(b, id, ['secret'])
  await b.engine.setDraft(id, 'my reply')
  await removeFromConversation(world().resources, ann, id, ben.memberId)
  await waitUntil('nothing is left', async () => {
    const db = b.store.db()
    const left = await Promise.all([
      db.messages.count(),
      db.cursors.count(),
      db.drafts.count(),
      db.conversations.count(),
      db.processed.count(),
    ])
    return left.every((count) => count === 0)
  })
  await post(world().resources, ann, id, 'more secret')
  await inviteToConversation(world().resources, ann, id, ben.memberId)
  await shows(b, id, ['secret', 'more secret'])
})

test('a removal while the device was away takes effect with the next handshake', async () => {
  const [ann, ben] = (await people(2)) as [Actor, Actor]
  const [id, stays] = [
    await addConversation(world().resources, [ann, ben]),
    await addConversation(world().resources, [ben]),
  ]
  await post(world().resources, ann, id, 'secret')
  const disk = new IDBFactory()
  const before = await reader(ben, id, { disk })
  await shows(before, id, ['secret'])
  before.close()
  await removeFromConversation(world().resources, ann, id, ben.memberId)
  const after = await open(ben, { disk })
  await waitUntil('it is gone', async () => isOnline(after) && (await after.store.db().messages.count()) === 0)
  await waitUntil(
    'the other stays',
    async () => (await after.store.db().conversations.toArray()).map((row) => row.id).join() === stays,
  )
})

test('history comes page by page as one scrolls back, to the first message', async () => {
  const [ann] = (await people(1)) as [Actor]
  const id = await addConversation(world().resources, [ann])
  const texts = Array.from({ length: 130 }, (_, i) => `message ${i}`)
  for (const text of texts) await post(world().resources, ann, id, text)
  const a = await reader(ann, id)
  await shows(a, id, texts.slice(-60))
  expect(await Promise.all([a.engine.loadEarlier(id), a.engine.loadEarlier(id)])).toEqual([true, true])
  expect(await a.texts(id)).toEqual(texts.slice(-110))
  expect(await a.engine.loadEarlier(id)).toBe(false)
  expect(await a.texts(id)).toEqual(texts)
})

test('a message sent by the scheduler leaves the pending lists of both tabs within two seconds (K25)', async () => {
  const [ann] = (await people(1)) as [Actor]
  const id = await addConversation(world().resources, [ann])
  const [one, two] = await Promise.all([reader(ann, id), reader(ann, id)])
  const sendAt = Math.floor(Date.now() / 1000) + 3_600
  const scheduled = await scheduleMessage(world().resources, ann, {
    conversationId: id,
    text: 'later',
    sendAt,
    zone: 'UTC',
    clientToken: randomUUID(),
  })
  const statusIn = async (client: SyncClient) => (await client.store.db().scheduled.get(scheduled.id))?.status
  await waitUntil(
    'both list it',
    async () => (await statusIn(one)) === 'SCHEDULED' && (await statusIn(two)) === 'SCHEDULED',
  )
  await sendScheduledNow(world().resources, ann, { id: scheduled.id })
  await waitUntil(
    'both know it was sent',
    async () => (await statusIn(one)) === 'SENT' && (await statusIn(two)) === 'SENT',
    2_000,
  )
  await Promise.all([shows(one, id, ['later']), shows(two, id, ['later'])])
  await expect(cancelScheduled(world().resources, ann, { id: scheduled.id })).rejects.toMatchObject({
    code: 'already_sent',
  })
})

test('where no socket gets through, messages come by plain questions, and the page can say so', async () => {
  const [ann, ben] = (await people(2)) as [Actor, Actor]
  const id = await addConversation(world().resources, [ann, ben])
  const blocked = apiOverUseCases(world().resources, ben, () => 'http://127.0.0.1:1')
  const b = await open(ben, { api: blocked })
  b.engine.showConversation(id)
  await waitUntil('polling', () => b.engine.state.get().connection === 'polling')
  await post(world().resources, ann, id, 'through the back door')
  await shows(b, id, ['through the back door'])
  await b.engine.send({ conversationId: id, text: 'and back' })
  await shows(b, id, ['through the back door', 'and back'])
})

test('with nothing reachable the page is offline, and online again by itself', async () => {
  const [ann] = (await people(1)) as [Actor]
  const id = await addConversation(world().resources, [ann])
  const { api, control } = breakable(apiOf(ann))
  control.down = true
  const a = await open(ann, { api })
  await waitUntil('offline', () => a.engine.state.get().connection === 'offline')
  control.down = false
  await waitUntil('online', () => isOnline(a))
  a.engine.showConversation(id)
  await a.engine.send({ conversationId: id, text: 'back' })
  await shows(a, id, ['back'])
})

test('a gateway that drains hands its clients to another without a hole', async () => {
  const [ann, ben] = (await people(2)) as [Actor, Actor]
  const id = await addConversation(world().resources, [ann, ben])
  const second = await openGateway(world())
  let url = second.url
  const b = await reader(ben, id, { api: apiOverUseCases(world().resources, ben, () => url) })
  url = gateway.url
  const writing = (async () => {
    for (let i = 0; i < 40; i++) {
      await post(world().resources, ann, id, `message ${i}`)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })()
  await second.close()
  await writing
  await shows(
    b,
    id,
    Array.from({ length: 40 }, (_, i) => `message ${i}`),
  )
})

test('without Redis a message is on the other screen within two seconds; Redis back, and nothing is doubled', async () => {
  const [ann, ben] = (await people(2)) as [Actor, Actor]
  const id = await addConversation(world().resources, [ann, ben])
  const [a, b] = await Promise.all([reader(ann, id), reader(ben, id)])
  await world().redisServer.stop()
  await waitUntil('the gateway knows', () => gateway.status().redis === 'away')
  await a.engine.send({ conversationId: id, text: 'in the dark' })
  await waitUntil('it arrives', async () => (await b.texts(id)).includes('in the dark'), 2_000)
  await world().redisServer.restart()
  await waitUntil('topics are back', () => gateway.status().redis === 'ready')
  await a.engine.send({ conversationId: id, text: 'in the light' })
  await Promise.all([shows(a, id, ['in the dark', 'in the light']), shows(b, id, ['in the dark', 'in the light'])])
})
