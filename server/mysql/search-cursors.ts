/**
 * How far the index has followed each conversation. A cursor is locked by whoever takes in that conversation, so that
 * two workers can never write an older state over a newer one.
 */
import { assert } from '#server/domain/assert.ts'
import type { ConversationId, WorkspaceId } from '#server/domain/ids.ts'
import type { ChannelRef } from './channel-locks.ts'
import type { Db, Row, Tx } from './connect.ts'
import { exactKeys, USE_PRIMARY } from './exact-keys.ts'

export type SearchCursor = ChannelRef & { epoch: number; indexedSeq: number }

/** Conversations that changed since they were taken in, after the one given. Index: PRIMARY of both. */
export async function listBehind(db: Db, after: ChannelRef | null, limit: number): Promise<ChannelRef[]> {
  assert(Number.isInteger(limit) && limit > 0 && limit <= 1000, `limit ${limit}`)
  const { workspaceId, conversationId } = after ?? { workspaceId: 0, conversationId: 0 }
  const [rows] = await db.query<Row[]>(
    `SELECT c.workspace_id, c.id FROM channel c
     LEFT JOIN search_cursor s ON s.workspace_id = c.workspace_id AND s.channel_id = c.id
     WHERE (c.workspace_id > ? OR (c.workspace_id = ? AND c.id > ?))
       AND (s.channel_id IS NULL OR s.indexed_seq < c.last_seq OR s.epoch <> c.epoch)
     ORDER BY c.workspace_id, c.id LIMIT ${limit}`,
    [workspaceId, workspaceId, conversationId],
  )
  return rows.map((row) => ({ workspaceId: row.workspace_id, conversationId: row.id }))
}

/** Held until commit; where there is none it is made. Index: PRIMARY. */
export async function lockCursors(tx: Tx, refs: readonly ChannelRef[]): Promise<SearchCursor[]> {
  if (refs.length === 0) return []
  const keys = refs.map((ref) => [ref.workspaceId, ref.conversationId])
  await tx.query(
    `INSERT INTO search_cursor (workspace_id, channel_id, epoch, indexed_seq) VALUES ?
     ON DUPLICATE KEY UPDATE channel_id = VALUES(channel_id)`,
    [keys.map((key) => [...key, 0, 0])],
  )
  const [rows] = await tx.query<Row[]>(
    `SELECT workspace_id, channel_id, epoch, indexed_seq FROM search_cursor ${USE_PRIMARY}
     WHERE (workspace_id, channel_id) IN (?) ORDER BY workspace_id, channel_id FOR UPDATE`,
    [exactKeys(keys)],
  )
  return rows.map((row) => ({
    workspaceId: row.workspace_id as WorkspaceId,
    conversationId: row.channel_id as ConversationId,
    epoch: row.epoch,
    indexedSeq: Number(row.indexed_seq),
  }))
}

/** The caller holds their locks. */
export async function moveCursors(tx: Tx, cursors: readonly SearchCursor[]): Promise<void> {
  if (cursors.length === 0) return
  await tx.query(
    `INSERT INTO search_cursor (workspace_id, channel_id, epoch, indexed_seq) VALUES ?
     ON DUPLICATE KEY UPDATE epoch = VALUES(epoch), indexed_seq = VALUES(indexed_seq)`,
    [cursors.map((one) => [one.workspaceId, one.conversationId, one.epoch, one.indexedSeq])],
  )
}
