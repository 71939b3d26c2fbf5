/** Addresses that programs post to. Only the hash of a secret is stored, and a row is never removed: it tells who made and who revoked it. */
import type { ConversationKind, Role } from '#server/domain/conversation/posting.ts'
import type { ConversationId, MemberId, WebhookId, WorkspaceId } from '#server/domain/ids.ts'
import type { Db, Row } from './connect.ts'
import { DB_NOW_MS } from './now.ts'

export type Webhook = {
  id: WebhookId
  conversationId: ConversationId
  /** Who made it: what it posts is theirs. */
  memberId: MemberId
  label: string
  createdMs: number
  /** To the minute; null: never. */
  lastUsedMs: number | null
  revokedMs: number | null
  revokedBy: MemberId | null
}

const COLUMNS = `h.id, h.channel_id, h.member_id, h.label, h.created_ms, h.last_used_ms, h.revoked_ms, h.revoked_by`

export async function insertWebhook(
  db: Db,
  workspaceId: WorkspaceId,
  webhook: Pick<Webhook, 'id' | 'conversationId' | 'memberId' | 'label'> & { secretHash: string },
): Promise<void> {
  await db.query(
    `INSERT INTO incoming_webhook (workspace_id, id, secret_hash, channel_id, member_id, label, created_ms)
     VALUES (?, ?, ?, ?, ?, ?, ${DB_NOW_MS})`,
    [workspaceId, webhook.id, webhook.secretHash, webhook.conversationId, webhook.memberId, webhook.label],
  )
}

/** With its secret's hash and with whom it speaks as, which every post must know. Keys: PRIMARY twice. */
export async function readHeldWebhook(
  db: Db,
  workspaceId: WorkspaceId,
  id: WebhookId,
): Promise<{ webhook: Webhook; secretHash: string; maker: { role: Role; deactivated: boolean } } | null> {
  const [rows] = await db.query<Row[]>(
    `SELECT ${COLUMNS}, h.secret_hash, m.role, m.deactivated_ms FROM incoming_webhook h
     JOIN member m ON m.workspace_id = h.workspace_id AND m.id = h.member_id
     WHERE h.workspace_id = ? AND h.id = ?`,
    [workspaceId, id],
  )
  const row = rows[0]
  return row
    ? {
        webhook: toWebhook(row),
        secretHash: row.secret_hash,
        maker: { role: row.role, deactivated: row.deactivated_ms !== null },
      }
    : null
}

export async function loadWebhook(db: Db, workspaceId: WorkspaceId, id: WebhookId): Promise<Webhook | null> {
  const [rows] = await db.query<Row[]>(
    `SELECT ${COLUMNS} FROM incoming_webhook h WHERE h.workspace_id = ? AND h.id = ?`,
    [workspaceId, id],
  )
  return rows[0] ? toWebhook(rows[0]) : null
}

/** `isMember`: whether the reader is in its conversation. */
export type ListedWebhook = { webhook: Webhook; kind: ConversationKind; channelName: string; isMember: boolean }

/**
 * Oldest first, revoked ones too. Index: PRIMARY, the workspace's whole range: a few hundred at most.
 * @param maker only those of this member
 */
export async function listWebhooks(
  db: Db,
  workspaceId: WorkspaceId,
  readerId: MemberId,
  maker?: MemberId,
): Promise<ListedWebhook[]> {
  const [rows] = await db.query<Row[]>(
    `SELECT ${COLUMNS}, c.kind, c.name, m.member_id AS reader_id FROM incoming_webhook h
     JOIN channel c ON c.workspace_id = h.workspace_id AND c.id = h.channel_id
     LEFT JOIN channel_member m ON m.workspace_id = h.workspace_id AND m.channel_id = h.channel_id AND m.member_id = ?
       AND m.left_ms IS NULL
     WHERE h.workspace_id = ?${maker === undefined ? '' : ' AND h.member_id = ?'} ORDER BY h.id`,
    [readerId, workspaceId, ...(maker === undefined ? [] : [maker])],
  )
  return rows.map((row) => ({
    webhook: toWebhook(row),
    kind: row.kind,
    channelName: row.name,
    isMember: row.reader_id !== null,
  }))
}

/** @returns false if there was no such webhook in force */
export async function revokeWebhookRow(
  db: Db,
  workspaceId: WorkspaceId,
  id: WebhookId,
  by: MemberId,
): Promise<boolean> {
  const [result] = await db.query(
    `UPDATE incoming_webhook SET revoked_ms = ${DB_NOW_MS}, revoked_by = ?
     WHERE workspace_id = ? AND id = ? AND revoked_ms IS NULL`,
    [by, workspaceId, id],
  )
  return 'affectedRows' in result && result.affectedRows > 0
}

/** At most once a minute: a webhook that posts all day is no row that is written all day. */
export async function markWebhookUsed(db: Db, workspaceId: WorkspaceId, id: WebhookId): Promise<void> {
  await db.query(
    `UPDATE incoming_webhook SET last_used_ms = ${DB_NOW_MS}
     WHERE workspace_id = ? AND id = ? AND (last_used_ms IS NULL OR last_used_ms < ${DB_NOW_MS} - 60000)`,
    [workspaceId, id],
  )
}

function toWebhook(row: Row): Webhook {
  const msOf = (value: unknown) => (value === null ? null : Number(value))
  return {
    id: row.id,
    conversationId: row.channel_id,
    memberId: row.member_id,
    label: row.label,
    createdMs: Number(row.created_ms),
    lastUsedMs: msOf(row.last_used_ms),
    revokedMs: msOf(row.revoked_ms),
    revokedBy: row.revoked_by,
  }
}
