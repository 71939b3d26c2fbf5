/** An author's scheduled messages by time. Index: by_author. */
import { assert } from '#server/domain/assert.ts'
import type { ConversationId, MemberId, MessageId, WorkspaceId } from '#server/domain/ids.ts'
import type { EpochMillis, EpochSeconds } from '#server/domain/time/units.ts'
import type { Db, Row } from './connect.ts'
import { DB_NOW_MS } from './now.ts'
import { SCHEDULED_COLUMNS, toScheduledRow, type ReadScheduled } from './scheduled-messages.ts'

export type ListedStatus = 'pending' | 'failed' | 'sent' | 'canceled'
export type ScheduledCursor = { sendAt: number; id: MessageId }
export type ScheduledListQuery = {
  status: ListedStatus
  conversationId?: ConversationId
  after?: ScheduledCursor
  from?: number
  to?: number
  limit: number
}

const STATUSES: Record<ListedStatus, string[]> = {
  pending: ['SCHEDULED', 'DISPATCHING'],
  failed: ['FAILED'],
  sent: ['SENT'],
  canceled: ['CANCELED'],
}

/** Pending ones soonest first, the others latest first; `after` continues behind that row. */
export async function listScheduledOf(
  db: Db,
  workspaceId: WorkspaceId,
  authorId: MemberId,
  query: ScheduledListQuery,
): Promise<ReadScheduled[]> {
  assert(Number.isInteger(query.limit) && query.limit > 0 && query.limit <= 1001, `limit ${query.limit}`)
  const [beyond, order] = query.status === 'pending' ? ['>', 'ASC'] : ['<', 'DESC']
  const where = ['workspace_id = ?', 'author_id = ?', 'status IN (?)']
  const values: unknown[] = [workspaceId, authorId, STATUSES[query.status]]
  // What a series has taken back is not what its author cancelled, unless they had made it their own.
  if (query.status === 'canceled') where.push('(series_id IS NULL OR series_day IS NOT NULL OR version > 2)')
  if (query.conversationId) {
    where.push('channel_id = ?')
    values.push(query.conversationId)
  }
  if (query.from !== undefined) {
    where.push('send_at >= ?')
    values.push(query.from)
  }
  if (query.to !== undefined) {
    where.push('send_at <= ?')
    values.push(query.to)
  }
  if (query.after) {
    where.push(`(send_at ${beyond} ? OR (send_at = ? AND id ${beyond} ?))`)
    values.push(query.after.sendAt, query.after.sendAt, query.after.id)
  }
  const [rows] = await db.query<Row[]>(
    `SELECT ${SCHEDULED_COLUMNS}, ${DB_NOW_MS} AS now_ms FROM scheduled_message WHERE ${where.join(' AND ')}
     ORDER BY send_at ${order}, id ${order} LIMIT ${query.limit}`,
    values,
  )
  return rows.map((row) => ({ row: toScheduledRow(row), now: Number(row.now_ms) as EpochMillis }))
}

/** A stretch of seconds, both ends in it, of one author's messages in one conversation. */
export type Stretch = {
  workspaceId: WorkspaceId
  authorId: MemberId
  conversationId: ConversationId
  from: number
  to: number
}
export type WaitingThere = { authorId: MemberId; conversationId: ConversationId; id: MessageId; sendAt: EpochSeconds }

/** What waits in any of the stretches. Index: by_author. */
export async function listPendingIn(db: Db, stretches: readonly Stretch[]): Promise<WaitingThere[]> {
  if (stretches.length === 0) return []
  const one = '(workspace_id = ? AND author_id = ? AND send_at >= ? AND send_at <= ? AND channel_id = ?)'
  const [rows] = await db.query<Row[]>(
    `SELECT author_id, channel_id, id, send_at FROM scheduled_message FORCE INDEX (by_author)
     WHERE (${stretches.map(() => one).join(' OR ')}) AND status IN ('SCHEDULED', 'DISPATCHING')`,
    stretches.flatMap((of) => [of.workspaceId, of.authorId, of.from, of.to, of.conversationId]),
  )
  return rows.map((row) => ({
    authorId: row.author_id,
    conversationId: row.channel_id,
    id: row.id,
    sendAt: Number(row.send_at) as EpochSeconds,
  }))
}
