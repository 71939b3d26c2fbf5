/** Invitation links. Only the hash of a secret is stored, so a copy of the table opens no door. */
import type { Role } from '#server/domain/conversation/posting.ts'
import type { MemberId, RowId, WorkspaceId } from '#server/domain/ids.ts'
import { epochMillis, type EpochMillis, type Millis } from '#server/domain/time/units.ts'
import type { Db, Row, Tx } from './connect.ts'
import { DB_NOW_MS } from './now.ts'

export type Invitation = {
  id: RowId
  role: Role
  createdBy: MemberId
  createdMs: EpochMillis
  expiresMs: EpochMillis
  revoked: boolean
  /** By the database's clock, when it was read. */
  expired: boolean
  useCount: number
}

const COLUMNS = `id, role, created_by, created_ms, expires_ms, revoked_ms, use_count, expires_ms <= ${DB_NOW_MS} AS expired`

export async function insertInvitation(
  db: Db,
  workspaceId: WorkspaceId,
  invitation: { id: RowId; secretHash: string; role: Role; createdBy: MemberId; validFor: Millis },
): Promise<void> {
  await db.query(
    `INSERT INTO invitation (workspace_id, id, secret_hash, role, created_by, created_ms, expires_ms)
     VALUES (?, ?, ?, ?, ?, ${DB_NOW_MS}, ${DB_NOW_MS} + ?)`,
    [workspaceId, invitation.id, invitation.secretHash, invitation.role, invitation.createdBy, invitation.validFor],
  )
}

export async function loadInvitation(db: Db, workspaceId: WorkspaceId, id: RowId): Promise<Invitation | null> {
  const [rows] = await db.query<Row[]>(`SELECT ${COLUMNS} FROM invitation WHERE workspace_id = ? AND id = ?`, [
    workspaceId,
    id,
  ])
  return rows[0] ? toInvitation(rows[0]) : null
}

/** Key: by_secret. */
export async function loadInvitationBySecret(
  db: Db,
  workspaceId: WorkspaceId,
  secretHash: string,
): Promise<Invitation | null> {
  const [rows] = await db.query<Row[]>(`SELECT ${COLUMNS} FROM invitation WHERE workspace_id = ? AND secret_hash = ?`, [
    workspaceId,
    secretHash,
  ])
  return rows[0] ? toInvitation(rows[0]) : null
}

/** Holds the invitation until commit, so that a revocation and an acceptance cannot both win. */
export async function lockInvitationBySecret(
  tx: Tx,
  workspaceId: WorkspaceId,
  secretHash: string,
): Promise<Invitation | null> {
  const [rows] = await tx.query<Row[]>(
    `SELECT ${COLUMNS} FROM invitation WHERE workspace_id = ? AND secret_hash = ? FOR UPDATE`,
    [workspaceId, secretHash],
  )
  return rows[0] ? toInvitation(rows[0]) : null
}

export async function countInvitationUse(tx: Tx, workspaceId: WorkspaceId, id: RowId): Promise<void> {
  await tx.query('UPDATE invitation SET use_count = use_count + 1 WHERE workspace_id = ? AND id = ?', [workspaceId, id])
}

export async function listInvitations(db: Db, workspaceId: WorkspaceId): Promise<Invitation[]> {
  const [rows] = await db.query<Row[]>(
    `SELECT ${COLUMNS} FROM invitation WHERE workspace_id = ? ORDER BY id DESC LIMIT 200`,
    [workspaceId],
  )
  return rows.map(toInvitation)
}

export async function revokeInvitation(db: Db, workspaceId: WorkspaceId, id: RowId): Promise<void> {
  await db.query(
    `UPDATE invitation SET revoked_ms = ${DB_NOW_MS} WHERE workspace_id = ? AND id = ? AND revoked_ms IS NULL`,
    [workspaceId, id],
  )
}

function toInvitation(row: Row): Invitation {
  return {
    id: row.id,
    role: row.role,
    createdBy: row.created_by,
    createdMs: epochMillis(Number(row.created_ms)),
    expiresMs: epochMillis(Number(row.expires_ms)),
    revoked: row.revoked_ms !== null,
    expired: Number(row.expired) === 1,
    useCount: row.use_count,
  }
}
