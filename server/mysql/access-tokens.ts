/** Tokens of programs. Only the hash of a secret is stored, so a copy of the table opens no door. */
import type { Role } from '#server/domain/conversation/posting.ts'
import type { MemberId, RowId, WorkspaceId } from '#server/domain/ids.ts'
import type { ZoneId } from '#server/domain/time/units.ts'
import type { Db, Row } from './connect.ts'
import { DB_NOW_MS } from './now.ts'

/** `bot` speaks as a member of its own, `user` as a person. */
export type TokenKind = 'bot' | 'user'
export type AccessToken = {
  id: RowId
  memberId: MemberId
  kind: TokenKind
  scopes: string[]
  label: string
  createdMs: number
  revoked: boolean
}

const COLUMNS = 'id, member_id, kind, scopes, label, created_ms, revoked_ms'

export async function insertAccessToken(
  db: Db,
  workspaceId: WorkspaceId,
  token: Pick<AccessToken, 'id' | 'memberId' | 'kind' | 'scopes' | 'label'> & { secretHash: string },
): Promise<void> {
  await db.query(
    `INSERT INTO access_token (workspace_id, id, secret_hash, member_id, kind, scopes, label, created_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ${DB_NOW_MS})`,
    [workspaceId, token.id, token.secretHash, token.memberId, token.kind, token.scopes.join(','), token.label],
  )
}

export type SecretRef = { workspaceId: WorkspaceId; secretHash: string }
/** With whom it speaks as, which every call of a program must know. */
export type HeldToken = AccessToken & { holder: { role: Role; zone: ZoneId; deactivated: boolean } }

export const secretKey = ({ workspaceId, secretHash }: SecretRef) => `${workspaceId}:${secretHash}`

/** Keys: by_secret, then PRIMARY. @returns by `secretKey` */
export async function readTokensBySecret(db: Db, refs: readonly SecretRef[]): Promise<Map<string, HeldToken>> {
  if (refs.length === 0) return new Map()
  const [rows] = await db.query<Row[]>(
    `SELECT t.workspace_id, t.secret_hash, t.id, t.member_id, t.kind, t.scopes, t.label, t.created_ms, t.revoked_ms,
       m.role, m.zone, m.deactivated_ms
     FROM access_token t FORCE INDEX (by_secret)
     JOIN member m ON m.workspace_id = t.workspace_id AND m.id = t.member_id
     WHERE (t.workspace_id, t.secret_hash) IN (?)`,
    [refs.map((ref) => [BigInt(ref.workspaceId), ref.secretHash])], // written out: exact-keys.ts
  )
  return new Map(
    rows.map((row) => [
      secretKey({ workspaceId: row.workspace_id, secretHash: row.secret_hash }),
      {
        ...toAccessToken(row),
        holder: { role: row.role, zone: row.zone, deactivated: row.deactivated_ms !== null },
      },
    ]),
  )
}

export async function listAccessTokens(db: Db, workspaceId: WorkspaceId): Promise<AccessToken[]> {
  const [rows] = await db.query<Row[]>(`SELECT ${COLUMNS} FROM access_token WHERE workspace_id = ? ORDER BY id`, [
    workspaceId,
  ])
  return rows.map(toAccessToken)
}

/** One member's. Index: PRIMARY, the workspace's whole range: a few hundred at most. */
export async function listAccessTokensOf(db: Db, workspaceId: WorkspaceId, memberId: MemberId): Promise<AccessToken[]> {
  const [rows] = await db.query<Row[]>(
    `SELECT ${COLUMNS} FROM access_token WHERE workspace_id = ? AND member_id = ? ORDER BY id`,
    [workspaceId, memberId],
  )
  return rows.map(toAccessToken)
}

export async function loadAccessToken(db: Db, workspaceId: WorkspaceId, id: RowId): Promise<AccessToken | null> {
  const [rows] = await db.query<Row[]>(`SELECT ${COLUMNS} FROM access_token WHERE workspace_id = ? AND id = ?`, [
    workspaceId,
    id,
  ])
  return rows[0] ? toAccessToken(rows[0]) : null
}

/** @returns false if there was no such token in force */
export async function revokeAccessToken(db: Db, workspaceId: WorkspaceId, id: RowId): Promise<boolean> {
  const [result] = await db.query(
    `UPDATE access_token SET revoked_ms = ${DB_NOW_MS} WHERE workspace_id = ? AND id = ? AND revoked_ms IS NULL`,
    [workspaceId, id],
  )
  return 'affectedRows' in result && result.affectedRows > 0
}

function toAccessToken(row: Row): AccessToken {
  return {
    id: row.id,
    memberId: row.member_id,
    kind: row.kind,
    scopes: row.scopes === '' ? [] : String(row.scopes).split(','),
    label: row.label,
    createdMs: Number(row.created_ms),
    revoked: row.revoked_ms !== null,
  }
}
