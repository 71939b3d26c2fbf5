import { directKeyOf } from '#server/domain/conversation/direct-key.ts'
import { DomainError } from '#server/domain/errors.ts'
import type { MemberId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { loadDirect } from '#server/mysql/conversations.ts'
import { loadMember } from '#server/mysql/members.ts'
import { isDuplicate } from '#server/mysql/tx.ts'
import type { ConversationView } from '#server/protocol/frame.ts'
import type { Resources } from '../resources.ts'
import { toConversationView } from './conversation-view.ts'
import { storeConversation } from './create-conversation.ts'

/** The actor's direct conversation with `memberId`, or null if there is none yet. */
export async function findDirect(r: Resources, actor: Actor, memberId: MemberId): Promise<ConversationView | null> {
  const existing = await loadDirect(r.mysql.read, actor.workspaceId, directKeyOf(actor.memberId, memberId))
  return existing && toConversationView(existing)
}

/**
 * The one direct conversation of the actor with `memberId`, opened if there is none. Both may ask at once and again:
 * the key of the pair lets one row in, and everyone gets that one (C9). With oneself is allowed.
 */
export async function openDirect(r: Resources, actor: Actor, memberId: MemberId): Promise<ConversationView> {
  const existing = await findDirect(r, actor, memberId)
  if (existing) return existing

  const other = await loadMember(r.mysql.read, actor.workspaceId, memberId)
  if (!other) throw new DomainError('not_found', { member: memberId })
  if (other.deactivatedMs !== null)
    throw new DomainError('not_allowed', { action: 'open-direct', member: 'deactivated' })
  try {
    return await storeConversation(r, actor.workspaceId, {
      kind: 'direct',
      name: '',
      nameKey: null,
      directKey: directKeyOf(actor.memberId, memberId),
      topic: '',
      createdBy: actor.memberId,
      members: [...new Set([actor.memberId, memberId])],
    })
  } catch (error) {
    if (!isDuplicate(error, 'by_direct_key')) throw error
    const theirs = await findDirect(r, actor, memberId)
    if (!theirs) throw error
    return theirs
  }
}
