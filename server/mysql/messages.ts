/** Reading messages. `append-messages.ts` alone makes them, `message-changes.ts`, `reactions.ts`, `thread-replies.ts` and `pins.ts` change them. */
import { assert } from '#server/domain/assert.ts'
import type { ConversationId, MemberId, MessageId, WorkspaceId } from '#server/domain/ids.ts'
import type { Reaction } from '#server/domain/message/reactions.ts'
import type { Replies } from '#server/domain/message/thread.ts'
import type { DueRef } from '#server/domain/partition/redis-keys.ts'
import type { EpochMillis, EpochSeconds } from '#server/domain/time/units.ts'
import type { Db, Row } from './connect.ts'
import { exactKeys } from './exact-keys.ts'

export type MessageRow = {
  id: MessageId
  conversationId: ConversationId
  seq: number
  authorId: MemberId
  threadRootId: MessageId | null
  origin: 'typed' | 'scheduled' | 'api'
  text: string
  payload: string | null
  tsUs: string
  createdMs: EpochMillis
  sendAt: EpochSeconds | null
  clientToken: string | null
  changedSeq: number
  editedMs: EpochMillis | null
  deletedMs: EpochMillis | null
  /** Absent where there is none. */
  reactions?: Reaction[]
  alsoInChannel?: boolean
  /** Of the first message of a thread. */
  replies?: Replies
  pinned?: { byId: MemberId; atMs: EpochMillis }
}

export const MESSAGE_COLUMNS = `channel_id, seq, id, author_id, thread_root_id, origin, text, payload, ts_us, created_ms, send_at,
  client_token, changed_seq, edited_ms, deleted_ms, reactions, also_in_channel, replies, pinned_by, pinned_ms`

export function toMessageRow(row: Row): MessageRow {
  return {
    id: row.id,
    conversationId: row.channel_id,
    seq: Number(row.seq),
    authorId: row.author_id,
    threadRootId: row.thread_root_id,
    origin: row.origin,
    text: row.text,
    payload: row.payload,
    tsUs: row.ts_us,
    createdMs: Number(row.created_ms) as EpochMillis,
    sendAt: row.send_at === null ? null : (Number(row.send_at) as EpochSeconds),
    clientToken: row.client_token,
    changedSeq: Number(row.changed_seq),
    editedMs: row.edited_ms === null ? null : (Number(row.edited_ms) as EpochMillis),
    deletedMs: row.deleted_ms === null ? null : (Number(row.deleted_ms) as EpochMillis),
    ...(row.reactions === null ? {} : { reactions: JSON.parse(row.reactions) as Reaction[] }),
    ...(Number(row.also_in_channel) === 1 ? { alsoInChannel: true } : {}),
    ...(row.replies === null ? {} : { replies: JSON.parse(row.replies) as Replies }),
    ...(row.pinned_by === null
      ? {}
      : { pinned: { byId: row.pinned_by as MemberId, atMs: Number(row.pinned_ms) as EpochMillis } }),
  }
}

const IN_CHANNEL = 'AND (thread_root_id IS NULL OR also_in_channel)'

export type SeqRange = {
  after?: number
  before?: number
  newestFirst: boolean
  limit: number
  /** What is left of deleted messages too: a copy that saw them deleted has it, so a fresh one must. */
  withDeleted?: boolean
  /** Without what stands in a thread alone. */
  inChannelOnly?: boolean
}

/** A page of a conversation by number, both bounds exclusive. Index: PRIMARY. */
export async function listMessages(
  db: Db,
  workspaceId: WorkspaceId,
  conversationId: ConversationId,
  range: SeqRange,
): Promise<MessageRow[]> {
  assert(Number.isInteger(range.limit) && range.limit > 0 && range.limit <= 1001, `limit ${range.limit}`)
  const [rows] = await db.query<Row[]>(
    `SELECT ${MESSAGE_COLUMNS} FROM message
     WHERE workspace_id = ? AND channel_id = ? AND seq > ? AND seq < ? ${range.withDeleted ? '' : 'AND deleted_ms IS NULL'}
       ${range.inChannelOnly ? IN_CHANNEL : ''}
     ORDER BY seq ${range.newestFirst ? 'DESC' : 'ASC'} LIMIT ${range.limit}`,
    [workspaceId, conversationId, range.after ?? 0, range.before ?? Number.MAX_SAFE_INTEGER],
  )
  return rows.map(toMessageRow)
}

export async function readMessage(db: Db, workspaceId: WorkspaceId, id: MessageId): Promise<MessageRow | null> {
  const [rows] = await db.query<Row[]>(`SELECT ${MESSAGE_COLUMNS} FROM message WHERE workspace_id = ? AND id = ?`, [
    workspaceId,
    id,
  ])
  return rows[0] ? toMessageRow(rows[0]) : null
}

/** The `ts` of messages, by id; a message that is not there is absent. Index: exactly_once. */
export async function readTsOfMessages(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly MessageId[],
): Promise<Map<MessageId, string>> {
  if (ids.length === 0) return new Map()
  const [rows] = await db.query<Row[]>('SELECT id, ts_us FROM message WHERE workspace_id = ? AND id IN (?)', [
    workspaceId,
    ids,
  ])
  return new Map(rows.map((row) => [row.id as MessageId, String(row.ts_us)]))
}

export type TokenRef = { workspaceId: WorkspaceId; authorId: MemberId; clientToken: string }

/** Messages posted before under these client tokens. Index: one_per_token. */
export async function listMessagesByToken(db: Db, refs: readonly TokenRef[]): Promise<MessageRow[]> {
  if (refs.length === 0) return []
  const [rows] = await db.query<Row[]>(
    `SELECT ${MESSAGE_COLUMNS} FROM message FORCE INDEX (one_per_token) WHERE (workspace_id, author_id, client_token) IN (?)`,
    [refs.map((ref) => [BigInt(ref.workspaceId), BigInt(ref.authorId), ref.clientToken])], // written out: exact-keys.ts
  )
  return rows.map(toMessageRow)
}

/** Which of these scheduled messages have a message already. Index: exactly_once. */
export async function readPostedIds(db: Db, refs: readonly DueRef[]): Promise<Set<MessageId>> {
  if (refs.length === 0) return new Set()
  const [rows] = await db.query<Row[]>(
    'SELECT id FROM message FORCE INDEX (exactly_once) WHERE (workspace_id, id) IN (?)',
    [exactKeys(refs.map((ref) => [ref.workspaceId, ref.id]))],
  )
  return new Set(rows.map((row) => row.id as MessageId))
}

/**
 * The number from which on every message has this `ts` or a later one, and before which none has. `ts` rises with the
 * number, so no index on it is needed: a binary search over the primary key, about log2(length) point reads.
 * @returns one past the last earlier message; it may be the number of another kind of change
 */
export async function seqAtOrAfterTs(
  db: Db,
  workspaceId: WorkspaceId,
  conversationId: ConversationId,
  tsUs: bigint,
  lastSeq: number,
): Promise<number> {
  let low = 1
  let high = lastSeq + 1
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const [rows] = await db.query<Row[]>(
      `SELECT seq, ts_us FROM message WHERE workspace_id = ? AND channel_id = ? AND seq >= ? ORDER BY seq LIMIT 1`,
      [workspaceId, conversationId, middle],
    )
    const found = rows[0]
    if (!found || BigInt(found.ts_us) >= tsUs) high = middle
    else low = Number(found.seq) + 1
  }
  return low
}
