/** What repeats in a whole workspace, for its administrators. */
import type { ConversationKind } from '#server/domain/conversation/posting.ts'
import { assert } from '#server/domain/assert.ts'
import type { MemberId, SeriesId, WorkspaceId } from '#server/domain/ids.ts'
import type { Db, Row } from './connect.ts'
import { DB_NOW_MS } from './now.ts'
import { columnsOf, toRead, type ReadSeries } from './series.ts'

export type SeriesFacts = {
  read: ReadSeries
  conversation: { kind: ConversationKind; name: string }
  /** Whether the one who asks is in that conversation. */
  isMember: boolean
}

export type SeriesQuery = {
  /** Whoever asks: their own are left out, and rights in private conversations are theirs. */
  readerId: MemberId
  authorId?: MemberId
  before?: SeriesId
  limit: number
}

/** Those of others that are not over, newest first. Keys: by_author where one is asked for, PRIMARY otherwise. */
export async function listSeriesOfWorkspace(
  db: Db,
  workspaceId: WorkspaceId,
  { readerId, authorId, before, limit }: SeriesQuery,
): Promise<SeriesFacts[]> {
  assert(Number.isInteger(limit) && limit > 0 && limit <= 1_000, `limit ${limit}`)
  const [rows] = await db.query<Row[]>(
    `SELECT ${columnsOf('s')}, c.kind, c.name, m.member_id AS inside, ${DB_NOW_MS} AS now_ms
     FROM scheduled_series s
     STRAIGHT_JOIN channel c ON c.workspace_id = s.workspace_id AND c.id = s.channel_id
     LEFT JOIN channel_member m ON m.workspace_id = s.workspace_id AND m.channel_id = s.channel_id AND m.member_id = ?
       AND m.left_ms IS NULL
     WHERE s.workspace_id = ? AND s.status <> 'ENDED' AND s.author_id <> ?
       ${authorId === undefined ? '' : 'AND s.author_id = ?'} ${before === undefined ? '' : 'AND s.id < ?'}
     ORDER BY s.id DESC LIMIT ${limit}`,
    [
      ...[readerId, workspaceId, readerId],
      ...(authorId === undefined ? [] : [authorId]),
      ...(before === undefined ? [] : [before]),
    ],
  )
  return rows.map((row) => ({
    read: toRead(row),
    conversation: { kind: row.kind, name: row.name },
    isMember: row.inside !== null,
  }))
}
