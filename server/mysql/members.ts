/** People and bots of a workspace. A deactivated member keeps its row, so that its messages keep their author. */
import type { Role } from '#server/domain/conversation/posting.ts'
import type { MemberId, WorkspaceId } from '#server/domain/ids.ts'
import type { PresetRule } from '#server/domain/time/presets.ts'
import type { EpochMillis, ZoneId } from '#server/domain/time/units.ts'
import type { WorkHours } from '#server/domain/time/working-hours.ts'
import type { Db, Row, Tx } from './connect.ts'
import { exactKeys, USE_PRIMARY } from './exact-keys.ts'
import { DB_NOW_MS } from './now.ts'
import { parsePresets, presetsText } from './presets-text.ts'
import type { Prisma } from './prisma.ts'

export type MemberKind = 'person' | 'bot'
export type Member = {
  id: MemberId
  workspaceId: WorkspaceId
  /** null for a bot */
  accountId: string | null
  kind: MemberKind
  role: Role
  displayName: string
  email: string
  zone: ZoneId
  /** null: never told */
  workHours: WorkHours | null
  /** By their own word; null or past: not away. */
  awayUntil_ms: EpochMillis | null
  createdMs: number
  deactivatedMs: EpochMillis | null
  /** One's own; null: the workspace's. */
  presets: PresetRule[] | null
}

export type NewMember = Pick<Member, 'id' | 'accountId' | 'kind' | 'role' | 'displayName' | 'email' | 'zone'>

/** @throws a duplicate of `one_per_account` where the account is a member already */
export async function insertMember(tx: Tx, workspaceId: WorkspaceId, member: NewMember): Promise<void> {
  await tx.query(
    `INSERT INTO member (workspace_id, id, account_id, kind, role, display_name, email, zone, created_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ${DB_NOW_MS})`,
    [workspaceId, member.id, member.accountId, member.kind, member.role, member.displayName, member.email, member.zone],
  )
}

/** Who a member is, asked at every call of a door: by Prisma it takes three trips and ten times the CPU. */
const MEMBER_COLUMNS = `workspace_id, id, account_id, kind, role, display_name, email, zone, work_days, work_from_min, work_to_min,
  away_until_ms, created_ms, deactivated_ms, presets`

export async function loadMember(db: Db, workspaceId: WorkspaceId, id: MemberId): Promise<Member | null> {
  const [rows] = await db.query<Row[]>(`SELECT ${MEMBER_COLUMNS} FROM member WHERE workspace_id = ? AND id = ?`, [
    workspaceId,
    id,
  ])
  return rows[0] ? toMember(rows[0] as MemberRow) : null
}

/** Key: one_per_account. */
export async function loadMemberByAccount(db: Db, workspaceId: WorkspaceId, accountId: string): Promise<Member | null> {
  const [rows] = await db.query<Row[]>(
    `SELECT ${MEMBER_COLUMNS} FROM member WHERE workspace_id = ? AND account_id = ?`,
    [workspaceId, accountId],
  )
  return rows[0] ? toMember(rows[0] as MemberRow) : null
}

/** Looks through the workspace's people: programs ask this seldom, and an index would be paid by everyone who joins. */
export async function loadMemberByEmail(db: Db, workspaceId: WorkspaceId, email: string): Promise<Member | null> {
  const [rows] = await db.query<Row[]>(
    `SELECT ${MEMBER_COLUMNS} FROM member
     WHERE workspace_id = ? AND LOWER(email) = LOWER(?) AND kind = 'person' AND deactivated_ms IS NULL LIMIT 1`,
    [workspaceId, email],
  )
  return rows[0] ? toMember(rows[0] as MemberRow) : null
}

/** Everyone, deactivated ones too, in order of joining. */
export async function listMembers(prisma: Prisma, workspaceId: WorkspaceId): Promise<Member[]> {
  const rows = await prisma.member.findMany({ where: { workspace_id: BigInt(workspaceId) }, orderBy: { id: 'asc' } })
  return rows.map(toMember)
}

/** A page of everyone, in order of joining. */
export async function listMembersAfter(
  prisma: Prisma,
  workspaceId: WorkspaceId,
  after: MemberId | null,
  limit: number,
): Promise<Member[]> {
  const rows = await prisma.member.findMany({
    where: { workspace_id: BigInt(workspaceId), ...(after === null ? {} : { id: { gt: BigInt(after) } }) },
    orderBy: { id: 'asc' },
    take: limit,
  })
  return rows.map(toMember)
}

/** Those of them that this workspace has. */
export async function listMembersByIds(
  prisma: Prisma,
  workspaceId: WorkspaceId,
  ids: readonly MemberId[],
): Promise<Member[]> {
  const rows = await prisma.member.findMany({
    where: { workspace_id: BigInt(workspaceId), id: { in: ids.map(BigInt) } },
  })
  return rows.map(toMember)
}

/** Active members, up to `limit`, for nudges. */
export async function listActiveMemberIds(
  prisma: Prisma,
  workspaceId: WorkspaceId,
  limit: number,
): Promise<MemberId[]> {
  const rows = await prisma.member.findMany({
    where: { workspace_id: BigInt(workspaceId), deactivated_ms: null },
    select: { id: true },
    orderBy: { id: 'asc' },
    take: limit,
  })
  return rows.map((row) => String(row.id) as MemberId)
}

/** Only what is given changes. */
export type ProfileChanges = Partial<Pick<Member, 'displayName' | 'zone' | 'presets' | 'workHours' | 'awayUntil_ms'>>

export async function updateProfile(
  prisma: Prisma,
  workspaceId: WorkspaceId,
  id: MemberId,
  changed: ProfileChanges,
): Promise<void> {
  await prisma.member.updateMany({
    where: { workspace_id: BigInt(workspaceId), id: BigInt(id) },
    data: {
      ...(changed.displayName === undefined ? {} : { display_name: changed.displayName }),
      ...(changed.zone === undefined ? {} : { zone: changed.zone }),
      ...(changed.presets === undefined ? {} : { presets: presetsText(changed.presets) }),
      ...(changed.workHours === undefined ? {} : workColumns(changed.workHours)),
      ...(changed.awayUntil_ms === undefined
        ? {}
        : { away_until_ms: changed.awayUntil_ms === null ? null : BigInt(changed.awayUntil_ms) }),
    },
  })
}

const workColumns = (hours: WorkHours | null) => ({
  work_days: hours?.days ?? null,
  work_from_min: hours?.from_min ?? null,
  work_to_min: hours?.to_min ?? null,
})

export function toWorkHours(row: {
  work_days: number | null
  work_from_min: number | null
  work_to_min: number | null
}): WorkHours | null {
  const { work_days: days, work_from_min: from_min, work_to_min: to_min } = row
  return days === null || from_min === null || to_min === null ? null : { days, from_min, to_min }
}

export type LockedMember = { id: MemberId; kind: MemberKind; role: Role; deactivated: boolean }

/** Locks one member and every active owner, in key order, so that no two changes can take the last owner away. */
export async function lockMemberAndOwners(tx: Tx, workspaceId: WorkspaceId, id: MemberId): Promise<LockedMember[]> {
  const [rows] = await tx.query<Row[]>(
    `SELECT id, kind, role, deactivated_ms FROM member
     WHERE workspace_id = ? AND (id = ? OR (role = 'owner' AND deactivated_ms IS NULL)) ORDER BY workspace_id, id FOR UPDATE`,
    [workspaceId, id],
  )
  return rows.map((row) => ({ id: row.id, kind: row.kind, role: row.role, deactivated: row.deactivated_ms !== null }))
}

/** Holds these members' rows until the commit, in key order: what their author may do next waits for this transaction. */
export async function lockMembers(
  tx: Tx,
  members: readonly { workspaceId: WorkspaceId; memberId: MemberId }[],
): Promise<void> {
  if (members.length === 0) return
  await tx.query(
    `SELECT id FROM member ${USE_PRIMARY} WHERE (workspace_id, id) IN (?) ORDER BY workspace_id, id FOR UPDATE`,
    [exactKeys(members.map(({ workspaceId, memberId }) => [workspaceId, memberId]))],
  )
}

export async function setRole(tx: Tx, workspaceId: WorkspaceId, id: MemberId, role: Role): Promise<void> {
  await tx.query('UPDATE member SET role = ? WHERE workspace_id = ? AND id = ?', [role, workspaceId, id])
}

export async function setDeactivated(tx: Tx, workspaceId: WorkspaceId, id: MemberId): Promise<void> {
  await tx.query(
    `UPDATE member SET deactivated_ms = ${DB_NOW_MS} WHERE workspace_id = ? AND id = ? AND deactivated_ms IS NULL`,
    [workspaceId, id],
  )
}

export async function clearDeactivated(tx: Tx, workspaceId: WorkspaceId, id: MemberId): Promise<void> {
  await tx.query('UPDATE member SET deactivated_ms = NULL WHERE workspace_id = ? AND id = ?', [workspaceId, id])
}

/** Owners and administrators who can act, in order of joining. */
export async function listActiveAdministrators(db: Db, workspaceId: WorkspaceId, limit: number): Promise<MemberId[]> {
  const [rows] = await db.query<Row[]>(
    `SELECT id FROM member WHERE workspace_id = ? AND role IN ('owner', 'admin') AND kind = 'person' AND deactivated_ms IS NULL
     ORDER BY id LIMIT ${Math.trunc(limit)}`, // PRIMARY
    [workspaceId],
  )
  return rows.map((row) => row.id as MemberId)
}

/** Whether the member exists and is active, as this transaction sees it. */
export async function isActiveMember(db: Db, workspaceId: WorkspaceId, id: MemberId): Promise<boolean> {
  const [rows] = await db.query<Row[]>(
    'SELECT 1 FROM member WHERE workspace_id = ? AND id = ? AND deactivated_ms IS NULL',
    [workspaceId, id],
  )
  return rows.length > 0
}

type MemberRow = NonNullable<Awaited<ReturnType<Prisma['member']['findUnique']>>>

/** Of either driver: integers come as bigints by Prisma, as strings by ours. */
function toMember(row: MemberRow): Member {
  return {
    id: String(row.id) as MemberId,
    workspaceId: String(row.workspace_id) as WorkspaceId,
    accountId: row.account_id,
    kind: row.kind as MemberKind,
    role: row.role as Role,
    displayName: row.display_name,
    email: row.email,
    zone: row.zone as ZoneId,
    workHours: toWorkHours(row),
    awayUntil_ms: row.away_until_ms === null ? null : (Number(row.away_until_ms) as EpochMillis),
    createdMs: Number(row.created_ms),
    deactivatedMs: row.deactivated_ms === null ? null : (Number(row.deactivated_ms) as EpochMillis),
    presets: parsePresets(row.presets),
  }
}
