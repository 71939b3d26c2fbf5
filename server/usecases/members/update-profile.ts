import { checkDisplayName } from '#server/domain/conversation/name.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { checkPresets, type PresetRule } from '#server/domain/time/presets.ts'
import { epochMillis } from '#server/domain/time/units.ts'
import { checkWorkHours, type WorkHours } from '#server/domain/time/working-hours.ts'
import { parseZone } from '#server/domain/time/zone.ts'
import { updateProfile as storeProfile } from '#server/mysql/members.ts'
import type { Resources } from '../resources.ts'
import { nudgeDirectory } from './nudge-directory.ts'

export type ProfileInput = {
  displayName?: string
  zone?: string
  /** null takes the workspace's */
  presets?: PresetRule[] | null
  workHours?: WorkHours | null
  awayUntil_ms?: number | null
}

/**
 * One's own name, zone, ready-made times, working hours, and until when one is away; only what is given changes. Messages
 * already scheduled keep the zone they were scheduled in (C1).
 */
export async function updateProfile(r: Resources, actor: Actor, changed: ProfileInput): Promise<void> {
  await storeProfile(r.prisma, actor.workspaceId, actor.memberId, {
    ...(changed.displayName === undefined ? {} : { displayName: checkDisplayName(changed.displayName) }),
    ...(changed.zone === undefined ? {} : { zone: parseZone(changed.zone) }),
    ...(changed.presets === undefined ? {} : { presets: changed.presets && checkPresets(changed.presets) }),
    ...(changed.workHours === undefined
      ? {}
      : { workHours: changed.workHours === null ? null : checkWorkHours(changed.workHours) }),
    ...(changed.awayUntil_ms === undefined
      ? {}
      : { awayUntil_ms: changed.awayUntil_ms === null ? null : epochMillis(changed.awayUntil_ms) }),
  })
  await nudgeDirectory(r, actor.workspaceId)
}
