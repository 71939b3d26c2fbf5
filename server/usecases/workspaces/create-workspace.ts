import { checkDisplayName, generalOf } from '#server/domain/conversation/name.ts'
import type { MemberId, WorkspaceId } from '#server/domain/ids.ts'
import { parseZone } from '#server/domain/time/zone.ts'
import { rememberWorkspaceOfAccount } from '#server/mysql/account-workspaces.ts'
import { insertConversation } from '#server/mysql/conversations.ts'
import { insertMember, loadMemberByAccount } from '#server/mysql/members.ts'
import { isDuplicate, withTransaction } from '#server/mysql/tx.ts'
import { insertWorkspace } from '#server/mysql/workspaces.ts'
import type { Resources } from '../resources.ts'

/** Someone signed in, who may not be a member of anything yet. */
export type SignedIn = { accountId: string; name: string; email: string }
export type CreateWorkspace = { name: string; displayName: string; zone: string }
export type OwnMembership = { workspaceId: WorkspaceId; memberId: MemberId }

/** A workspace, its owner, and the public channel everyone will be in: all or nothing. */
export async function createWorkspace(r: Resources, account: SignedIn, input: CreateWorkspace): Promise<OwnMembership> {
  const name = checkDisplayName(input.name)
  const owner = {
    id: r.makeId<MemberId>(),
    accountId: account.accountId,
    kind: 'person' as const,
    role: 'owner' as const,
    displayName: checkDisplayName(input.displayName),
    email: account.email,
    zone: parseZone(input.zone),
  }
  const workspaceId = r.makeId<WorkspaceId>()
  try {
    await withTransaction(r.mysql, async (tx) => {
      await insertWorkspace(tx, workspaceId, name)
      await insertMember(tx, workspaceId, owner)
      await insertConversation(tx, workspaceId, {
        id: generalOf(workspaceId),
        kind: 'public',
        name: 'general',
        nameKey: 'general',
        directKey: null,
        topic: '',
        createdBy: owner.id,
        members: [owner.id],
      })
    })
  } catch (error) {
    const stored = isDuplicate(error) ? await loadMemberByAccount(r.mysql.read, workspaceId, account.accountId) : null
    // Otherwise an earlier run whose COMMIT was not answered did it all.
    if (stored?.id !== owner.id) throw error
  }
  await rememberWorkspaceOfAccount(r.prisma, account.accountId, workspaceId)
  return { workspaceId, memberId: owner.id }
}
