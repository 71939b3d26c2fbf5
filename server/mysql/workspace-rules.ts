import type { WorkspaceId } from '#server/domain/ids.ts'
import { DomainError } from '#server/domain/errors.ts'
import type { Seconds } from '#server/domain/time/units.ts'
import type { Db, Row } from './connect.ts'

/** How far ahead people of this workspace may schedule. */
export async function readHorizon(db: Db, workspaceId: WorkspaceId): Promise<Seconds> {
  const [rows] = await db.query<Row[]>('SELECT horizon_s FROM workspace WHERE workspace_id = ?', [workspaceId])
  if (!rows[0]) throw new DomainError('not_found', { workspaceId })
  return rows[0].horizon_s as Seconds
}
