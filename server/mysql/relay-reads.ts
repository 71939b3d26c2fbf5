/** What the relay needs to build again a frame whose sender could not publish it. */
import type { ConversationId, WorkspaceId } from '#server/domain/ids.ts'
import type { Db, Row } from './connect.ts'

export type RelayHead = { epoch: number; aclVersion: number }

/** null where the conversation is gone */
export async function readRelayHead(
  db: Db,
  workspaceId: WorkspaceId,
  conversationId: ConversationId,
): Promise<RelayHead | null> {
  const [rows] = await db.query<Row[]>('SELECT epoch, acl_version FROM channel WHERE workspace_id = ? AND id = ?', [
    workspaceId,
    conversationId,
  ])
  return rows[0] ? { epoch: rows[0].epoch, aclVersion: rows[0].acl_version } : null
}
