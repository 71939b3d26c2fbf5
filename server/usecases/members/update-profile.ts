import { checkDisplayName } from '#server/domain/conversation/name.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { checkPresets, type PresetRule } from '#server/domain/time/presets.ts'
import { parseZone } from '#server/domain/time/zone.ts'
import { updateProfile as storeProfile } from '#server/mysql/members.ts'
import type { Resources } from '../resources.ts'
import { nudgeDirectory } from './nudge-directory.ts'

/** One's own name, zone and ready-made times; null takes the workspace's. Messages already scheduled keep the zone they were scheduled in (C1). */
export async function updateProfile(
  r: Resources,
  actor: Actor,
  changed: { displayName?: string; zone?: string; presets?: PresetRule[] | null },
): Promise<void> {
  await storeProfile(r.prisma, actor.workspaceId, actor.memberId, {
    ...(changed.displayName === undefined ? {} : { displayName: checkDisplayName(changed.displayName) }),
    ...(changed.zone === undefined ? {} : { zone: parseZone(changed.zone) }),
    ...(changed.presets === undefined ? {} : { presets: changed.presets && checkPresets(changed.presets) }),
  })
  await nudgeDirectory(r, actor.workspaceId)
}
