/** Who is in a conversation: join, leave, invite, remove. Each is safe to repeat: what is so already takes no number. */
import { generalOf } from '#server/domain/conversation/name.ts'
import { DomainError } from '#server/domain/errors.ts'
import type { ConversationId, MemberId } from '#server/domain/ids.ts'
import { authorize, type Actor } from '#server/domain/member/authorize.ts'
import type { Tx } from '#server/mysql/connect.ts'
import { isActiveMember } from '#server/mysql/members.ts'
import { hasOtherMember, isInConversation } from '#server/mysql/memberships.ts'
import type { Resources } from '../resources.ts'
import { changeConversation, type ConversationChange } from './change-conversation.ts'

export async function joinConversation(r: Resources, actor: Actor, id: ConversationId): Promise<void> {
  await changeConversation(r, actor.workspaceId, id, async (tx, change) => {
    const isMember = await isInConversation(tx, actor.workspaceId, id, actor.memberId)
    if (isMember) return
    const conversation = { kind: change.channel.kind, isMember }
    authorize(actor, { to: 'read-conversation', conversation })
    authorize(actor, { to: 'join-conversation', conversation })
    checkOpen(change)
    await change.setMembership(actor.memberId, true)
  })
}

/** @throws DomainError `last_member` where a private channel would be left to nobody */
export async function leaveConversation(r: Resources, actor: Actor, id: ConversationId): Promise<void> {
  await changeConversation(r, actor.workspaceId, id, async (tx, change) => {
    const isMember = await checkReadable(tx, actor, change)
    if (!isMember) return
    checkDirectOrGeneral(actor, id, change, 'leave')
    authorize(actor, { to: 'leave-conversation', conversation: { kind: change.channel.kind, isMember } })
    if (change.channel.kind === 'private' && !(await hasOtherMember(tx, actor.workspaceId, id, actor.memberId))) {
      throw new DomainError('last_member', { conversation: id })
    }
    await change.setMembership(actor.memberId, false)
  })
}

export async function inviteToConversation(
  r: Resources,
  actor: Actor,
  id: ConversationId,
  memberId: MemberId,
): Promise<void> {
  await changeConversation(r, actor.workspaceId, id, async (tx, change) => {
    await checkMayManage(tx, actor, change)
    checkOpen(change)
    if (!(await isActiveMember(tx, actor.workspaceId, memberId)))
      throw new DomainError('not_found', { member: memberId })
    if (await isInConversation(tx, actor.workspaceId, id, memberId)) return
    await change.setMembership(memberId, true)
  })
}

/** Takes effect at once: on open sockets through the new acl_version, and in the store of their devices (I7). */
export async function removeFromConversation(
  r: Resources,
  actor: Actor,
  id: ConversationId,
  memberId: MemberId,
): Promise<void> {
  await changeConversation(r, actor.workspaceId, id, async (tx, change) => {
    await checkMayManage(tx, actor, change)
    checkDirectOrGeneral(actor, id, change, 'remove')
    if (memberId === actor.memberId)
      throw new DomainError('invalid_input', { field: 'memberId', hint: 'leave instead' })
    if (!(await isInConversation(tx, actor.workspaceId, id, memberId))) return
    await change.setMembership(memberId, false)
  })
}

/** Whether the actor is in it. @throws DomainError `not_found` if they may not even read it */
async function checkReadable(tx: Tx, actor: Actor, { channel }: ConversationChange): Promise<boolean> {
  const isMember = await isInConversation(tx, actor.workspaceId, channel.conversationId, actor.memberId)
  authorize(actor, { to: 'read-conversation', conversation: { kind: channel.kind, isMember } })
  return isMember
}

/** @throws DomainError `not_found`, `not_for_direct_messages`, `not_in_conversation` */
export async function checkMayManage(tx: Tx, actor: Actor, change: ConversationChange): Promise<void> {
  const isMember = await checkReadable(tx, actor, change)
  const { kind, conversationId } = change.channel
  if (kind === 'direct') throw new DomainError('not_for_direct_messages', { conversation: conversationId })
  if (!isMember) throw new DomainError('not_in_conversation', { conversation: conversationId })
  authorize(actor, { to: 'manage-conversation', conversation: { kind, isMember } })
}

function checkOpen({ channel }: ConversationChange): void {
  if (channel.archivedMs !== null)
    throw new DomainError('conversation_archived', { conversation: channel.conversationId })
}

/** Everyone stays in a direct conversation, and in the channel that everyone is in. */
function checkDirectOrGeneral(actor: Actor, id: ConversationId, { channel }: ConversationChange, action: string): void {
  if (channel.kind === 'direct') throw new DomainError('not_for_direct_messages', { conversation: id })
  if (id === generalOf(actor.workspaceId)) throw new DomainError('not_allowed', { action, conversation: 'general' })
}
