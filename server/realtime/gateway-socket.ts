import type { Server, Socket } from 'socket.io'
import type { ConversationId } from '#server/domain/ids.ts'
import type { ClientToServer, ServerToClient } from '#server/protocol/socket-events.ts'
import type { TicketClaims } from './ticket.ts'

export type SocketData = {
  claims: TicketClaims
  /** In which slice of each room this socket sits. */
  slices: Map<ConversationId, number>
}
export type GatewayServer = Server<ClientToServer, ServerToClient, Record<never, never>, SocketData>
export type GatewaySocket = Socket<ClientToServer, ServerToClient, Record<never, never>, SocketData>
