/** An author's scheduled messages by time. Index: by_author. */
import { assert } from '#server/domain/assert.ts'
import type { ConversationId, MemberId, MessageId, WorkspaceId } from '#server/domain/ids.ts'
import type { EpochMillis } from '#server/domain/time/units.ts'
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

/** Where one author's message wants to wait; `id` where it is a row already, which does not stand in its own way. */
export type WaitingPlace = {
  workspaceId: WorkspaceId
  authorId: MemberId
  conversationId: ConversationId
  id?: MessageId
}

/** How many of this author's messages wait in this conversation for each second of [from, to]. Index: by_author. */
export async function countPendingPerSecond(
  db: Db,
  place: WaitingPlace,
  from: number,
  to: number,
): Promise<Map<number, number>> {
  const [rows] = await db.query<Row[]>(
    `SELECT send_at, COUNT(*) AS pending FROM scheduled_message WHERE workspace_id = ? AND author_id = ? AND send_at >= ?
       AND send_at <= ? AND channel_id = ? AND id <> ? AND status IN ('SCHEDULED', 'DISPATCHING') GROUP BY send_at`,
    [place.workspaceId, place.authorId, from, to, place.conversationId, place.id ?? 0],
  )
  return new Map(rows.map((row) => [Number(row.send_at), Number(row.pending)]))
}
