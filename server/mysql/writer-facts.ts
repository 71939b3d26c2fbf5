/** What must be known to accept a message for later: rights now, and the workspace's rules. Checked again when it is sent. */
import type { ConversationKind, PostingFacts } from '#server/domain/conversation/posting.ts'
import type { ConversationId, MemberId, WorkspaceId } from '#server/domain/ids.ts'
import type { EpochMillis, Seconds } from '#server/domain/time/units.ts'
import type { Db, Row } from './connect.ts'
import { exactKeys } from './exact-keys.ts'
import { DB_NOW_MS } from './now.ts'

export type Writer = { workspaceId: WorkspaceId; conversationId: ConversationId; authorId: MemberId }
export type WriterFacts = {
  posting: PostingFacts
  kind: ConversationKind
  freeze_s: Seconds
  horizon_s: Seconds
  /** The workspace has rules for words and links. */
  moderated: boolean
  /** The database's clock at the moment of reading. */
  now: EpochMillis
  /** Of the conversation, for a message that is sent only if nobody else writes there meanwhile. */
  lastSeq: number
}

export const writerKey = (writer: Pick<Writer, 'conversationId' | 'authorId'>) =>
  `${writer.conversationId}:${writer.authorId}`

/** @returns by `writerKey`; absent where workspace, member or conversation does not exist */
export async function readWriterFacts(db: Db, writers: readonly Writer[]): Promise<Map<string, WriterFacts>> {
  const facts = new Map<string, WriterFacts>()
  const distinct = new Map(writers.map((writer) => [writerKey(writer), writer]))
  if (distinct.size === 0) return facts
  const keys = exactKeys([...distinct.values()].map((one) => [one.workspaceId, one.conversationId, one.authorId]))
  // By primary keys all. As a join of row comparisons the same took half as long again.
  const [rows] = await db.query<Row[]>(
    `SELECT STRAIGHT_JOIN c.id AS channel_id, c.kind, c.posting, c.archived_ms, c.last_seq, p.id AS author_id, p.role,
       p.deactivated_ms, w.freeze_s, w.horizon_s, w.suspended_ms,
       w.content_rules IS NOT NULL AS moderated, m.member_id, ${DB_NOW_MS} AS now_ms
     FROM (SELECT ? AS workspace_id, ? AS channel_id, ? AS author_id ${' UNION ALL SELECT ?, ?, ?'.repeat(keys.length - 1)}) k
     JOIN channel c ON c.workspace_id = k.workspace_id AND c.id = k.channel_id
     JOIN workspace w ON w.workspace_id = k.workspace_id
     JOIN member p ON p.workspace_id = k.workspace_id AND p.id = k.author_id
     LEFT JOIN channel_member m ON m.workspace_id = k.workspace_id AND m.channel_id = k.channel_id
       AND m.member_id = k.author_id AND m.left_ms IS NULL`,
    keys.flat(),
  )
  for (const row of rows) {
    facts.set(writerKey({ conversationId: row.channel_id, authorId: row.author_id }), toFacts(row))
  }
  return facts
}

function toFacts(row: Row): WriterFacts {
  return {
    posting: {
      workspaceSuspended: row.suspended_ms !== null,
      author: { role: row.role, deactivated: row.deactivated_ms !== null },
      conversation: { archived: row.archived_ms !== null, posting: row.posting },
      inConversation: row.member_id !== null,
    },
    kind: row.kind,
    freeze_s: row.freeze_s,
    horizon_s: row.horizon_s,
    moderated: Number(row.moderated) === 1,
    now: Number(row.now_ms) as EpochMillis,
    lastSeq: Number(row.last_seq),
  }
}
