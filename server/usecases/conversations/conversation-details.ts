/** Conversations as programs see them, with who made them and when: one, a page of them, or the one of a name. */
import { membersOfDirectKey } from '#server/domain/conversation/direct-key.ts'
import { checkConversationName, generalOf } from '#server/domain/conversation/name.ts'
import type { ConversationKind } from '#server/domain/conversation/posting.ts'
import { DomainError } from '#server/domain/errors.ts'
import type { ConversationId, MemberId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import {
  countMembers,
  listConversationPage,
  listConversationPageOf,
  listDirectIds,
  loadConversationByName,
  type ConversationPage,
} from '#server/mysql/conversation-pages.ts'
import type { Conversation } from '#server/mysql/conversations.ts'
import type { Resources } from '../resources.ts'
import { loadReadableConversation } from './load-conversation.ts'

export type ConversationDetails = {
  id: ConversationId
  kind: ConversationKind
  name: string
  topic: string
  purpose?: string | undefined
  archived: boolean
  createdBy: MemberId
  createdMs: number
  isMember: boolean
  isGeneral: boolean
  /** Of a direct conversation; empty elsewhere. */
  memberIds: MemberId[]
}

/** @throws DomainError `not_found` for what the actor may not read, too (I7) */
export async function loadConversationDetails(
  r: Resources,
  actor: Actor,
  id: ConversationId,
): Promise<ConversationDetails> {
  const { conversation, access } = await loadReadableConversation(r.mysql.read, actor, id)
  return toDetails(actor, conversation, access.isMember)
}

/** @throws DomainError `name_invalid`, or `not_found` as above */
export async function findConversationByName(r: Resources, actor: Actor, name: string): Promise<ConversationDetails> {
  const found = await loadConversationByName(r.mysql.read, actor.workspaceId, checkConversationName(name).key)
  if (!found) throw new DomainError('not_found', { name })
  return loadConversationDetails(r, actor, found.id)
}

/** What the actor may read, by id; of direct and private ones what they are in. */
export async function pageConversations(
  r: Resources,
  actor: Actor,
  page: ConversationPage,
): Promise<{ conversations: ConversationDetails[]; more: boolean }> {
  const found = await listConversationPage(r.mysql.read, actor.workspaceId, actor.memberId, {
    ...page,
    limit: page.limit + 1,
  })
  const conversations = found.slice(0, page.limit).map((entry) => toDetails(actor, entry.conversation, entry.isMember))
  return { conversations, more: found.length > page.limit }
}

/** What another member is in, of that what the actor may read. */
export async function pageConversationsOf(
  r: Resources,
  actor: Actor,
  memberId: MemberId,
  page: ConversationPage,
): Promise<{ conversations: ConversationDetails[]; more: boolean }> {
  const who = { memberId, readerId: actor.memberId }
  const found = await listConversationPageOf(r.mysql.read, actor.workspaceId, who, { ...page, limit: page.limit + 1 })
  const conversations = found.slice(0, page.limit).map((entry) => toDetails(actor, entry.conversation, entry.isMember))
  return { conversations, more: found.length > page.limit }
}

/** Of conversations the actor has just been shown. */
export function countConversationMembers(
  r: Resources,
  actor: Actor,
  ids: readonly ConversationId[],
): Promise<Map<ConversationId, number>> {
  return countMembers(r.mysql.read, actor.workspaceId, ids)
}

/** Which of the places of the actor's own messages are direct conversations. */
export function findDirectIds(
  r: Resources,
  actor: Actor,
  ids: readonly ConversationId[],
): Promise<Set<ConversationId>> {
  return listDirectIds(r.mysql.read, actor.workspaceId, [...new Set(ids)])
}

function toDetails(actor: Actor, conversation: Conversation, isMember: boolean): ConversationDetails {
  const { id, kind, name, topic, purpose, createdBy, createdMs } = conversation
  return {
    id,
    kind,
    name,
    topic,
    purpose,
    archived: conversation.archivedMs !== null,
    createdBy,
    createdMs,
    isMember,
    isGeneral: id === generalOf(actor.workspaceId),
    memberIds: conversation.directKey === null ? [] : membersOfDirectKey(conversation.directKey),
  }
}
