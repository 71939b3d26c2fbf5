/**
 * What stands under the first message of a thread. Every reply changes it, as a change with a number of its own: so whoever
 * caught up knows how many there are, also where the replies themselves are not on the device (I5, I6).
 */
import { assert } from '#server/domain/assert.ts'
import type { ConversationId, MessageId, WorkspaceId } from '#server/domain/ids.ts'
import { addReplies, withoutReply, type Replies } from '#server/domain/message/thread.ts'
import type { AppendedMessage } from './append-messages.ts'
import { takeNumber, type LockedChannel } from './channel-locks.ts'
import type { Db, Row, Tx } from './connect.ts'
import { exactKeys } from './exact-keys.ts'
import { MESSAGE_COLUMNS, toMessageRow, type MessageRow } from './messages.ts'

/** Three statements and one per thread; without a reply none. The changed roots stand in `changedRoots` of their channels. */
export async function noteReplies(tx: Tx, appended: readonly AppendedMessage[]): Promise<void> {
  const byRoot = new Map<MessageId, AppendedMessage[]>()
  for (const message of appended) {
    const { threadRootId } = message
    if (threadRootId !== null) byRoot.set(threadRootId, [...(byRoot.get(threadRootId) ?? []), message])
  }
  if (byRoot.size === 0) return
  const replies = [...byRoot].flatMap(([rootId, list]) => list.map((reply) => ({ rootId, reply })))
  await tx.query('INSERT INTO thread_reply (workspace_id, root_id, seq, message_id) VALUES ?', [
    replies.map(({ rootId, reply }) => [reply.channel.workspaceId, rootId, reply.seq, reply.id]),
  ])
  const keys = replies.map(({ rootId, reply }) => [reply.channel.workspaceId, rootId] as const)
  const [rows] = await tx.query<Row[]>(
    `SELECT ${MESSAGE_COLUMNS} FROM message FORCE INDEX (exactly_once) WHERE (workspace_id, id) IN (?) ORDER BY id`,
    [exactKeys(keys)],
  )
  for (const root of rows.map(toMessageRow)) {
    const list = byRoot.get(root.id) ?? []
    const channel = list[0]?.channel
    if (channel?.conversationId === root.conversationId)
      await storeRoot(tx, channel, root, addReplies(root.replies, list))
  }
}

/** Enough to name five who wrote, nearly always. */
const LOOKED_AT = 50

/** A reply was deleted: its thread says so. Where that was the last one, nothing stands under its root any more. */
export async function forgetReply(tx: Tx, channel: LockedChannel, root: MessageRow): Promise<void> {
  if (!root.replies) return
  const latest = await listReplies(tx, channel.workspaceId, channel.conversationId, root.id, {
    ...{ newestFirst: true, limit: LOOKED_AT, withDeleted: false },
  })
  await storeRoot(tx, channel, root, withoutReply(root.replies, latest))
}

async function storeRoot(
  tx: Tx,
  channel: LockedChannel,
  { replies: _, ...root }: MessageRow,
  replies: Replies | undefined,
): Promise<void> {
  const changedSeq = takeNumber(channel)
  await tx.query(
    'UPDATE message SET replies = ?, changed_seq = ? WHERE workspace_id = ? AND channel_id = ? AND seq = ?',
    [
      ...[replies ? JSON.stringify(replies) : null, changedSeq],
      ...[channel.workspaceId, channel.conversationId, root.seq],
    ],
  )
  channel.changedRoots.push({ ...root, changedSeq, ...(replies ? { replies } : {}) })
}

export type ReplyRange = { after?: number; before?: number; newestFirst: boolean; limit: number; withDeleted: boolean }

/** A page of a thread by number, both bounds exclusive, without its root. Indexes: PRIMARY of both. */
export async function listReplies(
  db: Db,
  workspaceId: WorkspaceId,
  conversationId: ConversationId,
  rootId: MessageId,
  { after = 0, before = Number.MAX_SAFE_INTEGER, newestFirst, limit, withDeleted }: ReplyRange,
): Promise<MessageRow[]> {
  assert(Number.isInteger(limit) && limit > 0 && limit <= 1001, `limit ${limit}`)
  const columns = MESSAGE_COLUMNS.split(/,\s*/).map((column) => `m.${column}`)
  const [rows] = await db.query<Row[]>(
    `SELECT ${columns.join(', ')} FROM thread_reply t
     JOIN message m ON m.workspace_id = t.workspace_id AND m.channel_id = ? AND m.seq = t.seq AND m.thread_root_id = t.root_id
     WHERE t.workspace_id = ? AND t.root_id = ? AND t.seq > ? AND t.seq < ? ${withDeleted ? '' : 'AND m.deleted_ms IS NULL'}
     ORDER BY t.seq ${newestFirst ? 'DESC' : 'ASC'} LIMIT ${limit}`,
    [conversationId, workspaceId, rootId, after, before],
  )
  return rows.map(toMessageRow)
}
