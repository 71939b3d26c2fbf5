import { authorize, type Actor } from '#server/domain/member/authorize.ts'
import { checkConversationName, checkTopic } from '#server/domain/conversation/name.ts'
import { DomainError } from '#server/domain/errors.ts'
import type { ConversationId, MemberId, RowId, WorkspaceId } from '#server/domain/ids.ts'
import { must } from '#server/domain/assert.ts'
import {
  insertConversation,
  loadConversation,
  type Conversation,
  type NewConversation,
} from '#server/mysql/conversations.ts'
import { addOutbox } from '#server/mysql/outbox.ts'
import { raiseReadMark } from '#server/mysql/read-marks.ts'
import { isDuplicate, withTransaction } from '#server/mysql/tx.ts'
import type { ConversationView } from '#server/protocol/frame.ts'
import { publishCommitted } from '../publish-committed.ts'
import type { Resources } from '../resources.ts'
import { toSignals } from './change-conversation.ts'
import { toConversationView } from './conversation-view.ts'

export type CreateConversation = { name: string; kind: 'public' | 'private'; topic?: string }

/** A channel with its creator in it. @throws DomainError `name_invalid`, `name_taken` */
export async function createConversation(
  r: Resources,
  actor: Actor,
  input: CreateConversation,
): Promise<ConversationView> {
  authorize(actor, { to: 'create-conversation' })
  const { name, key } = checkConversationName(input.name)
  try {
    return await storeConversation(r, actor.workspaceId, {
      kind: input.kind,
      name,
      nameKey: key,
      directKey: null,
      topic: checkTopic(input.topic ?? ''),
      createdBy: actor.memberId,
      members: [actor.memberId],
    })
  } catch (error) {
    if (isDuplicate(error, 'by_name')) throw new DomainError('name_taken', { name })
    throw error
  }
}

/** Stores it and tells its first members. @throws a duplicate of `by_name` or `by_direct_key` */
export async function storeConversation(
  r: Resources,
  workspaceId: WorkspaceId,
  wanted: Omit<NewConversation, 'id'>,
): Promise<ConversationView> {
  let id = r.makeId<ConversationId>()
  const { outbox, stored } = await withTransaction(r.mysql, async (tx) => {
    const earlier = await loadConversation(tx, workspaceId, id)
    // An earlier run whose COMMIT was not answered did it all.
    if (earlier && isSame(earlier, wanted)) return { outbox: null, stored: earlier }
    if (earlier) id = r.makeId<ConversationId>()
    await insertConversation(tx, workspaceId, { ...wanted, id })
    const members = wanted.members.map((memberId): [WorkspaceId, MemberId] => [workspaceId, memberId])
    const stored = must(await loadConversation(tx, workspaceId, id), 'a conversation just stored exists')
    // Its making is not unread to those it was made with.
    for (const memberId of wanted.members) {
      await raiseReadMark(tx, workspaceId, memberId, { conversationId: id, seq: stored.lastSeq })
    }
    return { outbox: await addOutbox(tx, r.makeId<RowId>(), { ranges: [], members }), stored }
  })
  await publishCommitted(r, { outbox, frames: [], signals: toSignals(wanted.members) })
  return toConversationView(stored)
}

const isSame = (stored: Conversation, wanted: Omit<NewConversation, 'id'>) =>
  stored.createdBy === wanted.createdBy && stored.name === wanted.name && stored.directKey === wanted.directKey
