import { randomUUID } from 'node:crypto'
import type { World } from '../frame/bench-servers.ts'
import { insert, type Place } from '../world/company.ts'
import type { FanPlan } from './fan-clients.ts'

/** Signed-in sessions of the first `count` people of a channel. */
export async function addSessions({ resources }: World, place: Place, count: number): Promise<FanPlan['holders']> {
  const holders = place.memberIds
    .slice(0, count)
    .map((memberId) => ({ workspaceId: place.workspaceId, memberId, sessionId: randomUUID() }))
  await insert(
    resources.mysql,
    'auth_session (id, expiresAt, token, userId, createdAt, updatedAt)',
    holders.map(({ sessionId, memberId }) => [
      sessionId,
      '2099-01-01 00:00:00',
      randomUUID(),
      `account-${memberId}`,
      '2026-01-01 00:00:00',
      '2026-01-01 00:00:00',
    ]),
  )
  return holders
}
