/** Roles, shutting out and letting in again. The last owner of a workspace stays one, also when two owners act at once. */
import type { Role } from '#server/domain/conversation/posting.ts'
import { DomainError } from '#server/domain/errors.ts'
import type { MemberId } from '#server/domain/ids.ts'
import { authorize, type Actor } from '#server/domain/member/authorize.ts'
import type { Tx } from '#server/mysql/connect.ts'
import {
  clearDeactivated,
  lockMemberAndOwners,
  setDeactivated,
  setRole,
  type LockedMember,
} from '#server/mysql/members.ts'
import { wakeSeriesOf } from '#server/mysql/series.ts'
import { withTransaction } from '#server/mysql/tx.ts'
import { publishCommitted } from '../publish-committed.ts'
import type { Resources } from '../resources.ts'
import { nudgeDirectory } from './nudge-directory.ts'

/** Administrators make members administrators and back; only owners make or unmake owners. */
export async function setMemberRole(r: Resources, actor: Actor, id: MemberId, role: Role): Promise<void> {
  authorize(actor, { to: 'manage-workspace' })
  await withTransaction(r.mysql, async (tx) => {
    const target = await lockTarget(tx, actor, id, 'set-role')
    if (target.deactivated || target.kind === 'bot')
      throw new DomainError('not_allowed', { action: 'set-role', member: id })
    if (role === 'owner' && actor.role !== 'owner') throw new DomainError('not_allowed', { action: 'set-role', role })
    if (role !== 'owner') target.checkNotLastOwner()
    if (target.role !== role) await setRole(tx, actor.workspaceId, id, role)
  })
  await nudgeDirectory(r, actor.workspaceId)
}

/**
 * Shuts a member out at once: requests, sockets and tokens are refused from the commit on. Conversations keep the
 * membership; what they scheduled fails in its sending transaction (C5); their series are paused by the job (T4).
 */
export async function deactivateMember(r: Resources, actor: Actor, id: MemberId): Promise<void> {
  authorize(actor, { to: 'manage-workspace' })
  await withTransaction(r.mysql, async (tx) => {
    // Before the member's own row, which is locked after every series' elsewhere too.
    await wakeSeriesOf(tx, actor.workspaceId, id, null)
    const target = await lockTarget(tx, actor, id, 'deactivate')
    target.checkNotLastOwner()
    await setDeactivated(tx, actor.workspaceId, id)
  })
  await publishCommitted(r, {
    outbox: null,
    frames: [],
    signals: [{ memberId: id, signal: { type: 'close', reason: 'deactivated' } }],
  })
  await nudgeDirectory(r, actor.workspaceId)
}

/**
 * Lets a member in again whom `deactivateMember` shut out, in the old role and conversations. What is due from now on is
 * sent; what failed meanwhile stays FAILED for its author, and paused series wait to be resumed.
 */
export async function activateMember(r: Resources, actor: Actor, id: MemberId): Promise<void> {
  authorize(actor, { to: 'manage-workspace' })
  await withTransaction(r.mysql, async (tx) => {
    await lockTarget(tx, actor, id, 'activate')
    await clearDeactivated(tx, actor.workspaceId, id)
  })
  await nudgeDirectory(r, actor.workspaceId)
}

async function lockTarget(tx: Tx, actor: Actor, id: MemberId, action: string) {
  const locked = await lockMemberAndOwners(tx, actor.workspaceId, id)
  const target = locked.find((member) => member.id === id)
  if (!target) throw new DomainError('not_found', { member: id })
  if (target.role === 'owner' && actor.role !== 'owner') throw new DomainError('not_allowed', { action, role: 'owner' })
  return { ...target, checkNotLastOwner: () => checkNotLastOwner(locked, target) }
}

function checkNotLastOwner(locked: readonly LockedMember[], target: LockedMember): void {
  const others = locked.some((member) => member.id !== target.id && member.role === 'owner' && !member.deactivated)
  if (target.role === 'owner' && !target.deactivated && !others)
    throw new DomainError('last_owner', { member: target.id })
}
