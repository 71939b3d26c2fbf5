/**
 * A gateway: serves the sockets of people and gives them what happens in their conversations. Any number run side by
 * side, each knows only its own sockets; there is no adapter between them, each listens to the topics it needs.
 * It never writes. What it sends rests on rights read from MySQL, at the version of the frame it sends (I7).
 */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'
import type { Mysql } from '#server/mysql/connect.ts'
import type { Logger } from '#server/process/logger.ts'
import type { TopicListener } from '#server/redis/topics.ts'
import { drainGateway } from './drain.ts'
import { createFanOut, toHead } from './fan-out.ts'
import { createCounters } from './gateway-counters.ts'
import type { GatewayServer, GatewaySocket } from './gateway-socket.ts'
import { createHandshake, isAllowedOrigin } from './handshake.ts'
import { openMember, reconcileMember } from './member-rooms.ts'
import { createRoomTable, type ConnectedMember } from './room-table.ts'
import { routeTopics } from './route-topics.ts'
import { coalesce, createSequence } from './sequence.ts'
import { startRounds, type RoundTimes } from './start-rounds.ts'
import { answerStatus, type GatewayStatus } from './status.ts'
import { createTopicSubscriptions } from './topic-subscriptions.ts'

export type GatewayOptions = {
  mysql: Mysql
  listener: TopicListener
  log: Logger
  /** TICKET_SECRET */
  ticketSecret: string
  /** Origins whose pages may connect, such as `https://chat.example.org`. */
  allowedOrigins: readonly string[]
  host: string
  /** 0: any free port */
  port: number
  times?: Partial<RoundTimes>
}

export type Gateway = {
  port: number
  status(): GatewayStatus
  /** Asks clients to come back spread over a while, waits for them to leave, then closes. */
  drain(): Promise<void>
}

/** A ticket and a few words of protocol are all a client ever sends. */
const LARGEST_MESSAGE_BYTES = 16_384
/** A silent death is noticed within 40 s. */
const PING_MS = 20_000
/** Handshakes a gateway takes comfortably in a second, each with its reads. */
const WELCOMES_PER_SECOND = 500
const SPREAD_AT_LEAST_MS = 1_000
const SPREAD_AT_MOST_MS = 30_000

export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { mysql, listener, log } = options
  const db = mysql.read
  const counters = createCounters()
  const topics = createTopicSubscriptions(listener)
  const table = createRoomTable(topics)
  const status = (): GatewayStatus => ({
    sockets: io.engine.clientsCount,
    ...table.size(),
    topics: topics.size(),
    redis: listener.state(),
    counters,
  })
  const http = createServer((request, response) => answerStatus(request, response, status))
  const io = createSocketServer(http, options.allowedOrigins)
  const fanOut = createFanOut({ io, db, table, counters, log })
  const parts = { db, table, topics, fanOut, counters }
  const spread_ms = () =>
    Math.min(SPREAD_AT_MOST_MS, Math.max(SPREAD_AT_LEAST_MS, (io.engine.clientsCount / WELCOMES_PER_SECOND) * 1_000))

  const handshake = createHandshake({ db, ticketSecret: options.ticketSecret, counters, log })
  io.use((socket, next) => void handshake(socket, next))
  io.on('connection', (socket) => {
    const member = table.addSocket(socket, () => createMember(socket))
    socket.once('disconnect', () => table.removeSocket(member, socket))
    welcome(member, socket).catch((error: unknown) => {
      log.warn({ err: error, member_id: member.memberId }, 'socket closed: its conversations could not be read')
      socket.disconnect(true)
    })
  })
  routeTopics({ listener, table, fanOut, counters, log })
  const stopRounds = startRounds({ ...parts, listener, log }, options.times)
  const port = await listen(http, options.host, options.port)
  return {
    port,
    status,
    drain: async () => {
      stopRounds()
      await drainGateway({ io, http, table, spread_ms: spread_ms() })
    },
  }

  function createMember(socket: GatewaySocket): ConnectedMember {
    const { workspaceId, memberId } = socket.data.claims
    const inSequence = createSequence()
    const member: ConnectedMember = {
      workspaceId,
      memberId,
      sockets: new Set(),
      rooms: new Map(),
      inSequence,
      reconcile: coalesce(inSequence, () => reconcileMember(parts, member)),
    }
    return member
  }

  async function welcome(member: ConnectedMember, socket: GatewaySocket): Promise<void> {
    const states = await member.inSequence(() => openMember(parts, member))
    const readable = states.filter((state) => member.rooms.has(state.conversationId))
    socket.emit('hello', {
      memberId: member.memberId,
      heads: readable.map(toHead),
      reconnectSpread_ms: spread_ms(),
      serverNow_ms: Date.now(),
    })
  }
}

function createSocketServer(http: ReturnType<typeof createServer>, allowedOrigins: readonly string[]): GatewayServer {
  return new Server(http, {
    path: '/socket',
    serveClient: false,
    transports: ['polling', 'websocket'],
    // 235 KiB a connection and five times the work of a send with it; frames are small.
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: LARGEST_MESSAGE_BYTES,
    pingInterval: PING_MS,
    pingTimeout: PING_MS,
    cors: { origin: [...allowedOrigins], methods: ['GET', 'POST'] },
    allowRequest: (request: IncomingMessage, answer) =>
      answer(
        isAllowedOrigin(request, allowedOrigins) ? null : 'origin not allowed',
        isAllowedOrigin(request, allowedOrigins),
      ),
  })
}

async function listen(http: ReturnType<typeof createServer>, host: string, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject)
    http.listen(port, host, () => {
      http.off('error', reject)
      resolve()
    })
  })
  return (http.address() as AddressInfo).port
}
