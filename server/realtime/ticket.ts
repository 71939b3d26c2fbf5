/**
 * A ticket lets a browser open sockets at a gateway that knows no cookies: signed by the web tier for one member and
 * one session, good for a minute. It proves who asked, never that they still may: the gateway reads that from MySQL.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { memberIdSchema, workspaceIdSchema } from '#server/protocol/frame.ts'

export const TICKET_LIFE_MS = 60_000

const claimsSchema = z.object({
  workspaceId: workspaceIdSchema,
  memberId: memberIdSchema,
  /** `auth_session.id`: when the session ends, so do its sockets. */
  sessionId: z.string().min(1).max(64),
  /** Epoch milliseconds. */
  expires_ms: z.number().int().positive(),
})
export type TicketClaims = z.infer<typeof claimsSchema>

/** @param secret TICKET_SECRET */
export function createTicket(secret: string, holder: Omit<TicketClaims, 'expires_ms'>, now_ms: number): string {
  const claims: TicketClaims = { ...holder, expires_ms: now_ms + TICKET_LIFE_MS }
  const body = Buffer.from(JSON.stringify(claims)).toString('base64url')
  return `${body}.${sign(secret, body).toString('base64url')}`
}

/** @returns null for anything but an unexpired ticket that we signed */
export function verifyTicket(secret: string, ticket: unknown, now_ms: number): TicketClaims | null {
  if (typeof ticket !== 'string' || ticket.length > 1_000) return null
  const [body = '', signature = ''] = ticket.split('.')
  const expected = sign(secret, body)
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const claims = claimsSchema.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString()))
  return claims.success && claims.data.expires_ms > now_ms ? claims.data : null
}

function sign(secret: string, body: string): Buffer {
  return createHmac('sha256', secret).update(`carillon-ticket.v1.${body}`).digest()
}
