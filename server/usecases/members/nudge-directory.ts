import type { WorkspaceId } from '#server/domain/ids.ts'
import { listActiveMemberIds } from '#server/mysql/members.ts'
import { publishCommitted } from '../publish-committed.ts'
import type { Resources } from '../resources.ts'

/** In larger workspaces the rest reads the directory again the next time it connects. */
const MOST_NUDGED = 500

/** Tells open clients that somebody's name, zone or role changed. May be lost: it carries nothing. */
export async function nudgeDirectory(r: Resources, workspaceId: WorkspaceId): Promise<void> {
  const members = await listActiveMemberIds(r.prisma, workspaceId, MOST_NUDGED)
  const signals = members.map((memberId) => ({
    memberId,
    signal: { type: 'nudge' as const, about: ['directory' as const] },
  }))
  await publishCommitted(r, { outbox: null, frames: [], signals })
}
