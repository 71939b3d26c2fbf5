import { checkDisplayName, generalOf } from '#server/domain/conversation/name.ts'
import { DomainError } from '#server/domain/errors.ts'
import type { MemberId, WorkspaceId } from '#server/domain/ids.ts'
import { parseZone } from '#server/domain/time/zone.ts'
import { rememberWorkspaceOfAccount } from '#server/mysql/account-workspaces.ts'
import type { Tx } from '#server/mysql/connect.ts'
import {
  countInvitationUse,
  loadInvitationBySecret,
  lockInvitationBySecret,
  type Invitation,
} from '#server/mysql/invitations.ts'
import { insertMember, loadMember, loadMemberByAccount, type NewMember } from '#server/mysql/members.ts'
import { isDuplicate } from '#server/mysql/tx.ts'
import { loadWorkspace } from '#server/mysql/workspaces.ts'
import { changeConversation } from '../conversations/change-conversation.ts'
import { nudgeDirectory } from '../members/nudge-directory.ts'
import type { Resources } from '../resources.ts'
import type { OwnMembership, SignedIn } from './create-workspace.ts'
import { parseInvitation } from './invitation-token.ts'

/** What a link leads to. @throws DomainError `invitation_invalid` */
export async function previewInvitation(
  r: Resources,
  token: string,
): Promise<{ workspaceName: string; invitedBy: string }> {
  const { workspaceId, secretHash } = parseInvitation(token)
  const invitation = checkInvitation(await loadInvitationBySecret(r.mysql.read, workspaceId, secretHash))
  const [workspace, inviter] = await Promise.all([
    loadWorkspace(r.prisma, workspaceId),
    loadMember(r.mysql.read, workspaceId, invitation.createdBy),
  ])
  if (!workspace || !inviter) throw new DomainError('invitation_invalid', { reason: 'unknown' })
  return { workspaceName: workspace.name, invitedBy: inviter.displayName }
}

/**
 * Makes the account a member, in the channel that everyone is in. Accepting again answers with the same member.
 * @throws DomainError `invitation_invalid`; `not_allowed` for a member who was deactivated
 */
export async function acceptInvitation(
  r: Resources,
  account: SignedIn,
  input: { token: string; displayName: string; zone: string },
): Promise<OwnMembership> {
  const { workspaceId, secretHash } = parseInvitation(input.token)
  const person = {
    id: r.makeId<MemberId>(),
    accountId: account.accountId,
    kind: 'person' as const,
    displayName: checkDisplayName(input.displayName),
    email: account.email,
    zone: parseZone(input.zone),
  }
  const memberId =
    (await loadExisting(r, workspaceId, secretHash, account)) ?? (await join(r, workspaceId, secretHash, person))
  await rememberWorkspaceOfAccount(r.prisma, account.accountId, workspaceId)
  await nudgeDirectory(r, workspaceId)
  return { workspaceId, memberId }
}

async function loadExisting(
  r: Resources,
  workspaceId: WorkspaceId,
  secretHash: string,
  account: SignedIn,
): Promise<MemberId | null> {
  checkInvitation(await loadInvitationBySecret(r.mysql.read, workspaceId, secretHash))
  const member = await loadMemberByAccount(r.mysql.read, workspaceId, account.accountId)
  if (member && member.deactivatedMs !== null)
    throw new DomainError('not_allowed', { action: 'join-workspace', member: 'deactivated' })
  return member && member.id
}

async function join(
  r: Resources,
  workspaceId: WorkspaceId,
  secretHash: string,
  person: Omit<NewMember, 'role'>,
): Promise<MemberId> {
  try {
    await changeConversation(r, workspaceId, generalOf(workspaceId), async (tx, change) => {
      await storeMember(tx, workspaceId, secretHash, person)
      await change.setMembership(person.id, true)
    })
    return person.id
  } catch (error) {
    if (!isDuplicate(error)) throw error
    // The same person accepted twice at once, or an earlier run whose COMMIT was not answered did it all.
    const stored = await loadMemberByAccount(r.mysql.read, workspaceId, person.accountId ?? '')
    if (!stored) throw error
    return stored.id
  }
}

async function storeMember(
  tx: Tx,
  workspaceId: WorkspaceId,
  secretHash: string,
  person: Omit<NewMember, 'role'>,
): Promise<void> {
  const invitation = checkInvitation(await lockInvitationBySecret(tx, workspaceId, secretHash))
  await insertMember(tx, workspaceId, { ...person, role: invitation.role })
  await countInvitationUse(tx, workspaceId, invitation.id)
}

function checkInvitation(invitation: Invitation | null): Invitation {
  if (!invitation) throw new DomainError('invitation_invalid', { reason: 'unknown' })
  if (invitation.revoked) throw new DomainError('invitation_invalid', { reason: 'revoked' })
  if (invitation.expired) throw new DomainError('invitation_invalid', { reason: 'expired' })
  return invitation
}
