/**
 * The lock under which everything visible in a conversation happens: its number, its order, its right to happen.
 * Locks are always taken in this order: channels by (workspace, id), then scheduled rows, then members and workspace.
 */
import type { Posting, ConversationKind } from '#server/domain/conversation/posting.ts'
import { compareIds, type ConversationId, type WorkspaceId } from '#server/domain/ids.ts'
import type { Row, Tx } from './connect.ts'
import { exactKeys, USE_PRIMARY } from './exact-keys.ts'
import type { MessageRow } from './messages.ts'

export type ChannelRef = { workspaceId: WorkspaceId; conversationId: ConversationId }

/** A channel row held FOR UPDATE until commit. The counters move in memory and are written by `flushChannels`. */
export type LockedChannel = {
  readonly workspaceId: WorkspaceId
  readonly conversationId: ConversationId
  readonly kind: ConversationKind
  readonly posting: Posting
  readonly archivedMs: number | null
  readonly epoch: number
  /** `last_seq` when the lock was taken. */
  readonly seqBefore: number
  lastSeq: number
  lastMessageSeq: number
  lastTsUs: bigint
  aclVersion: number
  /** First messages of threads that got or lost a reply here, each with a number behind those of the messages. */
  readonly changedRoots: MessageRow[]
}

const LOCK_CHANNELS = `
  SELECT workspace_id, id, kind, posting, archived_ms, epoch, last_seq, last_message_seq, last_ts_us, acl_version
  FROM channel ${USE_PRIMARY} WHERE (workspace_id, id) IN (?) ORDER BY workspace_id, id FOR UPDATE`

/** @returns by conversation id; a conversation that does not exist is absent */
export async function lockChannels(tx: Tx, refs: readonly ChannelRef[]): Promise<Map<ConversationId, LockedChannel>> {
  const keys = new Map(
    refs.map((ref) => [`${ref.workspaceId}:${ref.conversationId}`, [ref.workspaceId, ref.conversationId] as const]),
  )
  if (keys.size === 0) return new Map()
  const sorted = [...keys.values()].toSorted((a, b) => compareIds(a[0], b[0]) || compareIds(a[1], b[1]))
  const [rows] = await tx.query<Row[]>(LOCK_CHANNELS, [exactKeys(sorted)])
  return new Map(rows.map((row) => [row.id as ConversationId, toLockedChannel(row)]))
}

function toLockedChannel(row: Row): LockedChannel {
  return {
    workspaceId: row.workspace_id,
    conversationId: row.id,
    kind: row.kind,
    posting: row.posting,
    archivedMs: row.archived_ms === null ? null : Number(row.archived_ms),
    epoch: row.epoch,
    seqBefore: Number(row.last_seq),
    lastSeq: Number(row.last_seq),
    lastMessageSeq: Number(row.last_message_seq),
    lastTsUs: BigInt(row.last_ts_us),
    aclVersion: row.acl_version,
    changedRoots: [],
  }
}

/** The next number of the conversation, for exactly one visible change (I5). */
export function takeNumber(channel: LockedChannel): number {
  return ++channel.lastSeq
}

const FLUSH_CHANNELS = `
  INSERT INTO channel (workspace_id, id, last_seq, last_message_seq, last_ts_us, acl_version, kind, direct_key, name_key)
  VALUES ? ON DUPLICATE KEY UPDATE last_seq = VALUES(last_seq), last_message_seq = VALUES(last_message_seq),
    last_ts_us = VALUES(last_ts_us), acl_version = VALUES(acl_version)` // PRIMARY; every row exists and is locked

/** Writes the counters of locked channels that moved. */
export async function flushChannels(tx: Tx, channels: Iterable<LockedChannel>): Promise<void> {
  const moved = [...channels].filter((channel) => channel.lastSeq > channel.seqBefore)
  if (moved.length === 0) return
  await tx.query(FLUSH_CHANNELS, [
    moved.map((channel) => [
      channel.workspaceId,
      channel.conversationId,
      channel.lastSeq,
      channel.lastMessageSeq,
      channel.lastTsUs.toString(),
      channel.aclVersion,
      // Never stored: they only satisfy the CHECKs of an insert that always meets its existing row.
      'direct',
      channel.conversationId,
      null,
    ]),
  ])
}
