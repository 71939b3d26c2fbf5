import { expect, test } from 'vitest'
import type { MemberId, WorkspaceId } from '#server/domain/ids.ts'
import { createTicket, TICKET_LIFE_MS, verifyTicket } from './ticket.ts'

const SECRET = 'a secret of this test, long enough to be one'
const NOW_MS = 1_770_000_000_000
const holder = { workspaceId: '11' as WorkspaceId, memberId: '22' as MemberId, sessionId: 'session-1' }

test('a ticket gives back whom it was made for until its minute is over', () => {
  const ticket = createTicket(SECRET, holder, NOW_MS)
  expect(verifyTicket(SECRET, ticket, NOW_MS)).toEqual({ ...holder, expires_ms: NOW_MS + TICKET_LIFE_MS })
  expect(verifyTicket(SECRET, ticket, NOW_MS + TICKET_LIFE_MS - 1)).not.toBeNull()
  expect(verifyTicket(SECRET, ticket, NOW_MS + TICKET_LIFE_MS)).toBeNull()
})

test('a ticket of another secret, with another body or that is none is refused', () => {
  const ticket = createTicket(SECRET, holder, NOW_MS)
  const [body = '', signature = ''] = ticket.split('.')
  const forged = Buffer.from(JSON.stringify({ ...holder, memberId: '23', expires_ms: NOW_MS + 1_000 })).toString(
    'base64url',
  )
  expect(verifyTicket('another secret of the same length.........', ticket, NOW_MS)).toBeNull()
  for (const wrong of [
    `${forged}.${signature}`,
    `${body}.`,
    body,
    '',
    '.',
    'x'.repeat(5_000),
    undefined,
    null,
    7,
    {},
  ]) {
    expect(verifyTicket(SECRET, wrong, NOW_MS)).toBeNull()
  }
})
