import type { Server as HttpServer } from 'node:http'
import { setTimeout as sleep, setImmediate as nextTurn } from 'node:timers/promises'
import type { GatewayServer } from './gateway-socket.ts'
import { SLICE_SIZE, type RoomTable } from './room-table.ts'

/** Stays below the drain limit of a process, so that closing is still orderly. */
const LEAVE_WITHIN_MS = 8_000
const LOOK_EVERY_MS = 50

/**
 * Takes no new connection, tells every socket when to come back (spread, so that the others are not overrun), goes on
 * serving until they have left, and closes what is still there at the end.
 */
export async function drainGateway(parts: {
  io: GatewayServer
  http: HttpServer
  table: RoomTable
  spread_ms: number
}): Promise<void> {
  const { io, http, table } = parts
  const spread_ms = Math.min(parts.spread_ms, LEAVE_WITHIN_MS - 1_000)
  http.close()
  const sockets = table.members().flatMap((member) => [...member.sockets])
  for (const [index, socket] of sockets.entries()) {
    if (index % SLICE_SIZE === SLICE_SIZE - 1) await nextTurn()
    socket.emit('drain', Math.floor(Math.random() * spread_ms))
  }
  const deadline = Date.now() + LEAVE_WITHIN_MS
  while (io.engine.clientsCount > 0 && Date.now() < deadline) await sleep(LOOK_EVERY_MS)
  io.disconnectSockets(true)
  await io.close()
}
