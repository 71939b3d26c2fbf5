/** Words and links that nobody of a workspace may post, as one JSON text beside the workspace's other policies. */
import type { MemberId, WorkspaceId } from '#server/domain/ids.ts'
import type { ContentRules } from '#server/domain/moderation/content-rules.ts'
import type { EpochMillis } from '#server/domain/time/units.ts'
import type { Db, Row } from './connect.ts'

/** Who gave them stands in them. */
export type StoredRules = ContentRules & { changedBy: MemberId; changedMs: EpochMillis }

/** As stored, so that whoever has compiled them knows them again. @returns nothing of a workspace without rules */
export async function readContentRules(db: Db, workspaceIds: Iterable<WorkspaceId>): Promise<Map<WorkspaceId, string>> {
  const ids = [...new Set(workspaceIds)]
  if (ids.length === 0) return new Map()
  const [rows] = await db.query<Row[]>(
    'SELECT workspace_id, content_rules FROM workspace WHERE workspace_id IN (?) AND content_rules IS NOT NULL', // PRIMARY
    [ids],
  )
  return new Map(rows.map((row) => [row.workspace_id, row.content_rules]))
}

/** @param rules null: anything may be posted */
export async function writeContentRules(db: Db, workspaceId: WorkspaceId, rules: StoredRules | null): Promise<void> {
  await db.query('UPDATE workspace SET content_rules = ? WHERE workspace_id = ?', [
    rules && JSON.stringify(rules),
    workspaceId,
  ])
}
