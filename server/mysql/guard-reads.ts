/** What the guards of scheduled messages ask; no statement runs unless a row has one. */
import type { ConversationId, MemberId, MessageId, WorkspaceId } from '#server/domain/ids.ts'
import type { EpochSeconds } from '#server/domain/time/units.ts'
import type { DueRef } from '#server/domain/partition/redis-keys.ts'
import type { Db, Row, Tx } from './connect.ts'
import { exactKeys, USE_PRIMARY } from './exact-keys.ts'

export type ReplyQuestion = {
  workspaceId: WorkspaceId
  id: MessageId
  authorId: MemberId
  conversationId: ConversationId
  threadRootId: MessageId | null
  quietAfterSeq: number
}

/** Questions in one statement. */
const TOGETHER = 100
/** A range of PRIMARY above a number, ended by the first message that answers. */
const IN_CONVERSATION = `(SELECT ? AS id FROM message FORCE INDEX (PRIMARY) WHERE workspace_id = ? AND channel_id = ?
  AND seq > ? AND author_id <> ? AND deleted_ms IS NULL LIMIT 1)`
/** The same among the replies of one thread. */
const IN_THREAD = `(SELECT ? AS id FROM thread_reply t FORCE INDEX (PRIMARY)
    STRAIGHT_JOIN message m FORCE INDEX (PRIMARY) ON m.workspace_id = t.workspace_id AND m.channel_id = ? AND m.seq = t.seq
  WHERE t.workspace_id = ? AND t.root_id = ? AND t.seq > ? AND m.author_id <> ? AND m.deleted_ms IS NULL LIMIT 1)`
const valuesOf = (q: ReplyQuestion) =>
  q.threadRootId === null
    ? [q.id, q.workspaceId, q.conversationId, q.quietAfterSeq, q.authorId]
    : [q.id, q.conversationId, q.workspaceId, q.threadRootId, q.quietAfterSeq, q.authorId]

/**
 * Whom somebody else answered: a message of another author with a higher number stands in the conversation, for a reply
 * in the thread. The caller holds the channels' locks, so the answer is true until its commit.
 */
export async function readReplied(tx: Tx, questions: readonly ReplyQuestion[]): Promise<Set<MessageId>> {
  const replied = new Set<MessageId>()
  for (let at = 0; at < questions.length; at += TOGETHER) {
    const part = questions.slice(at, at + TOGETHER)
    const [rows] = await tx.query<Row[]>(
      part.map((q) => (q.threadRootId === null ? IN_CONVERSATION : IN_THREAD)).join(' UNION ALL '),
      part.flatMap(valuesOf),
    )
    for (const row of rows) replied.add(row.id)
  }
  return replied
}

/** Backwards over the days of a series from one on, to the first whose message was due before a second. Keys: PRIMARY of both. */
const DUE_BEFORE = `(SELECT ? AS id, p.send_at FROM series_occurrence o ${USE_PRIMARY}
    STRAIGHT_JOIN scheduled_message p ${USE_PRIMARY} ON p.workspace_id = o.workspace_id AND p.id = o.scheduled_id
  WHERE o.workspace_id = ? AND o.series_id = ? AND o.day < ? AND p.send_at < ? ORDER BY o.day DESC LIMIT 1)`

/**
 * When the occurrence before each of these was due, whatever became of it. What is of no series, or the first of one, is
 * absent.
 */
export async function readDueBefore(tx: Tx, refs: readonly DueRef[]): Promise<Map<MessageId, EpochSeconds>> {
  if (refs.length === 0) return new Map()
  const [occurrences] = await tx.query<Row[]>(
    `SELECT workspace_id, id, series_id, series_day, send_at FROM scheduled_message ${USE_PRIMARY}
     WHERE (workspace_id, id) IN (?) AND series_day IS NOT NULL`,
    [exactKeys(refs.map(({ workspaceId, id }) => [workspaceId, id]))],
  )
  const due = new Map<MessageId, EpochSeconds>()
  for (let at = 0; at < occurrences.length; at += TOGETHER) {
    const part = occurrences.slice(at, at + TOGETHER)
    const [rows] = await tx.query<Row[]>(
      part.map(() => DUE_BEFORE).join(' UNION ALL '),
      part.flatMap((row) => [row.id, row.workspace_id, row.series_id, row.series_day, row.send_at]),
    )
    for (const row of rows) due.set(row.id, Number(row.send_at) as EpochSeconds)
  }
  return due
}

/** The number of the last visible change there, as of now. Index: PRIMARY. */
export async function readLastSeq(db: Db, workspaceId: WorkspaceId, conversationId: ConversationId): Promise<number> {
  const [rows] = await db.query<Row[]>('SELECT last_seq FROM channel WHERE workspace_id = ? AND id = ?', [
    workspaceId,
    conversationId,
  ])
  return Number(rows[0]?.last_seq ?? 0)
}
