/** What waits in a whole workspace, for its administrators: everything about a message but its text. */
import { compareIds, type ConversationId, type MemberId, type MessageId, type WorkspaceId } from '#server/domain/ids.ts'
import type { ConversationKind } from '#server/domain/conversation/posting.ts'
import type { FailReason, Status } from '#server/domain/scheduled-message/state.ts'
import type { EpochMillis, EpochSeconds, Seconds, ZoneId } from '#server/domain/time/units.ts'
import type { Db, Row } from './connect.ts'
import { DB_NOW_MS } from './now.ts'

export type PendingFacts = {
  id: MessageId
  authorId: MemberId
  conversation: { id: ConversationId; kind: ConversationKind; name: string }
  /** Whether the one who asks is in that conversation. */
  isMember: boolean
  /** Whether it is one of a series. */
  repeats: boolean
  sendAt: EpochSeconds
  zone: ZoneId
  status: Status
  version: number
  failReason: FailReason | null
  freeze_s: Seconds
  wakeAt_ms: EpochMillis | null
}

export type PendingQuery = {
  /** Whoever asks: rights in private conversations are theirs. */
  readerId: MemberId
  authorId?: MemberId
  after?: { sendAt: number; id: MessageId }
  limit: number
}

/** What authors left behind when they were shut out: it can be handed over though it failed. */
const LEFT_REASONS: FailReason[] = ['author_deactivated', 'author_left_workspace']
/** Nothing that waits is older: the sweeper ends what is beyond its workspace's late policy, and that is 30 days at most. */
const LONGEST_WAIT_S = 31 * 86_400
/** Authors in one statement; each is a range of `by_author`. */
const TOGETHER = 1_000

const SELECT = `
  SELECT s.id, s.author_id, s.channel_id, s.series_id, s.send_at, s.zone, s.status, s.version, s.fail_reason, s.freeze_s, s.wake_at_ms,
    c.kind, c.name, m.member_id AS inside
  FROM scheduled_message s FORCE INDEX (by_author)
  STRAIGHT_JOIN channel c ON c.workspace_id = s.workspace_id AND c.id = s.channel_id
  LEFT JOIN channel_member m ON m.workspace_id = s.workspace_id AND m.channel_id = s.channel_id AND m.member_id = ?
    AND m.left_ms IS NULL
  WHERE s.workspace_id = ? AND s.author_id IN (?)`

/**
 * Pending ones of everybody, and those that failed because their author is gone; soonest first.
 * Goes from member to member by `by_author`, since no index lists a workspace by time: one for administrators alone would
 * be paid by every accepted message. Reads what waits and not what was ever sent, but of those who left.
 */
export async function listPendingOfWorkspace(
  db: Db,
  workspaceId: WorkspaceId,
  query: PendingQuery,
): Promise<{ rows: PendingFacts[]; now: EpochMillis }> {
  const [members] = await db.query<Row[]>(
    `SELECT id, deactivated_ms IS NOT NULL AS has_left, ${DB_NOW_MS} AS now_ms FROM member WHERE workspace_id = ?`, // PRIMARY
    [workspaceId],
  )
  const now = Number(members[0]?.now_ms ?? 0) as EpochMillis
  const asked = members.filter(({ id }) => query.authorId === undefined || id === query.authorId)
  const left = asked.filter(({ has_left }) => Number(has_left) === 1)
  const oldest = Math.floor(now / 1000) - LONGEST_WAIT_S
  const { after, limit, readerId } = query
  const behind = after ? 'AND s.send_at >= ? AND (s.send_at > ? OR s.id > ?)' : ''
  const position = after ? [after.sendAt, after.sendAt, after.id] : []
  const rows: PendingFacts[] = []
  const ask = async (authors: readonly Row[], which: string, values: readonly unknown[]) => {
    for (let at = 0; at < authors.length; at += TOGETHER) {
      const ids = authors.slice(at, at + TOGETHER).map(({ id }) => id as MemberId)
      const [found] = await db.query<Row[]>(`${SELECT} AND ${which} ${behind} ORDER BY s.send_at, s.id LIMIT ?`, [
        ...[readerId, workspaceId, ids, ...values, ...position, limit],
      ])
      rows.push(...found.map(toFacts))
    }
  }
  await ask(asked, `s.send_at >= ? AND s.status IN ('SCHEDULED', 'DISPATCHING')`, [oldest])
  await ask(left, `s.status = 'FAILED' AND s.fail_reason IN (?)`, [LEFT_REASONS])
  const soonest = rows.toSorted((a, b) => a.sendAt - b.sendAt || compareIds(a.id, b.id))
  return { rows: soonest.slice(0, limit), now }
}

function toFacts(row: Row): PendingFacts {
  return {
    id: row.id,
    authorId: row.author_id,
    conversation: { id: row.channel_id, kind: row.kind, name: row.name },
    isMember: row.inside !== null,
    repeats: row.series_id !== null,
    sendAt: Number(row.send_at) as EpochSeconds,
    zone: row.zone,
    status: row.status,
    version: row.version,
    failReason: row.fail_reason,
    freeze_s: row.freeze_s,
    wakeAt_ms: row.wake_at_ms === null ? null : (Number(row.wake_at_ms) as EpochMillis),
  }
}
