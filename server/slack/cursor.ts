/**
 * Where a list goes on. Opaque and signed, and good only for the method, member and filters it was made for: a cursor
 * from elsewhere is refused and can reach nothing.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { z } from 'zod'
import type { SlackCall } from './method.ts'
import { wrongArgument } from './slack-error.ts'

/** What the signature covers beside the position. */
export type CursorUse = { call: SlackCall; method: string; filters: Record<string, unknown> }

export function writeCursor(use: CursorUse, position: string | number | Record<string, string | number>): string {
  const body = Buffer.from(JSON.stringify(position)).toString('base64url')
  return `${body}.${sign(use, body)}`
}

/** @throws SlackError `invalid_cursor` for anything but a cursor written for the same use */
export function readCursor<T>(use: CursorUse, cursor: string | undefined, position: z.ZodType<T>): T | null {
  if (cursor === undefined) return null
  const [body = ''] = cursor.split('.')
  const isOurs = isSameText(cursor, `${body}.${sign(use, body)}`)
  if (!isOurs)
    throw wrongArgument('invalid_cursor', 'cursor', cursor, 'is not a cursor of this method with these arguments')
  return position.parse(JSON.parse(Buffer.from(body, 'base64url').toString()))
}

/** The fields of an answer that carries a page; an empty cursor ends the list. */
export const pageEnd = (next: string | null) => ({ response_metadata: { next_cursor: next ?? '' } })

function sign({ call, method, filters }: CursorUse, body: string): string {
  const { workspaceId, memberId } = call.actor
  return createHmac('sha256', call.host.secret)
    .update(JSON.stringify(['carillon-cursor.v1', method, workspaceId, memberId, filters, body]))
    .digest('base64url')
}

function isSameText(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
