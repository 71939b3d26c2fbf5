/**
 * What a committed transaction still owes its readers: ranges of numbers per conversation, members to nudge.
 * Written in the transaction, deleted after publishing; the relay takes what stayed. Holds no bodies.
 */
import type { ConversationId, MemberId, RowId, WorkspaceId } from '#server/domain/ids.ts'
import { assert } from '#server/domain/assert.ts'
import type { Db, Row, Tx } from './connect.ts'
import type { LockedChannel } from './channel-locks.ts'
import { DB_NOW_MS } from './now.ts'
import { BY_KEY, exactKeys } from './exact-keys.ts'

export type OutboxRange = [workspaceId: WorkspaceId, conversationId: ConversationId, fromSeq: number, toSeq: number]
export type OutboxWork = { ranges: OutboxRange[]; members: [WorkspaceId, MemberId][] }
export type OutboxRef = { workspaceId: WorkspaceId; id: RowId }

/** The ranges that the locked channels moved through in this transaction. */
export function rangesOf(channels: Iterable<LockedChannel>): OutboxRange[] {
  return [...channels]
    .filter((channel) => channel.lastSeq > channel.seqBefore)
    .map((channel) => [channel.workspaceId, channel.conversationId, channel.seqBefore + 1, channel.lastSeq])
}

/** One row per transaction, filed under the workspace of its first part. @returns null if there is nothing to tell */
export async function addOutbox(tx: Tx, id: RowId, work: OutboxWork): Promise<OutboxRef | null> {
  const workspaceId = work.ranges[0]?.[0] ?? work.members[0]?.[0]
  if (workspaceId === undefined) return null
  await tx.query(`INSERT INTO outbox (workspace_id, id, work, created_ms) VALUES (?, ?, ?, ${DB_NOW_MS})`, [
    workspaceId,
    id,
    JSON.stringify(work),
  ])
  return { workspaceId, id }
}

export async function deleteOutbox(db: Db, refs: readonly OutboxRef[]): Promise<void> {
  if (refs.length === 0) return
  await db.query(`DELETE o FROM outbox o ${BY_KEY} WHERE (o.workspace_id, o.id) IN (?)`, [
    exactKeys(refs.map((ref) => [ref.workspaceId, ref.id])),
  ])
}

/** Oldest first, of all workspaces of the shard: the relay's scan. Index: oldest. */
export async function listStaleOutbox(
  db: Db,
  olderThan_ms: number,
  limit: number,
): Promise<{ ref: OutboxRef; work: OutboxWork }[]> {
  assert(Number.isInteger(limit) && limit > 0 && limit <= 1000, `limit ${limit}`)
  const [rows] = await db.query<Row[]>(
    `SELECT workspace_id, id, work FROM outbox WHERE created_ms <= ${DB_NOW_MS} - ?
     ORDER BY created_ms, workspace_id, id LIMIT ${limit}`,
    [olderThan_ms],
  )
  return rows.map((row) => ({
    ref: { workspaceId: row.workspace_id, id: row.id },
    work: JSON.parse(row.work) as OutboxWork,
  }))
}

/** Counting stops here: a relay that was away for a day must not make the question slow. */
const COUNTED_AT_MOST = 10_001

/** What is left to publish, and how long the oldest of it has waited. Index: oldest. */
export async function readOutboxSize(db: Db): Promise<{ rows: number; oldest_ms: number }> {
  const [rows] = await db.query<Row[]>(
    `SELECT (SELECT COUNT(*) FROM (SELECT id FROM outbox LIMIT ${COUNTED_AT_MOST}) AS counted) AS row_count,
       (SELECT GREATEST(0, CAST(${DB_NOW_MS} AS SIGNED) - CAST(MIN(created_ms) AS SIGNED)) FROM outbox) AS oldest_ms`,
  )
  return { rows: Number(rows[0]?.row_count ?? 0), oldest_ms: Number(rows[0]?.oldest_ms ?? 0) }
}
