/** What the index takes in, and what a searched page is checked by: the messages themselves and the rights of this moment. */
import { assert } from '#server/domain/assert.ts'
import type { ConversationKind } from '#server/domain/conversation/posting.ts'
import type { ConversationId, MemberId, WorkspaceId } from '#server/domain/ids.ts'
import type { Searched } from '#server/domain/search/document.ts'
import type { EpochMillis } from '#server/domain/time/units.ts'
import type { Db, Row } from './connect.ts'
import { exactKeys, USE_PRIMARY } from './exact-keys.ts'
import { MESSAGE_COLUMNS, toMessageRow, type MessageRow } from './messages.ts'

export type ChangedMessage = Searched & { deleted: boolean }

/** At most `limit` messages whose last change has a number in (after, upTo], in that order. Index: by_change. */
export async function listChangedMessages(
  db: Db,
  workspaceId: WorkspaceId,
  conversationId: ConversationId,
  range: { after: number; upTo: number; limit: number },
): Promise<ChangedMessage[]> {
  assert(Number.isInteger(range.limit) && range.limit > 0 && range.limit <= 1000, `limit ${range.limit}`)
  const [rows] = await db.query<Row[]>(
    `SELECT channel_id, seq, author_id, thread_root_id, text, payload, created_ms, changed_seq, edited_ms, deleted_ms FROM message
     WHERE workspace_id = ? AND channel_id = ? AND changed_seq > ? AND changed_seq <= ?
     ORDER BY changed_seq LIMIT ${range.limit}`,
    [workspaceId, conversationId, range.after, range.upTo],
  )
  return rows.map((row) => ({
    conversationId: row.channel_id,
    seq: Number(row.seq),
    authorId: row.author_id,
    threadRootId: row.thread_root_id,
    text: row.text,
    payload: row.payload,
    createdMs: Number(row.created_ms) as EpochMillis,
    changedSeq: Number(row.changed_seq),
    editedMs: row.edited_ms === null ? null : (Number(row.edited_ms) as EpochMillis),
    deleted: row.deleted_ms !== null,
  }))
}

/** Index: PRIMARY. */
export async function listPublicIds(db: Db, workspaceId: WorkspaceId): Promise<ConversationId[]> {
  const [rows] = await db.query<Row[]>(`SELECT id FROM channel WHERE workspace_id = ? AND kind = 'public'`, [
    workspaceId,
  ])
  return rows.map((row) => row.id)
}

/** The member's direct conversations. Indexes: by_member, PRIMARY. */
export async function listDirectIdsOf(db: Db, workspaceId: WorkspaceId, memberId: MemberId): Promise<ConversationId[]> {
  const [rows] = await db.query<Row[]>(
    `SELECT c.id FROM channel_member m JOIN channel c ON c.workspace_id = m.workspace_id AND c.id = m.channel_id
     WHERE m.workspace_id = ? AND m.member_id = ? AND m.left_ms IS NULL AND c.kind = 'direct'`,
    [workspaceId, memberId],
  )
  return rows.map((row) => row.id)
}

export type AccessNow = { kind: ConversationKind; name: string; isMember: boolean }

/** Of each that exists, now. Indexes: PRIMARY twice. */
export async function readAccessTo(
  db: Db,
  workspaceId: WorkspaceId,
  memberId: MemberId,
  ids: readonly ConversationId[],
): Promise<Map<ConversationId, AccessNow>> {
  if (ids.length === 0) return new Map()
  const [rows] = await db.query<Row[]>(
    `SELECT c.id, c.kind, c.name, m.member_id FROM channel c
     LEFT JOIN channel_member m ON m.workspace_id = c.workspace_id AND m.channel_id = c.id AND m.member_id = ?
       AND m.left_ms IS NULL
     WHERE c.workspace_id = ? AND c.id IN (?)`,
    [memberId, workspaceId, ids],
  )
  return new Map(rows.map((row) => [row.id, { kind: row.kind, name: row.name, isMember: row.member_id !== null }]))
}

export type MessageKey = { conversationId: ConversationId; seq: number }

/** The number of the last change of each that is not deleted, by `keyText`. Index: PRIMARY. */
export async function readChangeNumbers(
  db: Db,
  workspaceId: WorkspaceId,
  keys: readonly MessageKey[],
): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map()
  const [rows] = await db.query<Row[]>(
    `SELECT channel_id, seq, changed_seq FROM message ${USE_PRIMARY}
     WHERE (workspace_id, channel_id, seq) IN (?) AND deleted_ms IS NULL`,
    [exactKeys(keys.map((key) => [workspaceId, key.conversationId, String(key.seq)]))],
  )
  return new Map(
    rows.map((row) => [keyText({ conversationId: row.channel_id, seq: Number(row.seq) }), Number(row.changed_seq)]),
  )
}

/** Those that are not deleted, by `keyText`. Index: PRIMARY. */
export async function readMessagesAt(
  db: Db,
  workspaceId: WorkspaceId,
  keys: readonly MessageKey[],
): Promise<Map<string, MessageRow>> {
  if (keys.length === 0) return new Map()
  const [rows] = await db.query<Row[]>(
    `SELECT ${MESSAGE_COLUMNS} FROM message ${USE_PRIMARY}
     WHERE (workspace_id, channel_id, seq) IN (?) AND deleted_ms IS NULL`,
    [exactKeys(keys.map((key) => [workspaceId, key.conversationId, String(key.seq)]))],
  )
  return new Map(rows.map(toMessageRow).map((message) => [keyText(message), message]))
}

export const keyText = ({ conversationId, seq }: MessageKey): string => `${conversationId}:${seq}`

/** People whose name is this, otherwise those whose name begins with it; deactivated ones too. */
export async function listMembersByName(db: Db, workspaceId: WorkspaceId, name: string): Promise<MemberId[]> {
  // The column's collation overlooks capitals and accents.
  const [same] = await db.query<Row[]>('SELECT id FROM member WHERE workspace_id = ? AND display_name = ?', [
    workspaceId,
    name,
  ])
  if (same.length > 0) return same.map((row) => row.id)
  const pattern = `${name.replaceAll(/[\\%_]/g, '\\$&')}%`
  const [alike] = await db.query<Row[]>('SELECT id FROM member WHERE workspace_id = ? AND display_name LIKE ?', [
    workspaceId,
    pattern,
  ])
  return alike.map((row) => row.id)
}
