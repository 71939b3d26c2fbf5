import type { Role } from '#server/domain/conversation/posting.ts'
import { DomainError } from '#server/domain/errors.ts'
import type { MemberId, RowId } from '#server/domain/ids.ts'
import { authorize, isAllowed, type Actor } from '#server/domain/member/authorize.ts'
import { millis } from '#server/domain/time/units.ts'
import { must } from '#server/domain/assert.ts'
import {
  insertInvitation,
  listInvitations,
  loadInvitation,
  revokeInvitation,
  type Invitation,
} from '#server/mysql/invitations.ts'
import type { Resources } from '../resources.ts'
import { hashSecret, makeSecret } from '../secrets.ts'
import { formatInvitation } from './invitation-token.ts'

const VALID_FOR = millis(7 * 86_400_000)

export type InvitedRole = Exclude<Role, 'owner'>
export type InvitationView = {
  id: RowId
  role: Role
  createdBy: MemberId
  createdMs: number
  expiresMs: number
  state: 'open' | 'expired' | 'revoked'
  useCount: number
}

/** A link for anyone who holds it, for seven days. The token is told once and stored only as its hash. */
export async function createInvitation(
  r: Resources,
  actor: Actor,
  role: InvitedRole,
): Promise<{ id: RowId; token: string; expiresMs: number }> {
  authorize(actor, { to: 'invite-people' })
  // Nobody hands out more than they have.
  if (role === 'admin') authorize(actor, { to: 'manage-workspace' })
  const id = r.makeId<RowId>()
  const secret = makeSecret()
  await insertInvitation(r.mysql.read, actor.workspaceId, {
    id,
    secretHash: hashSecret(secret),
    role,
    createdBy: actor.memberId,
    validFor: VALID_FOR,
  })
  const stored = must(await loadInvitation(r.mysql.read, actor.workspaceId, id), 'an invitation just stored exists')
  return { id, token: formatInvitation(actor.workspaceId, secret), expiresMs: stored.expiresMs }
}

/** Administrators see all, everyone else their own. */
export async function listOpenInvitations(r: Resources, actor: Actor): Promise<InvitationView[]> {
  const all = await listInvitations(r.mysql.read, actor.workspaceId)
  return all.filter((invitation) => mayManage(actor, invitation)).map(toView)
}

/** @throws DomainError `not_found` for somebody else's, too */
export async function revokeInvitationById(r: Resources, actor: Actor, id: RowId): Promise<void> {
  const invitation = await loadInvitation(r.mysql.read, actor.workspaceId, id)
  if (!invitation || !mayManage(actor, invitation)) throw new DomainError('not_found', { invitation: id })
  await revokeInvitation(r.mysql.read, actor.workspaceId, id)
}

const mayManage = (actor: Actor, invitation: Invitation) =>
  invitation.createdBy === actor.memberId || isAllowed(actor, { to: 'manage-workspace' })

const toView = ({ revoked, expired, ...rest }: Invitation): InvitationView => ({
  ...rest,
  state: revoked ? 'revoked' : expired ? 'expired' : 'open',
})
