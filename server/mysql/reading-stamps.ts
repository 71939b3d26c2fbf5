/**
 * A number that changes in the transaction that changes what a member may read, so that whoever keeps a list of it can
 * see that it is old. Never the same twice, also after a restore.
 */
import { compareIds, type MemberId, type WorkspaceId } from '#server/domain/ids.ts'
import type { Db, Row, Tx } from './connect.ts'

/** Stands for everyone of the workspace: a public channel came, went or became private. */
export const EVERYONE = '0' as MemberId

/** Its locks come after those of conversations. */
export async function renewStamps(tx: Tx, workspaceId: WorkspaceId, members: readonly MemberId[]): Promise<void> {
  if (members.length === 0) return
  await tx.query(
    `INSERT INTO reading_stamp (workspace_id, member_id, stamp) VALUES ${members.map(() => '(?, ?, UUID_SHORT())').join(', ')}
     ON DUPLICATE KEY UPDATE stamp = VALUES(stamp)`,
    members.toSorted(compareIds).flatMap((memberId) => [workspaceId, memberId]),
  )
}

/** Of the member and of everyone, as one text. Index: PRIMARY. */
export async function readStamp(db: Db, workspaceId: WorkspaceId, memberId: MemberId): Promise<string> {
  const [rows] = await db.query<Row[]>(
    'SELECT member_id, stamp FROM reading_stamp WHERE workspace_id = ? AND member_id IN (?) ORDER BY member_id',
    [workspaceId, [EVERYONE, memberId]],
  )
  return rows.map((row) => `${row.member_id}=${row.stamp}`).join(' ')
}
