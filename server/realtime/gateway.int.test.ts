import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { io } from 'socket.io-client'
import type { Actor } from '#server/domain/member/authorize.ts'
import { conversationTopic } from '#server/domain/partition/redis-keys.ts'
import { millis } from '#server/domain/time/units.ts'
import { FRAME_VERSION } from '#server/protocol/frame-format.ts'
import type { Frame } from '#server/protocol/frame.ts'
import { createTopicListener } from '#server/redis/topics.ts'
import { gatewayRoom } from '#server/testing/gateway-room.ts'
import { addConversation } from '#server/testing/people.ts'
import { openGateway, openSocket, ticketFor, type TestSocket } from '#server/testing/sockets.ts'
import { waitUntil } from '#server/testing/wait-until.ts'
import { SLICE_SIZE } from './room-table.ts'

const { world, resources, lossy, gateway, people, connect, post } = gatewayRoom()

const frameSeqs = (socket: TestSocket) => socket.of('frame').map((frame) => [frame.fromSeq, frame.toSeq])

test('hello names every conversation of the member with its head, and no other', async () => {
  const [ann, ben] = (await people(2)) as [Actor, Actor]
  const shared = await addConversation(resources(), [ann, ben])
  await addConversation(resources(), [ben])
  await post(resources(), ben, shared)
  const socket = await connect(ann)
  expect(socket.of('hello')[0]).toMatchObject({
    memberId: ann.memberId,
    heads: [{ conversationId: shared, epoch: 1, lastSeq: 1, lastMessageSeq: 1 }],
  })
})

test.each([['websocket'], ['polling']] as const)(
  'a message reaches every member once over %s, and nobody else',
  async (transport) => {
    const [ann, ben, eve] = (await people(3)) as [Actor, Actor, Actor]
    const shared = await addConversation(resources(), [ann, ben])
    const others = await addConversation(resources(), [eve])
    const [one, two, outside] = await Promise.all([connect(ann, [transport]), connect(ben), connect(eve)])
    await post(resources(), ann, shared)
    await post(resources(), eve, others)
    await waitUntil('all three hear', () => [one, two, outside].every((socket) => socket.of('frame').length > 0))
    for (const socket of [one, two]) {
      expect(frameSeqs(socket)).toEqual([[1, 1]])
      expect(socket.of('frame')[0]?.conversationId).toBe(shared)
    }
    expect(outside.of('frame').map((frame) => frame.conversationId)).toEqual([others])
  },
)

test.each([0, 60])(
  'what is posted while sockets connect is either in the hello or arrives as a frame, Redis answering in %i ms',
  async (delay_ms) => {
    const listener = createTopicListener(world().redisUrl)
    const slow = {
      ...listener,
      subscribe: (topics: readonly string[]) => sleep(delay_ms).then(() => listener.subscribe(topics)),
    }
    const calm = await openGateway(world(), { listener: slow, times: { refresh: millis(3_600_000) } })
    const [ann, ben] = (await people(2)) as [Actor, Actor]
    const shared = await addConversation(resources(), [ann, ben])
    let open = true
    const writing = (async () => {
      while (open) await post(resources(), ann, shared)
    })()
    for (let round = 0; round < 5; round++) {
      const socket = await openSocket(calm, resources(), ben)
      const known = socket.of('hello')[0]?.heads[0]?.lastSeq ?? -1
      await waitUntil('frames come', () => socket.of('frame').length >= 3)
      const seen = new Set(
        socket.of('frame').flatMap((frame) => frame.changes.map((_, index) => frame.fromSeq + index)),
      )
      const last = Math.max(...seen)
      for (let seq = known + 1; seq <= last; seq++) expect(seen, `number ${seq} after head ${known}`).toContain(seq)
      socket.close()
      await waitUntil('the room is empty', () => calm.status().topics === 0)
    }
    open = false
    await writing
    await calm.close()
  },
)

test('a dropped frame is healed by the heads of the next round', async () => {
  const [ann, ben] = (await people(2)) as [Actor, Actor]
  const shared = await addConversation(resources(), [ann, ben])
  const socket = await connect(ben)
  await post(lossy(), ann, shared)
  await waitUntil('heads', () =>
    socket
      .of('heads')
      .flat()
      .some((head) => head.conversationId === shared && head.lastSeq === 1),
  )
  expect(socket.of('frame')).toEqual([])
})

test('a room of more sockets than one turn emits to gets every frame once, in order, on each of them', async () => {
  const [ann] = (await people(1)) as [Actor]
  const shared = await addConversation(resources(), [ann])
  const ticket = await ticketFor(resources(), ann)
  const crowd = Array.from({ length: SLICE_SIZE + 20 }, () => {
    const seqs: number[] = []
    const socket = io(gateway().url, {
      path: '/socket',
      auth: { ticket },
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
    })
    socket.on('frame', (frame: Frame) => void seqs.push(frame.toSeq))
    const greeted = new Promise<void>((resolve) => socket.once('hello', () => resolve()))
    return { socket, seqs, greeted }
  })
  await Promise.all(crowd.map((one) => one.greeted))
  for (let i = 0; i < 3; i++) await post(resources(), ann, shared)
  await waitUntil('all heard all', () => crowd.every((one) => one.seqs.length >= 3), 30_000)
  expect(new Set(crowd.map((one) => one.seqs.join()))).toEqual(new Set(['1,2,3']))
  for (const one of crowd) one.socket.disconnect()
})

test('a frame of another version, of another workspace or without sense is dropped and counted', async () => {
  const [ann] = (await people(1)) as [Actor]
  const shared = await addConversation(resources(), [ann])
  const socket = await connect(ann)
  const frame = {
    v: FRAME_VERSION,
    workspaceId: ann.workspaceId,
    conversationId: shared,
    epoch: 1,
    fromSeq: 1,
    toSeq: 1,
    aclVersion: 1,
    changes: [],
  }
  const before = structuredClone(gateway().status().counters.dropped)
  const wrong = [
    { ...frame, v: FRAME_VERSION + 1 },
    { ...frame, workspaceId: '1' },
    { ...frame, epoch: 'x' },
  ]
  const { client } = resources().redis
  for (const one of wrong) await client.spublish(conversationTopic(shared), JSON.stringify(one))
  await client.spublish(conversationTopic(shared), 'no json')
  await post(resources(), ann, shared)
  await waitUntil('the good one', () => socket.of('frame').length > 0)
  expect(frameSeqs(socket)).toEqual([[1, 1]])
  const after = gateway().status().counters.dropped
  expect([after.version - before.version, after.malformed - before.malformed]).toEqual([1, 2])
})

test('without Redis heads come from MySQL within two seconds; with Redis back frames come again', async () => {
  const [ann, ben] = (await people(2)) as [Actor, Actor]
  const shared = await addConversation(resources(), [ann, ben])
  const socket = await connect(ben)
  await world().redisServer.stop()
  await waitUntil('the gateway knows', () => gateway().status().redis === 'away')
  const posted = await post(resources(), ann, shared)
  const before_ms = Date.now()
  await waitUntil(
    'heads',
    () =>
      socket
        .of('heads')
        .flat()
        .some((head) => head.lastSeq === posted.seq),
    2_000,
  )
  expect(Date.now() - before_ms).toBeLessThan(2_000)
  await waitUntil('a nudge about everything', () => socket.of('nudge').some((about) => about.includes('scheduled')))
  const late = await connect(ann)
  expect(late.of('hello')[0]?.heads[0]?.lastSeq).toBe(posted.seq)
  await world().redisServer.restart()
  await waitUntil('topics are back', () => gateway().status().redis === 'ready')
  await resources().redis.waitReady(10_000)
  const again = await post(resources(), ann, shared)
  await waitUntil('frames again', () =>
    [socket, late].every((one) => one.of('frame').some((frame) => frame.toSeq === again.seq)),
  )
})

test('a gateway that goes away tells its sockets when to come back, serves them until they leave, and answers probes', async () => {
  const second = await openGateway(world())
  const [ann] = (await people(1)) as [Actor]
  const health = await fetch(`${second.url}/healthz`)
  expect([health.status, ((await health.json()) as { ok: boolean }).ok]).toEqual([200, true])
  expect(await (await fetch(`${second.url}/metrics`)).text()).toMatch(/^carillon_gateway_sockets 0$/m)
  const socket = await openSocket(second, resources(), ann)
  const closing = second.close()
  await waitUntil('drain', () => socket.of('drain').length === 1)
  expect(socket.socket.connected).toBe(true)
  socket.close()
  await closing
  await expect(fetch(`${second.url}/healthz`)).rejects.toThrow()
})
