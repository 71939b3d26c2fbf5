/** A workspace founded the way people do it, through the use cases: an owner, and more people by invitation. */
import { randomUUID } from 'node:crypto'
import type { Actor } from '#server/domain/member/authorize.ts'
import type { WorkspaceId } from '#server/domain/ids.ts'
import { loadActor } from '#server/usecases/members/load-actor.ts'
import type { Resources } from '#server/usecases/resources.ts'
import { acceptInvitation } from '#server/usecases/workspaces/accept-invitation.ts'
import { createWorkspace, type SignedIn } from '#server/usecases/workspaces/create-workspace.ts'
import { createInvitation, type InvitedRole } from '#server/usecases/workspaces/invite-people.ts'

export const somebody = (name = 'Somebody'): SignedIn => {
  const accountId = randomUUID()
  return { accountId, name, email: `${accountId}@example.test` }
}

export type Company = {
  workspaceId: WorkspaceId
  owner: Actor
  /** A new person, come in by invitation. */
  hire(role?: InvitedRole, account?: SignedIn): Promise<Actor>
}

export async function foundCompany(r: Resources, name = 'Company'): Promise<Company> {
  const founder = somebody('Founder')
  const { workspaceId } = await createWorkspace(r, founder, { name, displayName: founder.name, zone: 'Europe/Berlin' })
  const owner = await loadActor(r, founder.accountId, workspaceId, 'test')
  return {
    workspaceId,
    owner,
    async hire(role = 'member', account = somebody()) {
      const { token } = await createInvitation(r, owner, role)
      await acceptInvitation(r, account, { token, displayName: account.name, zone: 'Asia/Tokyo' })
      return loadActor(r, account.accountId, workspaceId, 'test')
    },
  }
}
