/** What only the operator's `explain` asks. */
import type { ConversationId, MessageId, RowId, WorkspaceId } from '#server/domain/ids.ts'
import type { EpochMillis } from '#server/domain/time/units.ts'
import type { Db, Row } from './connect.ts'
import type { OutboxWork } from './outbox.ts'

const WORKSPACES_PER_PAGE = 500

/**
 * The workspace of a scheduled message of which only the id is known. No index leads with the id, and none is kept for
 * this question alone: pages of workspaces are probed by primary key, a point read each (one page: about 2 ms).
 */
export async function findWorkspaceOfScheduled(db: Db, id: MessageId): Promise<WorkspaceId | null> {
  let after = '0'
  for (;;) {
    const [page] = await db.query<Row[]>(
      `SELECT workspace_id FROM workspace WHERE workspace_id > ? ORDER BY workspace_id LIMIT ${WORKSPACES_PER_PAGE}`,
      [after],
    )
    const last = page.at(-1)
    if (!last) return null
    after = last.workspace_id
    const [found] = await db.query<Row[]>(
      'SELECT workspace_id FROM scheduled_message WHERE workspace_id IN (?) AND id = ?',
      [page.map((row) => row.workspace_id), id],
    )
    if (found[0]) return found[0].workspace_id
  }
}

export type OwedRange = { outboxId: RowId; fromSeq: number; toSeq: number; createdMs: EpochMillis }

const SCANNED = 1_000

/**
 * Ranges of one conversation that are committed and perhaps not published, among the oldest thousand debts. A row is
 * filed under the workspace of its first range, so all are read and the conversation's are picked. Index: oldest.
 */
export async function listOwedRanges(
  db: Db,
  workspaceId: WorkspaceId,
  conversationId: ConversationId,
): Promise<OwedRange[]> {
  const [rows] = await db.query<Row[]>(
    `SELECT id, work, created_ms FROM outbox ORDER BY created_ms, workspace_id, id LIMIT ${SCANNED}`,
  )
  return rows.flatMap((row) =>
    (JSON.parse(row.work) as OutboxWork).ranges
      .filter(([workspace, conversation]) => workspace === workspaceId && conversation === conversationId)
      .map(([, , fromSeq, toSeq]) => ({
        outboxId: row.id,
        fromSeq,
        toSeq,
        createdMs: Number(row.created_ms) as EpochMillis,
      })),
  )
}
