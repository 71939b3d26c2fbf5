import { IDBFactory } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import type { Actor } from '#server/domain/member/authorize.ts'
import { addConversation } from '#server/testing/people.ts'
import { openGateway } from '#server/testing/sockets.ts'
import { apiOverUseCases } from '#server/testing/sync-client.ts'
import { breakable, isOnline, syncRoom } from '#server/testing/sync-room.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

const { world, resources, gateway, people, post, apiOf, open, reader, shows } = syncRoom()

test('an answer lost after the commit, five times over, still makes one message (K101, K102)', async () => {
  const [ann, ben] = (await people(2)) as [Actor, Actor]
  const id = await addConversation(resources(), [ann, ben])
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
  const id = await addConversation(resources(), [ann, ben])
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

test('where no socket gets through, messages come by plain questions, and the page can say so', async () => {
  const [ann, ben] = (await people(2)) as [Actor, Actor]
  const id = await addConversation(resources(), [ann, ben])
  const blocked = apiOverUseCases(resources(), ben, () => 'http://127.0.0.1:1')
  const b = await open(ben, { api: blocked })
  b.engine.showConversation(id)
  await waitUntil('polling', () => b.engine.state.get().connection === 'polling')
  await post(resources(), ann, id, 'through the back door')
  await shows(b, id, ['through the back door'])
  await b.engine.send({ conversationId: id, text: 'and back' })
  await shows(b, id, ['through the back door', 'and back'])
})

test('with nothing reachable the page is offline, and online again by itself', async () => {
  const [ann] = (await people(1)) as [Actor]
  const id = await addConversation(resources(), [ann])
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
  const id = await addConversation(resources(), [ann, ben])
  const second = await openGateway(world())
  let url = second.url
  const b = await reader(ben, id, { api: apiOverUseCases(resources(), ben, () => url) })
  url = gateway().url
  const writing = (async () => {
    for (let i = 0; i < 40; i++) {
      await post(resources(), ann, id, `message ${i}`)
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
  const id = await addConversation(resources(), [ann, ben])
  const [a, b] = await Promise.all([reader(ann, id), reader(ben, id)])
  await world().redisServer.stop()
  await waitUntil('the gateway knows', () => gateway().status().redis === 'away')
  await a.engine.send({ conversationId: id, text: 'in the dark' })
  await waitUntil('it arrives', async () => (await b.texts(id)).includes('in the dark'), 2_000)
  await world().redisServer.restart()
  await waitUntil('topics are back', () => gateway().status().redis === 'ready')
  await a.engine.send({ conversationId: id, text: 'in the light' })
  await Promise.all([shows(a, id, ['in the dark', 'in the light']), shows(b, id, ['in the dark', 'in the light'])])
})
