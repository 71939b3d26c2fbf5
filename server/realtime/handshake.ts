/**
 * Who may open a socket: a page of our own (Origin), with a ticket signed for one member, who is still active and
 * whose session still lives. The ticket travels in the handshake's auth, so no cookie ever opens a socket.
 */
import type { IncomingMessage } from 'node:http'
import type { Db } from '#server/mysql/connect.ts'
import { loadActiveMembers, loadLiveSessions } from '#server/mysql/gateway-reads.ts'
import type { Logger } from '#server/process/logger.ts'
import type { Refusal } from '#server/protocol/socket-events.ts'
import type { GatewayCounters } from './gateway-counters.ts'
import type { GatewaySocket } from './gateway-socket.ts'
import { verifyTicket } from './ticket.ts'

/** Programs send no Origin and have no cookies to be tricked out of; a browser always sends one. */
export function isAllowedOrigin(request: IncomingMessage, allowed: readonly string[]): boolean {
  const { origin } = request.headers
  return origin === undefined || allowed.includes(origin)
}

type Parts = { db: Db; ticketSecret: string; counters: GatewayCounters; log: Logger }

/** Fills `socket.data` or calls back with a `Refusal` as the error's message. */
export function createHandshake({ db, ticketSecret, counters, log }: Parts) {
  return async (socket: GatewaySocket, next: (error?: Error) => void): Promise<void> => {
    const refuse = (reason: keyof GatewayCounters['refused'], refusal: Refusal) => {
      counters.refused[reason]++
      next(new Error(refusal))
    }
    const claims = verifyTicket(ticketSecret, socket.handshake.auth.ticket, Date.now())
    if (!claims) return refuse('ticket', 'ticket_invalid')
    try {
      const [active, live] = await Promise.all([
        loadActiveMembers(db, claims.workspaceId, [claims.memberId]),
        loadLiveSessions(db, [claims.sessionId]),
      ])
      if (!active.has(claims.memberId) || !live.has(claims.sessionId)) return refuse('member', 'not_a_member')
    } catch (error) {
      log.warn({ err: error }, 'handshake refused: the database is away')
      return refuse('away', 'away')
    }
    socket.data.claims = claims
    socket.data.slices = new Map()
    next()
  }
}
