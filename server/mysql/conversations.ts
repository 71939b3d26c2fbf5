/**
 * Conversations: what they are called and what may happen in them. Their counters belong to channel-locks.ts;
 * every change here takes a number of the conversation under its lock (I5).
 */
import type { ConversationName } from '#server/domain/conversation/name.ts'
import type { ConversationKind, Posting } from '#server/domain/conversation/posting.ts'
import type { ConversationId, MemberId, WorkspaceId } from '#server/domain/ids.ts'
import type { Db, Row, Tx } from './connect.ts'
import { EVERYONE_THERE } from './mentions.ts'
import { DB_NOW_MS } from './now.ts'
import { EVERYONE, renewStamps } from './reading-stamps.ts'

export type Conversation = {
  id: ConversationId
  kind: ConversationKind
  name: string
  topic: string
  purpose: string
  posting: Posting
  /** null unless direct */
  directKey: string | null
  createdBy: MemberId
  createdMs: number
  archivedMs: number | null
  changedSeq: number
  epoch: number
  lastSeq: number
  lastMessageSeq: number
  aclVersion: number
}

export const CONVERSATION_COLUMNS = `c.id, c.kind, c.name, c.topic, c.purpose, c.posting, c.direct_key, c.created_by, c.created_ms, c.archived_ms,
  c.changed_seq, c.epoch, c.last_seq, c.last_message_seq, c.acl_version`

export async function loadConversation(
  db: Db,
  workspaceId: WorkspaceId,
  id: ConversationId,
): Promise<Conversation | null> {
  const [rows] = await db.query<Row[]>(
    `SELECT ${CONVERSATION_COLUMNS} FROM channel c WHERE c.workspace_id = ? AND c.id = ?`,
    [workspaceId, id],
  )
  return rows[0] ? toConversation(rows[0]) : null
}

/** With whether the member is in it. Keys: PRIMARY twice. */
export async function loadConversationFor(
  db: Db,
  workspaceId: WorkspaceId,
  id: ConversationId,
  memberId: MemberId,
): Promise<{ conversation: Conversation; isMember: boolean } | null> {
  const [rows] = await db.query<Row[]>(
    `SELECT ${CONVERSATION_COLUMNS}, m.member_id FROM channel c
     LEFT JOIN channel_member m ON m.workspace_id = c.workspace_id AND m.channel_id = c.id AND m.member_id = ?
       AND m.left_ms IS NULL
     WHERE c.workspace_id = ? AND c.id = ?`,
    [memberId, workspaceId, id],
  )
  return rows[0] ? { conversation: toConversation(rows[0]), isMember: rows[0].member_id !== null } : null
}

/** Key: by_direct_key. */
export async function loadDirect(db: Db, workspaceId: WorkspaceId, directKey: string): Promise<Conversation | null> {
  const [rows] = await db.query<Row[]>(
    `SELECT ${CONVERSATION_COLUMNS} FROM channel c WHERE c.workspace_id = ? AND c.direct_key = ?`,
    [workspaceId, directKey],
  )
  return rows[0] ? toConversation(rows[0]) : null
}

/** `unread`: messages of others after `readSeq`; `mentions`: those that name the member, in threads too. */
export type MyConversation = {
  conversation: Conversation
  readSeq: number
  readTurn: number
  unread: number
  mentions: number
}

/** So many numbers are looked through for a count; where more are unread, their difference has to do. */
const COUNTED = 1_000

/** What the member is in, with how far they have read. Indexes: by_member, then PRIMARY four times. */
export async function listConversationsOfMember(
  db: Db,
  workspaceId: WorkspaceId,
  memberId: MemberId,
): Promise<MyConversation[]> {
  const [rows] = await db.query<Row[]>(
    `SELECT ${CONVERSATION_COLUMNS}, COALESCE(r.read_seq, 0) AS read_seq, COALESCE(r.turn, 0) AS read_turn,
       IF(c.last_message_seq > COALESCE(r.read_seq, 0) + ?, c.last_message_seq - COALESCE(r.read_seq, 0),
         (SELECT COUNT(*) FROM message x
          WHERE x.workspace_id = c.workspace_id AND x.channel_id = c.id AND x.seq > COALESCE(r.read_seq, 0)
            AND x.author_id <> m.member_id AND x.deleted_ms IS NULL
            AND (x.thread_root_id IS NULL OR x.also_in_channel))) AS unread,
       (SELECT COUNT(DISTINCT n.seq) FROM mention n
        WHERE n.workspace_id = c.workspace_id AND n.channel_id = c.id AND n.member_id IN (${EVERYONE_THERE}, m.member_id)
          AND n.seq > COALESCE(r.read_seq, 0) AND n.author_id <> m.member_id) AS mentions
     FROM channel_member m
     JOIN channel c ON c.workspace_id = m.workspace_id AND c.id = m.channel_id
     LEFT JOIN read_mark r ON r.workspace_id = m.workspace_id AND r.member_id = m.member_id AND r.channel_id = m.channel_id
     WHERE m.workspace_id = ? AND m.member_id = ? AND m.left_ms IS NULL
     ORDER BY c.id`,
    [COUNTED, workspaceId, memberId],
  )
  return rows.map((row) => ({
    conversation: toConversation(row),
    readSeq: Number(row.read_seq),
    readTurn: Number(row.read_turn),
    unread: Number(row.unread),
    mentions: Number(row.mentions),
  }))
}

export type BrowsedConversation = { conversation: Conversation; memberCount: number; joined: boolean }

/** The workspace's public channels by name, archived ones too. */
export async function listPublicConversations(
  db: Db,
  workspaceId: WorkspaceId,
  memberId: MemberId,
): Promise<BrowsedConversation[]> {
  const [rows] = await db.query<Row[]>(
    `SELECT ${CONVERSATION_COLUMNS}, COUNT(m.member_id) AS member_count, COALESCE(MAX(m.member_id = ?), 0) AS joined
     FROM channel c
     LEFT JOIN channel_member m ON m.workspace_id = c.workspace_id AND m.channel_id = c.id AND m.left_ms IS NULL
     WHERE c.workspace_id = ? AND c.kind = 'public'
     GROUP BY c.workspace_id, c.id ORDER BY c.name_key`,
    [memberId, workspaceId],
  )
  return rows.map((row) => ({
    conversation: toConversation(row),
    memberCount: Number(row.member_count),
    joined: Number(row.joined) === 1,
  }))
}

export type NewConversation = {
  id: ConversationId
  kind: ConversationKind
  name: string
  nameKey: string | null
  directKey: string | null
  topic: string
  createdBy: MemberId
  /** The conversation takes the first number, its first members the following ones (I5). */
  members: readonly MemberId[]
}

/**
 * A conversation together with its first members. No lock is needed: nobody sees the row before the commit.
 * @throws a duplicate of `by_name` or `by_direct_key` where there is one already
 */
export async function insertConversation(
  tx: Tx,
  workspaceId: WorkspaceId,
  conversation: NewConversation,
): Promise<void> {
  await tx.query(
    `INSERT INTO channel (workspace_id, id, kind, name, name_key, direct_key, topic, created_by, created_ms, last_seq, changed_seq)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ${DB_NOW_MS}, ?, 1)`,
    [
      workspaceId,
      conversation.id,
      conversation.kind,
      conversation.name,
      conversation.nameKey,
      conversation.directKey,
      conversation.topic,
      conversation.createdBy,
      1 + conversation.members.length,
    ],
  )
  for (const [index, memberId] of conversation.members.entries()) {
    await tx.query(
      `INSERT INTO channel_member (workspace_id, channel_id, member_id, joined_ms, changed_seq) VALUES (?, ?, ?, ${DB_NOW_MS}, ?)`,
      [workspaceId, conversation.id, memberId, index + 2],
    )
  }
  const readers = conversation.kind === 'public' ? [EVERYONE, ...conversation.members] : conversation.members
  await renewStamps(tx, workspaceId, readers)
}

export type ConversationChanges = { topic?: string; purpose?: string; archived?: boolean; name?: ConversationName }

/** The caller holds the lock and has taken `changedSeq` from it. */
export async function updateConversation(
  tx: Tx,
  workspaceId: WorkspaceId,
  id: ConversationId,
  changed: ConversationChanges,
  changedSeq: number,
): Promise<void> {
  await tx.query(
    `UPDATE channel SET topic = COALESCE(?, topic), purpose = COALESCE(?, purpose), name = COALESCE(?, name), name_key = COALESCE(?, name_key),
       archived_ms = CASE ? WHEN 1 THEN COALESCE(archived_ms, ${DB_NOW_MS}) WHEN 0 THEN NULL ELSE archived_ms END,
       changed_seq = ? WHERE workspace_id = ? AND id = ?`,
    [
      ...[changed.topic ?? null, changed.purpose ?? null, changed.name?.name ?? null, changed.name?.key ?? null],
      ...[changed.archived === undefined ? 2 : Number(changed.archived), changedSeq, workspaceId, id],
    ],
  )
}

export function toConversation(row: Row): Conversation {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    topic: row.topic,
    purpose: row.purpose,
    posting: row.posting,
    directKey: row.direct_key,
    createdBy: row.created_by,
    createdMs: Number(row.created_ms),
    archivedMs: row.archived_ms === null ? null : Number(row.archived_ms),
    changedSeq: Number(row.changed_seq),
    epoch: row.epoch,
    lastSeq: Number(row.last_seq),
    lastMessageSeq: Number(row.last_message_seq),
    aclVersion: row.acl_version,
  }
}
