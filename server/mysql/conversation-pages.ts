/** Conversations as programs read them: in pages, by name, and how many are in them. */
import { assert } from '#server/domain/assert.ts'
import type { ConversationKind } from '#server/domain/conversation/posting.ts'
import type { ConversationId, MemberId, WorkspaceId } from '#server/domain/ids.ts'
import type { Db, Row } from './connect.ts'
import { CONVERSATION_COLUMNS, toConversation, type Conversation } from './conversations.ts'

export type ConversationPage = {
  kinds: readonly ConversationKind[]
  withArchived: boolean
  after: ConversationId | null
  limit: number
}

/**
 * Public channels, and of the others those the member is in, by id. Index: PRIMARY; without public channels by_member,
 * so that nobody else's direct conversations are walked over.
 */
export async function listConversationPage(
  db: Db,
  workspaceId: WorkspaceId,
  memberId: MemberId,
  page: ConversationPage,
): Promise<{ conversation: Conversation; isMember: boolean }[]> {
  assert(Number.isInteger(page.limit) && page.limit > 0 && page.limit <= 1001, `limit ${page.limit}`)
  const join = page.kinds.includes('public') ? 'LEFT JOIN' : 'JOIN'
  const [rows] = await db.query<Row[]>(
    `SELECT ${CONVERSATION_COLUMNS}, m.member_id AS joined FROM channel c
     ${join} channel_member m ON m.workspace_id = c.workspace_id AND m.channel_id = c.id AND m.member_id = ? AND m.left_ms IS NULL
     WHERE c.workspace_id = ? AND c.id > ? AND c.kind IN (?) AND (c.kind = 'public' OR m.member_id IS NOT NULL)
       ${page.withArchived ? '' : 'AND c.archived_ms IS NULL'}
     ORDER BY c.id LIMIT ${page.limit}`,
    [memberId, workspaceId, page.after ?? 0, page.kinds],
  )
  return rows.map((row) => ({ conversation: toConversation(row), isMember: row.joined !== null }))
}

/** What a member is in and `readerId` may read, by id. Index: by_member. */
export async function listConversationPageOf(
  db: Db,
  workspaceId: WorkspaceId,
  { memberId, readerId }: { memberId: MemberId; readerId: MemberId },
  page: ConversationPage,
): Promise<{ conversation: Conversation; isMember: boolean }[]> {
  assert(Number.isInteger(page.limit) && page.limit > 0 && page.limit <= 1001, `limit ${page.limit}`)
  const [rows] = await db.query<Row[]>(
    `SELECT ${CONVERSATION_COLUMNS}, m.member_id AS joined FROM channel_member t
     JOIN channel c ON c.workspace_id = t.workspace_id AND c.id = t.channel_id
     LEFT JOIN channel_member m ON m.workspace_id = c.workspace_id AND m.channel_id = c.id AND m.member_id = ? AND m.left_ms IS NULL
     WHERE t.workspace_id = ? AND t.member_id = ? AND t.left_ms IS NULL AND c.id > ? AND c.kind IN (?)
       AND (c.kind = 'public' OR m.member_id IS NOT NULL) ${page.withArchived ? '' : 'AND c.archived_ms IS NULL'}
     ORDER BY c.id LIMIT ${page.limit}`,
    [readerId, workspaceId, memberId, page.after ?? 0, page.kinds],
  )
  return rows.map((row) => ({ conversation: toConversation(row), isMember: row.joined !== null }))
}

/** Key: by_name. */
export async function loadConversationByName(
  db: Db,
  workspaceId: WorkspaceId,
  nameKey: string,
): Promise<Conversation | null> {
  const [rows] = await db.query<Row[]>(
    `SELECT ${CONVERSATION_COLUMNS} FROM channel c WHERE c.workspace_id = ? AND c.name_key = ?`,
    [workspaceId, nameKey],
  )
  return rows[0] ? toConversation(rows[0]) : null
}

/** By conversation; one that nobody is in is absent. Index: PRIMARY. */
export async function countMembers(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly ConversationId[],
): Promise<Map<ConversationId, number>> {
  if (ids.length === 0) return new Map()
  const [rows] = await db.query<Row[]>(
    `SELECT channel_id, COUNT(*) AS members FROM channel_member
     WHERE workspace_id = ? AND channel_id IN (?) AND left_ms IS NULL GROUP BY channel_id`,
    [workspaceId, ids],
  )
  return new Map(rows.map((row) => [row.channel_id as ConversationId, Number(row.members)]))
}

/** Which of these are direct; their public ids begin with another letter. */
export async function listDirectIds(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly ConversationId[],
): Promise<Set<ConversationId>> {
  if (ids.length === 0) return new Set()
  const [rows] = await db.query<Row[]>(
    `SELECT id FROM channel WHERE workspace_id = ? AND id IN (?) AND kind = 'direct'`,
    [workspaceId, ids],
  )
  return new Set(rows.map((row) => row.id as ConversationId))
}
