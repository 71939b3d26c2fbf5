/**
 * What a gateway reads: which conversations a member may read, where conversations stand, whose membership changed.
 * A membership and its conversation's version always come from one statement, hence from one snapshot, so a gateway
 * can tell by the version alone whether what it knows is old (I7). At most 1,000 rows per statement.
 */
import type { ConversationId, MemberId, WorkspaceId } from '#server/domain/ids.ts'
import type { Db, Row } from './connect.ts'

/** Longest list in one statement. */
const BATCH = 500
const PAGE = 1_000

export type RoomState = {
  conversationId: ConversationId
  epoch: number
  lastSeq: number
  lastMessageSeq: number
  aclVersion: number
}

const MEMBER_ROOMS = `
  SELECT c.id, c.epoch, c.last_seq, c.last_message_seq, c.acl_version
  FROM channel_member cm JOIN channel c ON c.workspace_id = cm.workspace_id AND c.id = cm.channel_id
  WHERE cm.workspace_id = ? AND cm.member_id = ? AND cm.channel_id > ? AND cm.left_ms IS NULL
  ORDER BY cm.channel_id LIMIT ${PAGE}` // by_member, then PRIMARY

/** Every conversation the member is in, and where it stands. */
export async function loadMemberRooms(db: Db, workspaceId: WorkspaceId, memberId: MemberId): Promise<RoomState[]> {
  const found: RoomState[] = []
  for (let after = '0'; ;) {
    const [rows] = await db.query<Row[]>(MEMBER_ROOMS, [workspaceId, memberId, after])
    found.push(...rows.map(toRoomState))
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return found
    after = last.id
  }
}

const ROOM_STATES = `
  SELECT id, epoch, last_seq, last_message_seq, acl_version FROM channel WHERE workspace_id = ? AND id IN (?)` // PRIMARY

export async function loadRoomStates(
  db: Db,
  workspaceId: WorkspaceId,
  conversationIds: readonly ConversationId[],
): Promise<RoomState[]> {
  const found: RoomState[] = []
  for (const batch of batches(conversationIds)) {
    const [rows] = await db.query<Row[]>(ROOM_STATES, [workspaceId, batch])
    found.push(...rows.map(toRoomState))
  }
  return found
}

export type MembershipChange = { memberId: MemberId; active: boolean }

const MEMBERSHIP_CHANGES = `
  SELECT member_id, left_ms, changed_seq FROM channel_member
  WHERE workspace_id = ? AND channel_id = ? AND (changed_seq > ? OR (changed_seq = ? AND member_id > ?))
  ORDER BY changed_seq, member_id LIMIT ${PAGE}` // by_change

/** Whose membership of the conversation changed with a number above `afterSeq`; -1 asks for everyone who ever was in it. */
export async function loadMembershipChanges(
  db: Db,
  workspaceId: WorkspaceId,
  conversationId: ConversationId,
  afterSeq: number,
): Promise<MembershipChange[]> {
  const found: MembershipChange[] = []
  for (let [seq, member] = [afterSeq, LAST_ID]; ;) {
    const [rows] = await db.query<Row[]>(MEMBERSHIP_CHANGES, [workspaceId, conversationId, seq, seq, member])
    found.push(...rows.map((row) => ({ memberId: row.member_id as MemberId, active: row.left_ms === null })))
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return found
    ;[seq, member] = [Number(last.changed_seq), last.member_id]
  }
}

const LAST_ID = '9223372036854775807'

const MEMBERSHIPS = `
  SELECT member_id, channel_id FROM channel_member
  WHERE workspace_id = ? AND member_id IN (?) AND (member_id > ? OR (member_id = ? AND channel_id > ?))
    AND left_ms IS NULL
  ORDER BY member_id, channel_id LIMIT ${PAGE}` // by_member

/** The conversations of many members; a member in none is absent. */
export async function loadMemberships(
  db: Db,
  workspaceId: WorkspaceId,
  memberIds: readonly MemberId[],
): Promise<Map<MemberId, Set<ConversationId>>> {
  const found = new Map<MemberId, Set<ConversationId>>()
  for (const batch of batches(memberIds)) {
    for (let [member, channel] = ['0', '0']; ;) {
      const [rows] = await db.query<Row[]>(MEMBERSHIPS, [workspaceId, batch, member, member, channel])
      for (const row of rows) {
        const conversations = found.get(row.member_id) ?? new Set()
        found.set(row.member_id, conversations.add(row.channel_id))
      }
      const last = rows.at(-1)
      if (!last || rows.length < PAGE) break
      ;[member, channel] = [last.member_id, last.channel_id]
    }
  }
  return found
}

const ACTIVE_MEMBERS = `SELECT id FROM member WHERE workspace_id = ? AND id IN (?) AND deactivated_ms IS NULL` // PRIMARY

/** Those of `memberIds` who still belong to the workspace. */
export async function loadActiveMembers(
  db: Db,
  workspaceId: WorkspaceId,
  memberIds: readonly MemberId[],
): Promise<Set<MemberId>> {
  const found = new Set<MemberId>()
  for (const batch of batches(memberIds)) {
    const [rows] = await db.query<Row[]>(ACTIVE_MEMBERS, [workspaceId, batch])
    for (const row of rows) found.add(row.id)
  }
  return found
}

const LIVE_SESSIONS = `SELECT id FROM auth_session WHERE id IN (?) AND expiresAt > UTC_TIMESTAMP(3)` // PRIMARY; global

/** Those of `sessionIds` that are neither signed out nor run out. Sessions belong to people, not to a workspace. */
export async function loadLiveSessions(db: Db, sessionIds: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>()
  for (const batch of batches(sessionIds)) {
    const [rows] = await db.query<Row[]>(LIVE_SESSIONS, [batch])
    for (const row of rows) found.add(row.id)
  }
  return found
}

function toRoomState(row: Row): RoomState {
  return {
    conversationId: row.id,
    epoch: row.epoch,
    lastSeq: Number(row.last_seq),
    lastMessageSeq: Number(row.last_message_seq),
    aclVersion: row.acl_version,
  }
}

function* batches<T>(all: readonly T[]): Generator<T[]> {
  for (let i = 0; i < all.length; i += BATCH) yield all.slice(i, i + BATCH)
}
