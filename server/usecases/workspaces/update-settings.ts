import { checkDisplayName } from '#server/domain/conversation/name.ts'
import { DomainError } from '#server/domain/errors.ts'
import { authorize, type Actor } from '#server/domain/member/authorize.ts'
import { checkPresets } from '#server/domain/time/presets.ts'
import { MOST_HORIZON_S } from '#server/domain/time/send-time.ts'
import { updateWorkspace, type WorkspaceChoices, type WorkspaceSettings } from '#server/mysql/workspaces.ts'
import type { Resources } from '../resources.ts'
import { loadWorkspace, type WorkspaceView } from './load-workspace.ts'

const DAY_S = 86_400
/** Smallest and largest value of each setting, in seconds. */
const BOUNDS = {
  freeze_s: [0, 7 * DAY_S],
  latePolicy_s: [60, 30 * DAY_S],
  horizon_s: [DAY_S, MOST_HORIZON_S],
} as const satisfies Record<keyof WorkspaceSettings, readonly [number, number]>

/** Holds for messages scheduled from now on; those already stored keep the freeze they were promised (C1). */
export async function updateSettings(
  r: Resources,
  actor: Actor,
  changed: Partial<WorkspaceSettings & WorkspaceChoices & { name: string }>,
): Promise<WorkspaceView> {
  authorize(actor, { to: 'manage-workspace' })
  for (const [field, [least, most]] of Object.entries(BOUNDS)) {
    const value = changed[field as keyof WorkspaceSettings]
    if (value !== undefined && !(Number.isInteger(value) && value >= least && value <= most)) {
      throw new DomainError('invalid_input', { field, value, least, most })
    }
  }
  const { name, presets, ...settings } = changed
  await updateWorkspace(r.prisma, actor.workspaceId, {
    ...settings,
    ...(presets === undefined ? {} : { presets: presets && checkPresets(presets) }),
    ...(name === undefined ? {} : { name: checkDisplayName(name) }),
  })
  return loadWorkspace(r, actor)
}
