/**
 * Brings a piece of news into the store: reads what it touches, plans, writes, in one IndexedDB transaction. Two that
 * come in the same tick wait for each other, so the same message from a page and a frame is one row (K111).
 */
import type { ConversationId, MemberId, MessageId } from '#server/domain/ids.ts'
import type { Change, MessageView } from '#server/protocol/frame.ts'
import { planEvent } from './apply-event.ts'
import type { Database } from './database.ts'
import type { MessageRow, ProcessedRow } from './rows.ts'
import type { LocalView, Plan, SyncEvent } from './sync-event.ts'

export async function commitEvent(db: Database, me: MemberId, event: SyncEvent): Promise<Plan> {
  const tables = [db.conversations, db.cursors, db.messages, db.memberships, db.processed, db.unsent]
  return db.transaction('rw', tables, async () => {
    const plan = planEvent(await readLocal(db, me, event), event)
    await writePlan(db, conversationOf(event), plan)
    return plan
  })
}

export function conversationOf(event: SyncEvent): ConversationId {
  switch (event.type) {
    case 'frame':
      return event.frame.conversationId
    case 'page':
      return event.page.conversationId
    case 'head':
      return event.head.conversationId
    case 'history':
      return event.asked.conversationId
    case 'posted':
      return event.conversationId
    case 'optimistic':
      return event.unsent.conversationId
  }
}

async function readLocal(db: Database, me: MemberId, event: SyncEvent): Promise<LocalView> {
  const conversationId = conversationOf(event)
  const changes = changesOf(event)
  const memberIds = changes.flatMap((change) => (change.type === 'membership' ? [change.membership.memberId] : []))
  const token = event.type === 'optimistic' ? event.unsent.clientToken : null

  const cursor = await db.cursors.get(conversationId)
  const conversation = await db.conversations.get(conversationId)
  const [stored, processed] = await readMessages(db, conversationId, changes)
  const memberships =
    memberIds.length > 0
      ? await db.memberships.bulkGet(memberIds.map((id): [ConversationId, MemberId] => [conversationId, id]))
      : []
  const sent =
    token === null
      ? 0
      : await db.messages
          .where('clientToken')
          .equals(token)
          .and((row) => row.authorId === me)
          .count()
  return {
    me,
    cursor,
    conversation,
    messages: new Map(stored.map((row) => [row.id, row])),
    processed: new Map(processed.map((row) => [row.id, row.changedSeq])),
    memberships: new Map(memberships.flatMap((row) => (row ? [[row.memberId, row.changedSeq]] : []))),
    sentTokens: new Set(sent > 0 && token !== null ? [token] : []),
  }
}

/**
 * The rows of these messages, and what is known of their changes. By one range where they stand together, as a page does:
 * to ask for each by itself is fifty questions.
 */
async function readMessages(
  db: Database,
  id: ConversationId,
  changes: readonly Change[],
): Promise<[MessageRow[], ProcessedRow[]]> {
  const messages = changes.flatMap((change) => (change.type === 'message' ? [change.message] : []))
  if (messages.length === 0) return [[], []]
  const seqs = messages.map(({ seq }): [ConversationId, number] => [id, seq])
  const ids = messages.map((message): [ConversationId, MessageId] => [id, message.id])
  const [first, last] = [Math.min(...seqs.map(([, seq]) => seq)), Math.max(...seqs.map(([, seq]) => seq))]
  if (last - first < 2 * messages.length) {
    const sorted = ids.map(([, each]) => each).toSorted()
    const [stored, processed] = await Promise.all([
      db.messages.where('[conversationId+seq]').between([id, first], [id, last], true, true).toArray(),
      db.processed
        .where('[conversationId+id]')
        .between([id, sorted[0]], [id, sorted.at(-1)], true, true)
        .toArray(),
    ])
    return [stored, processed]
  }
  const [stored, processed] = await Promise.all([db.messages.bulkGet(seqs), db.processed.bulkGet(ids)])
  return [stored.filter((row) => row !== undefined), processed.filter((row) => row !== undefined)]
}

function changesOf(event: SyncEvent): readonly Change[] {
  const asChanges = (messages: readonly MessageView[]) =>
    messages.map((message): Change => ({ type: 'message', message }))
  switch (event.type) {
    case 'frame':
      return event.frame.changes
    case 'page':
      return event.page.changes
    case 'history':
      return asChanges(event.messages)
    case 'posted':
      return asChanges([event.message])
    case 'head':
    case 'optimistic':
      return []
  }
}

async function writePlan(db: Database, conversationId: ConversationId, plan: Plan): Promise<void> {
  if (plan.clear) await clearCopy(db, conversationId)
  if (plan.messages.length > 0) await db.messages.bulkPut(plan.messages)
  if (plan.memberships.length > 0) await db.memberships.bulkPut(plan.memberships)
  if (plan.processed.length > 0) await db.processed.bulkPut(plan.processed)
  if (plan.cursor) await db.cursors.put(plan.cursor)
  if (plan.conversation) await db.conversations.update(conversationId, plan.conversation)
  if (plan.unsent) await db.unsent.put(plan.unsent)
  if (plan.sentTokens.length > 0) await db.unsent.bulkDelete(plan.sentTokens)
}

/** The copied history of a conversation, not what its member wrote here. Runs inside the caller's transaction. */
export async function clearCopy(db: Database, conversationId: ConversationId): Promise<void> {
  await db.messages.where('[conversationId+seq]').between([conversationId, 0], [conversationId, Infinity]).delete()
  await db.processed
    .where('[conversationId+changedSeq]')
    .between([conversationId, 0], [conversationId, Infinity])
    .delete()
  await db.memberships
    .where('[conversationId+memberId]')
    .between([conversationId, ''], [conversationId, '\uffff'])
    .delete()
  await db.cursors.delete(conversationId)
}
