/**
 * Takes new, edited and deleted messages into the index, by the numbers that every visible change of a conversation has
 * (I5). The cursor moves in the transaction that writes, under its lock: a crash repeats a batch, two workers never
 * undo each other, and what was deleted does not come back.
 */
import { must } from '#server/domain/assert.ts'
import type { WorkspaceId } from '#server/domain/ids.ts'
import { documentOf, type SearchDocument } from '#server/domain/search/document.ts'
import type { SearchIndex } from '#server/domain/search/search-index.ts'
import { readHeads, type HeadRow } from '#server/mysql/catch-up.ts'
import type { ChannelRef } from '#server/mysql/channel-locks.ts'
import type { Db, Tx } from '#server/mysql/connect.ts'
import { readOldestDueAge } from '#server/mysql/due-rows.ts'
import { listBehind, lockCursors, moveCursors, type SearchCursor } from '#server/mysql/search-cursors.ts'
import { mysqlSearchIndex } from '#server/mysql/search-index.ts'
import { listChangedMessages } from '#server/mysql/search-reads.ts'
import { withTransaction } from '#server/mysql/tx.ts'
import type { Resources } from '../resources.ts'

/** An index that takes part in the transaction it is given, where it can. */
export type IndexOn = (db: Db) => SearchIndex
export type Indexed = {
  /** Messages taken in or away. */
  messages: number
  /** Where the round goes on; null at its end. */
  next: ChannelRef | null
}

/** Conversations of one transaction, changes of one conversation in it, and of all together. */
const MOST_CONVERSATIONS = 50
const MOST_CHANGES = 500
const MOST_TOGETHER = 1_000
const MOST_FORGOTTEN = 2_000
/** While scheduled messages are late by this much, the database is theirs; later still it is no rush but a fault elsewhere. */
const SENDS_ARE_LATE_MS = { from: 1_000, to: 300_000 }

/** One step of a round over all conversations. @param after where the last step ended */
export async function indexMessages(
  resources: Resources,
  after: ChannelRef | null,
  indexOn: IndexOn = mysqlSearchIndex,
): Promise<Indexed> {
  const { mysql } = resources
  const late_ms = await readOldestDueAge(mysql.read)
  if (late_ms > SENDS_ARE_LATE_MS.from && late_ms < SENDS_ARE_LATE_MS.to) return { messages: 0, next: null }
  const behind = await listBehind(mysql.read, after, MOST_CONVERSATIONS)
  const messages = await withTransaction(mysql, (tx) => takeIn(tx, behind, indexOn(tx)), { lockWaits: 1 })
  return { messages, next: behind.length < MOST_CONVERSATIONS ? null : must(behind.at(-1), 'a full step') }
}

async function takeIn(tx: Tx, refs: readonly ChannelRef[], index: SearchIndex): Promise<number> {
  const cursors = await lockCursors(tx, refs)
  const heads = await readHeadsOf(tx, cursors)
  const documents = new Map<WorkspaceId, SearchDocument[]>()
  const moved: SearchCursor[] = []
  let count = 0
  for (const cursor of cursors) {
    const head = heads.get(cursor.conversationId)
    if (!head || count >= MOST_TOGETHER) continue
    const taken = await takeInOne(tx, cursor, head, index)
    documents.set(cursor.workspaceId, [...(documents.get(cursor.workspaceId) ?? []), ...taken.documents])
    moved.push(taken.cursor)
    count += taken.count
  }
  for (const [workspaceId, written] of documents) await index.write(workspaceId, written)
  await moveCursors(tx, moved)
  return count
}

/** Read after the cursors are locked and before the changes: what commits in between has a higher number. */
async function readHeadsOf(tx: Tx, refs: readonly ChannelRef[]): Promise<Map<string, HeadRow>> {
  const heads = new Map<string, HeadRow>()
  for (const workspaceId of new Set(refs.map((ref) => ref.workspaceId))) {
    const ids = refs.filter((ref) => ref.workspaceId === workspaceId).map((ref) => ref.conversationId)
    for (const head of await readHeads(tx, workspaceId, ids)) heads.set(head.conversationId, head)
  }
  return heads
}

type Taken = { cursor: SearchCursor; documents: SearchDocument[]; count: number }

async function takeInOne(tx: Tx, cursor: SearchCursor, head: HeadRow, index: SearchIndex): Promise<Taken> {
  const { workspaceId, conversationId } = cursor
  // Commits may have been lost: what was taken in of them would be found for ever.
  const anew = cursor.epoch !== head.epoch
  if (anew) {
    const gone = await index.forget(workspaceId, conversationId, MOST_FORGOTTEN)
    if (gone === MOST_FORGOTTEN) return { cursor, documents: [], count: gone }
  }
  const changes = await listChangedMessages(tx, workspaceId, conversationId, {
    after: anew ? 0 : cursor.indexedSeq,
    upTo: head.lastSeq,
    limit: MOST_CHANGES,
  })
  const deleted = changes.filter((message) => message.deleted).map(({ seq }) => seq)
  await index.remove(workspaceId, conversationId, deleted)
  const full = changes.length === MOST_CHANGES
  const indexedSeq = full ? must(changes.at(-1), 'a full page').changedSeq : head.lastSeq
  return {
    cursor: { ...cursor, epoch: head.epoch, indexedSeq },
    documents: changes.filter((message) => !message.deleted).map(documentOf),
    count: changes.length,
  }
}
