import { checkConversationName, checkTopic, generalOf } from '#server/domain/conversation/name.ts'
import { DomainError } from '#server/domain/errors.ts'
import type { ConversationId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import type { ConversationChanges } from '#server/mysql/conversations.ts'
import { isDuplicate } from '#server/mysql/tx.ts'
import type { Resources } from '../resources.ts'
import { changeConversation } from './change-conversation.ts'
import { checkMayManage } from './change-members.ts'

/** What it is about right now. */
export async function setTopic(r: Resources, actor: Actor, id: ConversationId, topic: string): Promise<void> {
  await describe(r, actor, id, { topic: checkTopic(topic) })
}

/** What it is for at all. */
export async function setPurpose(r: Resources, actor: Actor, id: ConversationId, purpose: string): Promise<void> {
  await describe(r, actor, id, { purpose: checkTopic(purpose, 'purpose') })
}

async function describe(r: Resources, actor: Actor, id: ConversationId, said: ConversationChanges): Promise<void> {
  await changeConversation(r, actor.workspaceId, id, async (tx, change) => {
    await checkMayManage(tx, actor, change)
    if (change.channel.archivedMs !== null) throw new DomainError('conversation_archived', { conversation: id })
    await change.update(said)
  })
}

/**
 * Its address stays: links and programs name it by its id. The channel that everyone is in keeps its name.
 * @throws DomainError `name_invalid`, `name_taken`, `not_allowed`, `conversation_archived`
 */
export async function renameConversation(r: Resources, actor: Actor, id: ConversationId, given: string): Promise<void> {
  const name = checkConversationName(given)
  try {
    await changeConversation(r, actor.workspaceId, id, async (tx, change) => {
      await checkMayManage(tx, actor, change)
      if (change.channel.archivedMs !== null) throw new DomainError('conversation_archived', { conversation: id })
      if (id === generalOf(actor.workspaceId))
        throw new DomainError('not_allowed', { action: 'rename', conversation: 'general' })
      await change.update({ name })
    })
  } catch (error) {
    if (isDuplicate(error, 'by_name')) throw new DomainError('name_taken', { name: name.name })
    throw error
  }
}

/** Nobody posts in it any more, scheduled messages included (C5); it can still be read, and opened again. */
export async function setArchived(r: Resources, actor: Actor, id: ConversationId, archived: boolean): Promise<void> {
  await changeConversation(r, actor.workspaceId, id, async (tx, change) => {
    await checkMayManage(tx, actor, change)
    if (id === generalOf(actor.workspaceId))
      throw new DomainError('not_allowed', { action: 'archive', conversation: 'general' })
    if ((change.channel.archivedMs !== null) === archived) return
    await change.update({ archived })
  })
}
