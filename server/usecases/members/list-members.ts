import type { Role } from '#server/domain/conversation/posting.ts'
import type { MemberId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { listMembers, loadMember, type Member } from '#server/mysql/members.ts'
import type { Resources } from '../resources.ts'

export type MemberView = {
  id: MemberId
  displayName: string
  role: Role
  zone: string
  kind: 'person' | 'bot'
  email: string
  deactivated: boolean
}

/** Everyone, so that old messages keep their author's name. */
export async function listWorkspaceMembers(r: Resources, actor: Actor): Promise<MemberView[]> {
  return (await listMembers(r.prisma, actor.workspaceId)).map(toMemberView)
}

/** @returns null if the workspace has no such member */
export async function loadWorkspaceMember(r: Resources, actor: Actor, id: MemberId): Promise<MemberView | null> {
  const member = await loadMember(r.prisma, actor.workspaceId, id)
  return member && toMemberView(member)
}

export const toMemberView = (member: Member): MemberView => ({
  id: member.id,
  displayName: member.displayName,
  role: member.role,
  zone: member.zone,
  kind: member.kind,
  email: member.email,
  deactivated: member.deactivatedMs !== null,
})
