import { authorize, type Actor, type ConversationAccess } from '#server/domain/member/authorize.ts'
import { DomainError } from '#server/domain/errors.ts'
import type { ConversationId, MemberId } from '#server/domain/ids.ts'
import type { Db } from '#server/mysql/connect.ts'
import { loadConversationFor, type Conversation } from '#server/mysql/conversations.ts'
import { listMemberIds } from '#server/mysql/memberships.ts'
import type { Resources } from '../resources.ts'

/** @throws DomainError `not_found` for what the actor may not read, too (I7) */
export async function loadReadableConversation(
  db: Db,
  actor: Actor,
  id: ConversationId,
): Promise<{ conversation: Conversation; access: ConversationAccess }> {
  const found = await loadConversationFor(db, actor.workspaceId, id, actor.memberId)
  if (!found) throw new DomainError('not_found', { conversation: id })
  const { conversation, isMember } = found
  const access = { kind: conversation.kind, isMember }
  authorize(actor, { to: 'read-conversation', conversation: access })
  return { conversation, access }
}

export async function loadConversationMembers(r: Resources, actor: Actor, id: ConversationId): Promise<MemberId[]> {
  await loadReadableConversation(r.mysql.read, actor, id)
  return listMemberIds(r.mysql.read, actor.workspaceId, id)
}
