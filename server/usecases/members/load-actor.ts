import { DomainError } from '#server/domain/errors.ts'
import type { WorkspaceId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { loadMemberByAccount } from '#server/mysql/members.ts'
import type { Resources } from '../resources.ts'

/**
 * Who an account is in a workspace, read anew for every request, so that a lost right is lost at once (I7).
 * @throws DomainError `not_found` for a workspace the account is not in, whether it exists or not; `not_allowed` once
 *   deactivated
 */
export async function loadActor(
  r: Pick<Resources, 'mysql'>,
  accountId: string,
  workspaceId: WorkspaceId,
  client: string,
): Promise<Actor> {
  const member = await loadMemberByAccount(r.mysql.read, workspaceId, accountId)
  if (!member) throw new DomainError('not_found', { workspace: workspaceId })
  if (member.deactivatedMs !== null) throw new DomainError('not_allowed', { member: 'deactivated' })
  return { workspaceId, memberId: member.id, role: member.role, client }
}
