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

/** What administrators may do with what others have scheduled. */
export type AdminPolicy = { mayRead: boolean; mayManage: boolean }

export async function readAdminPolicy(db: Db, workspaceId: WorkspaceId): Promise<AdminPolicy> {
  const [rows] = await db.query<Row[]>(
    'SELECT admins_read_scheduled, admins_manage_scheduled FROM workspace WHERE workspace_id = ?',
    [workspaceId],
  )
  const row = rows[0]
  if (!row) throw new DomainError('not_found', { workspaceId })
  return { mayRead: row.admins_read_scheduled === 1, mayManage: row.admins_manage_scheduled === 1 }
}
