/** Who chose which emoji: a row each, and on the message all of them as everyone sees them. */
import { assert } from '#server/domain/assert.ts'
import type { MemberId, WorkspaceId } from '#server/domain/ids.ts'
import type { Reaction } from '#server/domain/message/reactions.ts'
import type { EpochMillis } from '#server/domain/time/units.ts'
import type { Db, Row, Tx } from './connect.ts'
import { MESSAGE_COLUMNS, toMessageRow, type MessageRow } from './messages.ts'

type Chosen = { name: string; memberId: MemberId; isThere: boolean; atMs: EpochMillis }

/** Under the lock of its channel. @returns the message as it stands now */
export async function storeReactions(
  tx: Tx,
  workspaceId: WorkspaceId,
  message: MessageRow,
  reactions: readonly Reaction[],
  { chosen, changedSeq }: { chosen: Chosen; changedSeq: number },
): Promise<MessageRow> {
  const key = [workspaceId, message.id, chosen.memberId, chosen.name]
  if (chosen.isThere)
    await tx.query('INSERT INTO reaction (workspace_id, message_id, member_id, name, added_ms) VALUES (?)', [
      [...key, chosen.atMs],
    ])
  else
    await tx.query('DELETE FROM reaction WHERE workspace_id = ? AND message_id = ? AND member_id = ? AND name = ?', key)
  await tx.query(
    'UPDATE message SET reactions = ?, changed_seq = ? WHERE workspace_id = ? AND channel_id = ? AND seq = ?',
    [
      ...[reactions.length > 0 ? JSON.stringify(reactions) : null, changedSeq],
      ...[workspaceId, message.conversationId, message.seq],
    ],
  )
  const { reactions: _, ...bare } = message
  return { ...bare, changedSeq, ...(reactions.length > 0 ? { reactions: [...reactions] } : {}) }
}

/**
 * Messages under which somebody chose an emoji and that `readerId` may read now, latest choice first. Indexes: by_member,
 * exactly_once.
 */
export async function listReactedMessages(
  db: Db,
  workspaceId: WorkspaceId,
  { memberId, readerId }: { memberId: MemberId; readerId: MemberId },
  { offset, limit }: { offset: number; limit: number },
): Promise<MessageRow[]> {
  assert(Number.isInteger(offset) && offset >= 0 && Number.isInteger(limit) && limit > 0, `page ${offset} ${limit}`)
  const columns = MESSAGE_COLUMNS.split(/,\s*/).map((column) => `m.${column}`)
  const [rows] = await db.query<Row[]>(
    `SELECT ${columns.join(', ')} FROM (
       SELECT message_id, MAX(added_ms) AS last_ms FROM reaction WHERE workspace_id = ? AND member_id = ?
       GROUP BY message_id ORDER BY last_ms DESC, message_id DESC LIMIT ${MOST_LISTED}) AS r
     JOIN message m ON m.workspace_id = ? AND m.id = r.message_id
     JOIN channel c ON c.workspace_id = m.workspace_id AND c.id = m.channel_id
     LEFT JOIN channel_member cm ON cm.workspace_id = m.workspace_id AND cm.channel_id = m.channel_id
       AND cm.member_id = ? AND cm.left_ms IS NULL
     WHERE c.kind = 'public' OR cm.member_id IS NOT NULL
     ORDER BY r.last_ms DESC, r.message_id DESC LIMIT ${limit} OFFSET ${offset}`,
    [workspaceId, memberId, workspaceId, readerId],
  )
  return rows.map(toMessageRow)
}

/** Of everything somebody ever reacted to, the latest. */
const MOST_LISTED = 1_000
