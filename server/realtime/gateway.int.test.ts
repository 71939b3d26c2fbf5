import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { io } from 'socket.io-client'
import type { ConversationId } from '#server/domain/ids.ts'
import { conversationTopic } from '#server/domain/partition/redis-keys.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { millis } from '#server/domain/time/units.ts'
import type { Frame } from '#server/protocol/frame.ts'
import type { MemberSignal } from '#server/protocol/socket-events.ts'
import { publishToTopics } from '#server/redis/topics.ts'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import {
  openGateway,
  openSocket,
  TEST_ORIGIN,
  ticketFor,
  openWithLostSignals,
  type TestGateway,
  type TestSocket,
} from '#server/testing/sockets.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { waitUntil } from '#server/testing/wait-until.ts'
import { inviteToConversation, removeFromConversation } from '#server/usecases/conversations/change-members.ts'
import { postMessage } from '#server/usecases/messages/post-message.ts'
import type { Resources } from '#server/usecases/resources.ts'
import { SLICE_SIZE } from './room-table.ts'
import { TICKET_LIFE_MS } from './ticket.ts'

const world = useTestWorld()
let gateway: TestGateway
let lossy: Awaited<ReturnType<typeof openWithLostSignals>>
const sockets: TestSocket[] = []

beforeAll(async () => {
  gateway = await openGateway(world(), {
    times: { refresh: millis(400), awayHeads: millis(200), awayNudge: millis(400) },
  })
  lossy = await openWithLostSignals(world())
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close()
})
afterAll(async () => {
  await gateway.close()
  await lossy.close()
})

async function people(count: number): Promise<Actor[]> {
  const workspaceId = await addWorkspace(world().resources)
  return Promise.all(Array.from({ length: count }, () => addMember(world().resources, workspaceId)))
}

async function connect(actor: Actor, transports?: ('websocket' | 'polling')[]): Promise<TestSocket> {
  const socket = await openSocket(gateway, world().resources, actor, transports)
  sockets.push(socket)
  return socket
}

const post = (resources: Resources, actor: Actor, conversationId: ConversationId, text = 'hello') =>
  postMessage(resources, actor, { conversationId, text, clientToken: randomUUID() })

const frameSeqs = (socket: TestSocket) => socket.of('frame').map((frame) => [frame.fromSeq, frame.toSeq])

test('hello names every conversation of the member with its head, and no other', async () => {
  const [ann, ben] = (await people(2)) as [Actor, Actor]
  const shared = await addConversation(world().resources, [ann, ben])
  await addConversation(world().resources, [ben])
  await post(world().resources, ben, shared)
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
    const shared = await addConversation(world().resources, [ann, ben])
    const others = await addConversation(world().resources, [eve])
    const [one, two, outside] = await Promise.all([connect(ann, [transport]), connect(ben), connect(eve)])
    await post(world().resources, ann, shared)
    await post(world().resources, eve, others)
    await waitUntil('all three hear', () => [one, two, outside].every((socket) => socket.of('frame').length > 0))
    for (const socket of [one, two]) {
      expect(frameSeqs(socket)).toEqual([[1, 1]])
      expect(socket.of('frame')[0]?.conversationId).toBe(shared)
    }
    expect(outside.of('frame').map((frame) => frame.conversationId)).toEqual([others])
  },
)

test('what is posted while sockets connect is either in the hello or arrives as a frame', async () => {
  const [ann, ben] = (await people(2)) as [Actor, Actor]
  const shared = await addConversation(world().resources, [ann, ben])
  let open = true
  const writing = (async () => {
    while (open) await post(world().resources, ann, shared)
  })()
  for (let round = 0; round < 8; round++) {
    const socket = await connect(ben)
    const known = socket.of('hello')[0]?.heads[0]?.lastSeq ?? -1
    await waitUntil('frames come', () => socket.of('frame').length >= 3)
    const seen = new Set(socket.of('frame').flatMap((frame) => frame.changes.map((_, index) => frame.fromSeq + index)))
    const last = Math.max(...seen)
    for (let seq = known + 1; seq <= last; seq++) expect(seen, `number ${seq} after head ${known}`).toContain(seq)
    socket.close()
  }
  open = false
  await writing
})

test('a dropped frame is healed by the heads of the next round', async () => {
  const [ann, ben] = (await people(2)) as [Actor, Actor]
  const shared = await addConversation(world().resources, [ann, ben])
  const socket = await connect(ben)
  await post(lossy, ann, shared)
  await waitUntil('heads', () =>
    socket
      .of('heads')
      .flat()
      .some((head) => head.conversationId === shared && head.lastSeq === 1),
  )
  expect(socket.of('frame')).toEqual([])
})

test('a removed member gets a purge and nothing of the next message, though every signal of the removal was lost (I7)', async () => {
  // A gateway whose rounds are far away: only the version of the next frame can tell it.
  const slow = await openGateway(world(), { times: { refresh: millis(3_600_000) } })
  const [ann, ben] = (await people(2)) as [Actor, Actor]
  const shared = await addConversation(world().resources, [ann, ben])
  const stays = await openSocket(slow, world().resources, ann)
  const leaves = await openSocket(slow, world().resources, ben)
  await post(world().resources, ann, shared, 'for both')
  await waitUntil('both read it', () => stays.of('frame').length === 1 && leaves.of('frame').length === 1)
  await removeFromConversation(lossy, ann, shared, ben.memberId)
  await post(world().resources, ann, shared, 'for Ann alone')
  await waitUntil('Ann reads it', () => stays.of('frame').length === 2)
  await waitUntil('Ben forgets', () => leaves.of('purge').length === 1)
  expect(leaves.of('purge')).toEqual([[shared]])
  await post(world().resources, ann, shared, 'more')
  await waitUntil('Ann reads on', () => stays.of('frame').length === 3)
  expect(leaves.of('frame')).toHaveLength(1)
  for (const socket of [stays, leaves]) socket.close()
  await slow.close()
})

test('a member who was invited gets the head at once, and the next message', async () => {
  const [ann, ben] = (await people(2)) as [Actor, Actor]
  const shared = await addConversation(world().resources, [ann])
  const socket = await connect(ben)
  expect(socket.of('hello')[0]?.heads).toEqual([])
  await inviteToConversation(world().resources, ann, shared, ben.memberId)
  await waitUntil('its head', () =>
    socket
      .of('heads')
      .flat()
      .some((head) => head.conversationId === shared),
  )
  await post(world().resources, ann, shared)
  await waitUntil('its message', () => socket.of('frame').some((frame) => frame.toSeq === 2))
})

test('lost signals of a removal and an invitation are found by the next round', async () => {
  const [ann, ben] = (await people(2)) as [Actor, Actor]
  const [left, won] = await Promise.all([
    addConversation(world().resources, [ann, ben]),
    addConversation(world().resources, [ann]),
  ])
  const socket = await connect(ben)
  await removeFromConversation(lossy, ann, left, ben.memberId)
  await inviteToConversation(lossy, ann, won, ben.memberId)
  await waitUntil('purge', () => socket.of('purge').flat().includes(left))
  await waitUntil('head', () =>
    socket
      .of('heads')
      .flat()
      .some((head) => head.conversationId === won),
  )
})

test('a deactivated member and an ended session lose their sockets', async () => {
  const [ann, ben] = (await people(2)) as [Actor, Actor]
  const [deactivated, signedOut] = await Promise.all([connect(ann), connect(ben)])
  const { mysql } = world().resources
  await mysql.read.query('UPDATE member SET deactivated_ms = 1 WHERE workspace_id = ? AND id = ?', [
    ann.workspaceId,
    ann.memberId,
  ])
  await mysql.read.query('DELETE FROM auth_session WHERE userId = ?', [ben.memberId])
  await waitUntil('both are closed', () => !deactivated.socket.connected && !signedOut.socket.connected)
})

test('a close signal ends the sockets of its member at once, a nudge is passed on', async () => {
  const [ann, ben] = (await people(2)) as [Actor, Actor]
  const [one, two] = await Promise.all([connect(ann), connect(ben)])
  const signal = (actor: Actor, value: MemberSignal) =>
    publishToTopics(world().resources.redis, [], [{ memberId: actor.memberId, signal: value }])
  await signal(ben, { type: 'nudge', about: ['scheduled'] })
  await signal(ann, { type: 'close', reason: 'signed-out' })
  await waitUntil('both know', () => !one.socket.connected && two.of('nudge').length === 1)
  expect(two.of('nudge')).toEqual([['scheduled']])
  expect(two.socket.connected).toBe(true)
})

test('a room of more sockets than one turn emits to gets every frame once, in order, on each of them', async () => {
  const [ann] = (await people(1)) as [Actor]
  const shared = await addConversation(world().resources, [ann])
  const ticket = await ticketFor(world().resources, ann)
  const crowd = Array.from({ length: SLICE_SIZE + 20 }, () => {
    const seqs: number[] = []
    const socket = io(gateway.url, {
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
  for (let i = 0; i < 3; i++) await post(world().resources, ann, shared)
  await waitUntil('all heard all', () => crowd.every((one) => one.seqs.length >= 3), 30_000)
  expect(new Set(crowd.map((one) => one.seqs.join()))).toEqual(new Set(['1,2,3']))
  for (const one of crowd) one.socket.disconnect()
})

test('a wrong origin, an expired ticket, none and a deactivated member are refused', async () => {
  const [ann, gone] = (await people(2)) as [Actor, Actor]
  const { resources } = world()
  await resources.mysql.read.query('UPDATE member SET deactivated_ms = 1 WHERE workspace_id = ? AND id = ?', [
    gone.workspaceId,
    gone.memberId,
  ])
  const valid = await ticketFor(resources, ann)
  expect(await refusal({ ticket: valid, origin: 'http://evil.test' })).toContain('websocket error')
  expect(await refusal({ ticket: await ticketFor(resources, ann, Date.now() - TICKET_LIFE_MS - 1) })).toBe(
    'ticket_invalid',
  )
  expect(await refusal({})).toBe('ticket_invalid')
  expect(await refusal({ ticket: await ticketFor(resources, gone) })).toBe('not_a_member')
  const polled = await fetch(`${gateway.url}/socket/?EIO=4&transport=polling`, {
    headers: { origin: 'http://evil.test' },
  })
  expect(polled.status).toBe(403)
})

async function refusal({ ticket, origin = TEST_ORIGIN }: { ticket?: string; origin?: string }): Promise<string> {
  const socket = io(gateway.url, {
    path: '/socket',
    auth: { ticket },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    extraHeaders: { origin },
  })
  const message = await new Promise<string>((resolve) => {
    socket.once('connect', () => resolve('connected'))
    socket.once('connect_error', (error) => resolve(error.message))
  })
  socket.disconnect()
  return message
}

test('a frame of another version, of another workspace or without sense is dropped and counted', async () => {
  const [ann] = (await people(1)) as [Actor]
  const shared = await addConversation(world().resources, [ann])
  const socket = await connect(ann)
  const frame = {
    v: 1,
    workspaceId: ann.workspaceId,
    conversationId: shared,
    epoch: 1,
    fromSeq: 1,
    toSeq: 1,
    aclVersion: 1,
    changes: [],
  }
  const before = structuredClone(gateway.status().counters.dropped)
  const wrong = [
    { ...frame, v: 2 },
    { ...frame, workspaceId: '1' },
    { ...frame, epoch: 'x' },
  ]
  const { client } = world().resources.redis
  for (const one of wrong) await client.spublish(conversationTopic(shared), JSON.stringify(one))
  await client.spublish(conversationTopic(shared), 'no json')
  await post(world().resources, ann, shared)
  await waitUntil('the good one', () => socket.of('frame').length > 0)
  expect(frameSeqs(socket)).toEqual([[1, 1]])
  const after = gateway.status().counters.dropped
  expect([after.version - before.version, after.malformed - before.malformed]).toEqual([1, 2])
})

test('without Redis heads come from MySQL within two seconds; with Redis back frames come again', async () => {
  const [ann, ben] = (await people(2)) as [Actor, Actor]
  const shared = await addConversation(world().resources, [ann, ben])
  const socket = await connect(ben)
  await world().redisServer.stop()
  await waitUntil('the gateway knows', () => gateway.status().redis === 'away')
  const posted = await post(world().resources, ann, shared)
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
  await waitUntil('topics are back', () => gateway.status().redis === 'ready')
  await world().resources.redis.waitReady(10_000)
  const again = await post(world().resources, ann, shared)
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
  const socket = await openSocket(second, world().resources, ann)
  const closing = second.close()
  await waitUntil('drain', () => socket.of('drain').length === 1)
  expect(socket.socket.connected).toBe(true)
  socket.close()
  await closing
  await expect(fetch(`${second.url}/healthz`)).rejects.toThrow()
})
