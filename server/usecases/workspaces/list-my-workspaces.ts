import type { Role } from '#server/domain/conversation/posting.ts'
import type { MemberId, WorkspaceId } from '#server/domain/ids.ts'
import { listWorkspacesOfAccount } from '#server/mysql/account-workspaces.ts'
import { loadMemberByAccount } from '#server/mysql/members.ts'
import { loadWorkspace } from '#server/mysql/workspaces.ts'
import type { Resources } from '../resources.ts'

export type MyWorkspace = { workspaceId: WorkspaceId; memberId: MemberId; name: string; role: Role }

/** Asks the directory, then only the workspaces it names: nothing scatters (X1). The member row decides. */
export async function listMyWorkspaces(r: Resources, accountId: string): Promise<MyWorkspace[]> {
  const ids = await listWorkspacesOfAccount(r.prisma, accountId)
  const found = await Promise.all(ids.map((id) => loadMine(r, accountId, id)))
  return found.filter((entry) => entry !== null)
}

async function loadMine(r: Resources, accountId: string, workspaceId: WorkspaceId): Promise<MyWorkspace | null> {
  const member = await loadMemberByAccount(r.mysql.read, workspaceId, accountId)
  if (!member || member.deactivatedMs !== null) return null
  const workspace = await loadWorkspace(r.prisma, workspaceId)
  return workspace && { workspaceId, memberId: member.id, name: workspace.name, role: member.role }
}
