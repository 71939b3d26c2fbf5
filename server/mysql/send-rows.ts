/**
 * What the send transaction reads and writes for many scheduled messages at once. Statements are in the order of the
 * locks: channels first (`channel-locks.ts`), then these rows, then members and workspaces.
 */
import { assert } from '#server/domain/assert.ts'
import type { PostingFacts } from '#server/domain/conversation/posting.ts'
import { compareIds, type ConversationId, type MemberId, type MessageId, type WorkspaceId } from '#server/domain/ids.ts'
import type { DueRef } from '#server/domain/partition/redis-keys.ts'
import type { FailReason, LateCause } from '#server/domain/scheduled-message/state.ts'
import type { EpochMillis, Seconds } from '#server/domain/time/units.ts'
import type { ChannelRef, LockedChannel } from './channel-locks.ts'
import type { Db, Row, Tx } from './connect.ts'
import { DB_NOW_MS } from './now.ts'
import {
  DUE_COLUMNS,
  SCHEDULED_COLUMNS,
  toDueRow,
  toScheduledRow,
  type DueRow,
  type ReadScheduled,
} from './scheduled-messages.ts'
import { BY_KEY, exactKeys, USE_PRIMARY } from './exact-keys.ts'

const keysOf = (refs: readonly DueRef[]) => exactKeys(refs.map((ref) => [ref.workspaceId, ref.id]))

/** Which channels to lock. A scheduled message never changes its channel, so this needs no lock. */
export async function readChannelsOf(db: Db, refs: readonly DueRef[]): Promise<ChannelRef[]> {
  if (refs.length === 0) return []
  const [rows] = await db.query<Row[]>(
    `SELECT DISTINCT workspace_id, channel_id FROM scheduled_message ${USE_PRIMARY} WHERE (workspace_id, id) IN (?)`,
    [keysOf(refs)],
  )
  return rows.map((row) => ({ workspaceId: row.workspace_id, conversationId: row.channel_id }))
}

/** The same ids, those of one conversation together; where each belongs is fixed for good, so this needs no lock. */
export async function groupByConversation(db: Db, refs: readonly DueRef[]): Promise<DueRef[][]> {
  if (refs.length === 0) return []
  const [rows] = await db.query<Row[]>(
    `SELECT workspace_id, id, channel_id FROM scheduled_message ${USE_PRIMARY} WHERE (workspace_id, id) IN (?)`,
    [keysOf(refs)],
  )
  const groups = new Map<string, DueRef[]>()
  for (const row of rows) {
    const group = groups.get(row.channel_id) ?? []
    group.push({ workspaceId: row.workspace_id, id: row.id })
    groups.set(row.channel_id, group)
  }
  return [...groups.values()]
}

const lockRows = (columns: string) => `
  SELECT ${columns}, ${DB_NOW_MS} AS now_ms FROM scheduled_message ${USE_PRIMARY}
  WHERE (workspace_id, id) IN (?) ORDER BY workspace_id, id FOR UPDATE`
const LOCK_DUE_ROWS = lockRows(DUE_COLUMNS)
const LOCK_WHOLE_ROWS = lockRows(SCHEDULED_COLUMNS)

export type ReadDue = { row: DueRow; now: EpochMillis }

/** Held until commit. The clock is read at the start of the statement, before any wait for a lock: never ahead (I2). */
export function lockDueRows(tx: Tx, refs: readonly DueRef[]): Promise<Map<MessageId, ReadDue>> {
  return lockAll(tx, refs, LOCK_DUE_ROWS, toDueRow)
}

/** The same with everything of the rows. */
export function lockScheduledRows(tx: Tx, refs: readonly DueRef[]): Promise<Map<MessageId, ReadScheduled>> {
  return lockAll(tx, refs, LOCK_WHOLE_ROWS, toScheduledRow)
}

async function lockAll<T>(
  tx: Tx,
  refs: readonly DueRef[],
  statement: string,
  toRow: (row: Row) => T,
): Promise<Map<MessageId, { row: T; now: EpochMillis }>> {
  if (refs.length === 0) return new Map()
  const sorted = refs.toSorted((a, b) => compareIds(a.workspaceId, b.workspaceId) || compareIds(a.id, b.id))
  const [rows] = await tx.query<Row[]>(statement, [keysOf(sorted)])
  return new Map(rows.map((row) => [row.id as MessageId, { row: toRow(row), now: Number(row.now_ms) as EpochMillis }]))
}

export type LatePolicies = Map<WorkspaceId, { latePolicy_s: Seconds; suspended: boolean; moderated: boolean }>

export async function readLatePolicies(db: Db, workspaceIds: Iterable<WorkspaceId>): Promise<LatePolicies> {
  const ids = [...new Set(workspaceIds)]
  if (ids.length === 0) return new Map()
  const [rows] = await db.query<Row[]>(
    `SELECT workspace_id, late_policy_s, suspended_ms, content_rules IS NOT NULL AS moderated FROM workspace
     WHERE workspace_id IN (?)`,
    [ids],
  )
  return new Map(
    rows.map((row) => [
      row.workspace_id as WorkspaceId,
      {
        latePolicy_s: row.late_policy_s,
        suspended: row.suspended_ms !== null,
        moderated: Number(row.moderated) === 1,
      },
    ]),
  )
}

/** With what the author's guards ask about them. */
export type SenderFacts = PostingFacts & { awayUntil_ms: EpochMillis | null }
export type PostingQuestion = { workspaceId: WorkspaceId; conversationId: ConversationId; authorId: MemberId }

/**
 * The rights of each author in each conversation as of this transaction's commit: the channel lock holds memberships,
 * the share lock holds the author's own row (C5).
 * @returns by `<conversation>:<author>`
 */
export async function readPostingFacts(
  tx: Tx,
  questions: readonly PostingQuestion[],
  channels: ReadonlyMap<ConversationId, LockedChannel>,
  policies: LatePolicies,
): Promise<Map<string, SenderFacts>> {
  if (questions.length === 0) return new Map()
  const memberships = new Map(questions.map((q) => [postingKey(q), [q.workspaceId, q.conversationId, q.authorId]]))
  const authors = new Map(questions.map((q) => [q.authorId, [q.workspaceId, q.authorId]]))
  const [joined] = await tx.query<Row[]>(
    `SELECT channel_id, member_id FROM channel_member ${USE_PRIMARY}
     WHERE (workspace_id, channel_id, member_id) IN (?) AND left_ms IS NULL`,
    [exactKeys([...memberships.values()])],
  )
  const [people] = await tx.query<Row[]>(
    `SELECT id, role, deactivated_ms, away_until_ms FROM member ${USE_PRIMARY} WHERE (workspace_id, id) IN (?)
     ORDER BY workspace_id, id LOCK IN SHARE MODE`,
    [exactKeys([...authors.values()])],
  )
  const isIn = new Set(joined.map((row) => `${row.channel_id}:${row.member_id}`))
  const roles = new Map(
    people.map((row) => [row.id as MemberId, { role: row.role, deactivated: row.deactivated_ms !== null }]),
  )
  const away = new Map(
    people.flatMap((row) =>
      row.away_until_ms === null ? [] : [[row.id as MemberId, Number(row.away_until_ms) as EpochMillis]],
    ),
  )
  return new Map(
    questions.map((question) => {
      const channel = channels.get(question.conversationId)
      return [
        postingKey(question),
        {
          workspaceSuspended: policies.get(question.workspaceId)?.suspended ?? true,
          author: roles.get(question.authorId) ?? null,
          conversation: channel ? { archived: channel.archivedMs !== null, posting: channel.posting } : null,
          inConversation: isIn.has(postingKey(question)),
          awayUntil_ms: away.get(question.authorId) ?? null,
        },
      ]
    }),
  )
}

export const postingKey = (q: Pick<PostingQuestion, 'conversationId' | 'authorId'>) =>
  `${q.conversationId}:${q.authorId}`

/** Roots of threads that are still there, of those asked for. */
export async function readLivingRoots(tx: Tx, rows: readonly DueRow[]): Promise<Set<MessageId>> {
  const roots = rows.flatMap(({ workspaceId, threadRootId }) =>
    threadRootId === null ? [] : [{ workspaceId, threadRootId }],
  )
  if (roots.length === 0) return new Set()
  const [found] = await tx.query<Row[]>(
    'SELECT id FROM message FORCE INDEX (exactly_once) WHERE (workspace_id, id) IN (?) AND deleted_ms IS NULL',
    [exactKeys(roots.map((row) => [row.workspaceId, row.threadRootId]))],
  )
  return new Set(found.map((row) => row.id as MessageId))
}

/** T4: SENT, with the number its message took in this same transaction (I1). */
export async function markSent(tx: Tx, rows: readonly DueRow[], lateCause: LateCause | null): Promise<void> {
  if (rows.length === 0) return
  const [result] = await tx.query(
    `UPDATE scheduled_message s ${USE_PRIMARY}
       JOIN message m FORCE INDEX (exactly_once) ON m.workspace_id = s.workspace_id AND m.id = s.id
     SET s.status = 'SENT', s.sent_seq = m.seq, s.sent_at_ms = m.created_ms, s.wake_at_ms = NULL, s.lease_owner = NULL,
         s.late_cause = ?, s.fence = s.fence + 1, s.changed_ms = m.created_ms
     WHERE (s.workspace_id, s.id) IN (?) AND s.wake_at_ms IS NOT NULL`,
    [lateCause, keysOf(rows)],
  )
  checkAllChanged(result, rows, 'I1: of messages appended')
}

/** T5 and T11: FAILED with a reason; the text stays with the row. */
export async function markFailed(tx: Tx, rows: readonly DueRow[], reason: FailReason, now: EpochMillis): Promise<void> {
  if (rows.length === 0) return
  const [result] = await tx.query(
    `UPDATE scheduled_message s ${BY_KEY} SET s.status = 'FAILED', s.fail_reason = ?, s.wake_at_ms = NULL,
       s.lease_owner = NULL, s.fence = s.fence + 1, s.changed_ms = ?
     WHERE (s.workspace_id, s.id) IN (?) AND s.wake_at_ms IS NOT NULL`,
    [reason, now, keysOf(rows)],
  )
  checkAllChanged(result, rows, 'I4: of rows to fail')
}

/**
 * The time of these held rows is what it was, also by this edition of the zone rules, which is newer than theirs: nothing
 * that anybody sees or claims changes.
 */
export async function confirmRules(tx: Tx, rows: readonly DueRow[], zoneRules: string): Promise<void> {
  if (rows.length === 0) return
  const [result] = await tx.query(
    `UPDATE scheduled_message s ${BY_KEY} SET s.zone_rules = ?
     WHERE (s.workspace_id, s.id) IN (?) AND s.wake_at_ms IS NOT NULL`,
    [zoneRules, keysOf(rows)],
  )
  checkAllChanged(result, rows, 'T6: of rows confirmed')
}

/** T2 for many: durable leases until `now + lease_ms`; attempts are counted before anything is tried. */
export async function leaseRows(
  tx: Tx,
  rows: readonly DueRow[],
  owner: string,
  lease_ms: number,
  now: EpochMillis,
): Promise<void> {
  if (rows.length === 0) return
  const [result] = await tx.query(
    `UPDATE scheduled_message s ${BY_KEY} SET s.status = 'DISPATCHING', s.lease_owner = ?, s.wake_at_ms = ?,
       s.attempts = s.attempts + 1, s.fence = s.fence + 1
     WHERE (s.workspace_id, s.id) IN (?) AND s.wake_at_ms IS NOT NULL`,
    [owner, now + lease_ms, keysOf(rows)],
  )
  checkAllChanged(result, rows, 'I8: of rows to lease')
}

/** A final row never moves: whoever passes one here broke its lock. */
function checkAllChanged(result: object, rows: readonly DueRow[], what: string): void {
  const changed = 'affectedRows' in result ? result.affectedRows : -1
  assert(changed === rows.length, `${what} ${rows.length}, changed ${changed}`)
}
