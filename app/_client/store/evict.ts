/**
 * Keeps the copy small. Messages go from the oldest up, so what stays is always the newest without a hole: the floor
 * of the cursor rises with them, and scrolling back fetches them again.
 */
import type { ConversationId } from '#server/domain/ids.ts'
import type { Database } from './database.ts'
import { openedKey } from './rows.ts'

export type Bounds = {
  messagesPerConversation: number
  messagesInAll: number
  processedPerConversation: number
  /** Older messages go, except the newest few of each conversation. */
  age_ms: number
  keepAlways: number
}

export const BOUNDS: Bounds = {
  messagesPerConversation: 5_000,
  messagesInAll: 50_000,
  processedPerConversation: 2_000,
  age_ms: 180 * 86_400_000,
  keepAlways: 100,
}

/** When storage is refused: a small copy is better than none. */
export const TIGHT_BOUNDS: Bounds = {
  ...BOUNDS,
  messagesPerConversation: 200,
  messagesInAll: 2_000,
  processedPerConversation: 200,
}

/** @returns how many messages were let go */
export async function evict(db: Database, now_ms: number, bounds: Bounds = BOUNDS): Promise<number> {
  let evicted = 0
  const conversations = await db.cursors.toCollection().primaryKeys()
  for (const id of conversations) {
    evicted += await trimConversation(db, id, bounds.messagesPerConversation)
    evicted += await dropOlderThan(db, id, now_ms - bounds.age_ms, bounds.keepAlways)
    await trimProcessed(db, id, bounds.processedPerConversation)
  }
  let total = await db.messages.count()
  for (const id of await longestUnopened(db, conversations)) {
    if (total <= bounds.messagesInAll) break
    const trimmed = await trimConversation(db, id, bounds.keepAlways)
    evicted += trimmed
    total -= trimmed
  }
  return evicted
}

/** Keeps the newest `keep` messages of a conversation. */
async function trimConversation(db: Database, id: ConversationId, keep: number): Promise<number> {
  return db.transaction('rw', db.messages, db.cursors, async () => {
    const all = db.messages.where('[conversationId+seq]').between([id, 0], [id, Infinity])
    if ((await all.count()) <= keep) return 0
    const lowestKept = await all
      .reverse()
      .offset(keep - 1)
      .first()
    return lowestKept ? dropBelow(db, id, lowestKept.seq) : 0
  })
}

async function dropOlderThan(db: Database, id: ConversationId, before_ms: number, keep: number): Promise<number> {
  return db.transaction('rw', db.messages, db.cursors, async () => {
    const all = () => db.messages.where('[conversationId+seq]').between([id, 0], [id, Infinity])
    const oldest = await all().first()
    if (!oldest || oldest.createdMs >= before_ms) return 0
    const newestKept = await all()
      .reverse()
      .offset(keep - 1)
      .first()
    if (!newestKept) return 0
    const firstYoung = await all()
      .filter((row) => row.createdMs >= before_ms)
      .first()
    return dropBelow(db, id, Math.min(firstYoung?.seq ?? Infinity, newestKept.seq))
  })
}

async function dropBelow(db: Database, id: ConversationId, floorSeq: number): Promise<number> {
  const dropped = await db.messages.where('[conversationId+seq]').between([id, 0], [id, floorSeq], true, false).delete()
  await db.cursors
    .where('conversationId')
    .equals(id)
    .modify((cursor) => {
      cursor.floorSeq = Math.max(cursor.floorSeq, floorSeq)
    })
  return dropped
}

async function trimProcessed(db: Database, id: ConversationId, keep: number): Promise<void> {
  const all = () => db.processed.where('[conversationId+changedSeq]').between([id, 0], [id, Infinity])
  if ((await all().count()) <= keep) return
  const lowestKept = await all()
    .reverse()
    .offset(keep - 1)
    .first()
  if (!lowestKept) return
  await db.processed
    .where('[conversationId+changedSeq]')
    .between([id, 0], [id, lowestKept.changedSeq], true, false)
    .delete()
}

async function longestUnopened(db: Database, ids: ConversationId[]): Promise<ConversationId[]> {
  const opened = await db.meta.bulkGet(ids.map(openedKey))
  const at = new Map(ids.map((id, index) => [id, Number(opened[index]?.value ?? 0)]))
  return ids.toSorted((a, b) => (at.get(a) ?? 0) - (at.get(b) ?? 0))
}
