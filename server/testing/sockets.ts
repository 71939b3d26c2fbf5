/** A real gateway on a free port, and clients that keep what they were told. */
import { randomUUID } from 'node:crypto'
import { io, type Socket } from 'socket.io-client'
import { createLogger } from '#server/process/logger.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import type { ClientToServer, ServerToClient } from '#server/protocol/socket-events.ts'
import { startGateway, type Gateway, type GatewayOptions } from '#server/realtime/gateway.ts'
import { createTicket } from '#server/realtime/ticket.ts'
import { connectRedis } from '#server/redis/connect.ts'
import { createTopicListener } from '#server/redis/topics.ts'
import type { Resources } from '#server/usecases/resources.ts'
import type { TestWorld } from './test-world.ts'
import { waitUntil } from './wait-until.ts'

export const TEST_ORIGIN = 'http://chat.test'
export const TEST_TICKET_SECRET = 'a ticket secret that only tests know, long enough'

export type TestGateway = Gateway & { url: string; close(): Promise<void> }

export async function openGateway(world: TestWorld, changed: Partial<GatewayOptions> = {}): Promise<TestGateway> {
  const listener = changed.listener ?? createTopicListener(world.redisUrl)
  const gateway = await startGateway({
    mysql: world.resources.mysql,
    listener,
    log: createLogger({ name: 'gateway', level: 'silent' }),
    ticketSecret: TEST_TICKET_SECRET,
    allowedOrigins: [TEST_ORIGIN],
    host: '127.0.0.1',
    port: 0,
    ...changed,
  })
  await waitUntil('the gateway listens to Redis', () => listener.state() === 'ready')
  return {
    ...gateway,
    url: `http://127.0.0.1:${gateway.port}`,
    close: async () => {
      await gateway.drain()
      await listener.end()
    },
  }
}

/** A signed-in session of the actor: sessions are the sign-in library's rows. */
export async function addSession({ mysql }: Resources, actor: Actor): Promise<string> {
  const sessionId = randomUUID()
  await mysql.read.query(
    'INSERT INTO auth_session (id, expiresAt, token, userId, createdAt, updatedAt) VALUES (?, ?, ?, ?, NOW(3), NOW(3))',
    [sessionId, '2099-01-01 00:00:00.000', randomUUID(), actor.memberId],
  )
  return sessionId
}

export async function ticketFor(resources: Resources, actor: Actor, now_ms = Date.now()): Promise<string> {
  const sessionId = await addSession(resources, actor)
  return createTicket(
    TEST_TICKET_SECRET,
    { workspaceId: actor.workspaceId, memberId: actor.memberId, sessionId },
    now_ms,
  )
}

type EventName = keyof ServerToClient
export type Told<E extends EventName = EventName> = { event: E; value: Parameters<ServerToClient[E]>[0] }

export type TestSocket = {
  socket: Socket<ServerToClient, ClientToServer>
  /** Everything told so far, in order. */
  told: Told[]
  of<E extends EventName>(event: E): Parameters<ServerToClient[E]>[0][]
  close(): void
}

/** Connects and waits for the hello. */
export async function openSocket(
  gateway: TestGateway,
  resources: Resources,
  actor: Actor,
  transports: ('websocket' | 'polling')[] = ['websocket'],
): Promise<TestSocket> {
  const ticket = await ticketFor(resources, actor)
  const socket: Socket<ServerToClient, ClientToServer> = io(gateway.url, {
    path: '/socket',
    auth: { ticket },
    transports,
    reconnection: false,
    forceNew: true,
    extraHeaders: { origin: TEST_ORIGIN },
  })
  const told: Told[] = []
  socket.onAny((event: string, value: unknown) => void told.push({ event, value } as Told))
  const of = <E extends EventName>(event: E) =>
    told.filter((one): one is Told<E> => one.event === event).map((one) => one.value)
  await waitUntil('hello', () => of('hello').length > 0)
  return { socket, told, of, close: () => void socket.disconnect() }
}

/** A process on the same database whose every publication is lost on the way. */
export async function openWithLostSignals(world: TestWorld): Promise<Resources & { close(): Promise<void> }> {
  const resources = await world.openResources()
  const nowhere = connectRedis('redis://127.0.0.1:1')
  return { ...resources, redis: nowhere, close: () => nowhere.end() }
}
