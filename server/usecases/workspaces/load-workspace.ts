import type { Role } from '#server/domain/conversation/posting.ts'
import { DomainError } from '#server/domain/errors.ts'
import type { MemberId, WorkspaceId } from '#server/domain/ids.ts'
import type { PresetRule } from '#server/domain/time/presets.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import type { WorkHours } from '#server/domain/time/working-hours.ts'
import { rememberWorkspaceOfAccount } from '#server/mysql/account-workspaces.ts'
import { loadMember } from '#server/mysql/members.ts'
import { loadWorkspace as loadRow, type WorkspaceChoices, type WorkspaceSettings } from '#server/mysql/workspaces.ts'
import type { Resources } from '../resources.ts'

export type WorkspaceView = WorkspaceSettings &
  WorkspaceChoices & {
    workspaceId: WorkspaceId
    name: string
    me: {
      memberId: MemberId
      role: Role
      displayName: string
      zone: string
      email: string
      presets: PresetRule[] | null
      /** null: never told */
      workHours: WorkHours | null
      /** null or past: not away */
      awayUntil_ms: number | null
    }
  }

/** The workspace and who the actor is in it. Mends the account's directory entry where a crash left it out. */
export async function loadWorkspace(r: Resources, actor: Actor): Promise<WorkspaceView> {
  const [workspace, me] = await Promise.all([
    loadRow(r.prisma, actor.workspaceId),
    loadMember(r.mysql.read, actor.workspaceId, actor.memberId),
  ])
  if (!workspace || !me) throw new DomainError('not_found', { workspace: actor.workspaceId })
  if (me.accountId !== null) await rememberWorkspaceOfAccount(r.prisma, me.accountId, actor.workspaceId)
  const { id: _i, createdMs: _c, suspendedMs: _s, ...settings } = workspace
  const { id: memberId, role, displayName, zone, email, presets, workHours, awayUntil_ms } = me
  return {
    workspaceId: actor.workspaceId,
    ...settings,
    me: { memberId, role, displayName, zone, email, presets, workHours, awayUntil_ms },
  }
}
