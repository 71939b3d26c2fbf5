import type { Role } from '#server/domain/conversation/posting.ts'
import type { MemberId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import {
  listMembers,
  listMembersAfter,
  listMembersByIds,
  loadMember,
  loadMemberByEmail,
  type Member,
} from '#server/mysql/members.ts'
import type { Resources } from '../resources.ts'

export type MemberView = {
  id: MemberId
  displayName: string
  role: Role
  zone: string
  kind: 'person' | 'bot'
  email: string
  deactivated: boolean
  /** Away by their own word until then; null or past: not away. */
  awayUntil_ms: number | null
}

/** Everyone, so that old messages keep their author's name. */
export async function listWorkspaceMembers(r: Resources, actor: Actor): Promise<MemberView[]> {
  return (await listMembers(r.prisma, actor.workspaceId)).map(toMemberView)
}

/** A page of everyone in order of joining, behind the member `after`. */
export async function pageWorkspaceMembers(
  r: Resources,
  actor: Actor,
  page: { after: MemberId | null; limit: number },
): Promise<{ members: MemberView[]; more: boolean }> {
  const found = await listMembersAfter(r.prisma, actor.workspaceId, page.after, page.limit + 1)
  return { members: found.slice(0, page.limit).map(toMemberView), more: found.length > page.limit }
}

/** A person who is still there, by their address; null: nobody has it. */
export async function findWorkspaceMember(r: Resources, actor: Actor, email: string): Promise<MemberView | null> {
  const member = await loadMemberByEmail(r.mysql.read, actor.workspaceId, email.trim())
  return member && toMemberView(member)
}

/** By id; who is not of this workspace is absent. */
export async function loadWorkspaceMembers(
  r: Resources,
  actor: Actor,
  ids: readonly MemberId[],
): Promise<Map<MemberId, MemberView>> {
  const found = await listMembersByIds(r.prisma, actor.workspaceId, [...new Set(ids)])
  return new Map(found.map((member) => [member.id, toMemberView(member)]))
}

/** @returns null if the workspace has no such member */
export async function loadWorkspaceMember(r: Resources, actor: Actor, id: MemberId): Promise<MemberView | null> {
  const member = await loadMember(r.mysql.read, actor.workspaceId, id)
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
  awayUntil_ms: member.awayUntil_ms,
})
