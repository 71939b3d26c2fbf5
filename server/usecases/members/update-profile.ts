import { checkDisplayName } from '#server/domain/conversation/name.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { parseZone } from '#server/domain/time/zone.ts'
import { updateProfile as storeProfile } from '#server/mysql/members.ts'
import type { Resources } from '../resources.ts'
import { nudgeDirectory } from './nudge-directory.ts'

/** One's own name and zone. Messages already scheduled keep the zone they were scheduled in (C1). */
export async function updateProfile(
  r: Resources,
  actor: Actor,
  changed: { displayName?: string; zone?: string },
): Promise<void> {
  await storeProfile(r.prisma, actor.workspaceId, actor.memberId, {
    ...(changed.displayName === undefined ? {} : { displayName: checkDisplayName(changed.displayName) }),
    ...(changed.zone === undefined ? {} : { zone: parseZone(changed.zone) }),
  })
  await nudgeDirectory(r, actor.workspaceId)
}
