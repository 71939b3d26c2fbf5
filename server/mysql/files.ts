/**
 * Files and what refers to them. The bytes lie in a store beside the database; a row says what is in there.
 * Whoever attaches a file holds its row shared, whoever takes it away alone, so nothing is attached to what is going.
 */
import { assert } from '#server/domain/assert.ts'
import type { AttachedFile } from '#server/domain/files/attached-file.ts'
import type { ConversationKind } from '#server/domain/conversation/posting.ts'
import type { ConversationId, FileId, MemberId, MessageId, RowId, SeriesId, WorkspaceId } from '#server/domain/ids.ts'
import type { EpochMillis } from '#server/domain/time/units.ts'
import type { Db, Row, Tx } from './connect.ts'
import { exactKeys, USE_PRIMARY } from './exact-keys.ts'

export type FileRow = {
  workspaceId: WorkspaceId
  id: FileId
  ownerId: MemberId
  status: 'UPLOADING' | 'READY' | 'DELETED'
  name: string
  type: string
  size: number
  parts: number
  width: number | null
  height: number | null
  ticketHash: string | null
  createdMs: EpochMillis
}
export type FileRef = { workspaceId: WorkspaceId; id: FileId }

const COLUMNS =
  'workspace_id, id, owner_id, status, name, type, size_bytes, parts, width, height, ticket_hash, created_ms'

const toFile = (row: Row): FileRow => ({
  workspaceId: row.workspace_id,
  id: row.id,
  ownerId: row.owner_id,
  status: row.status,
  name: row.name,
  type: row.type,
  size: Number(row.size_bytes),
  parts: row.parts,
  width: row.width,
  height: row.height,
  ticketHash: row.ticket_hash,
  createdMs: Number(row.created_ms) as EpochMillis,
})

export const toAttached = ({ id, name, type, size, width, height }: FileRow): AttachedFile => ({
  id,
  name,
  type,
  size,
  ...(width !== null && height !== null ? { width, height } : {}),
})

export async function insertFile(db: Db, file: FileRow, lookMs: EpochMillis): Promise<void> {
  const { workspaceId, id, ownerId, status, name, type, size, parts, ticketHash, createdMs } = file
  await db.query(
    `INSERT INTO file (workspace_id, id, owner_id, status, name, type, size_bytes, parts, ticket_hash, created_ms, look_ms)
     VALUES (?)`,
    [[workspaceId, id, ownerId, status, name, type, size, parts, ticketHash, createdMs, lookMs]],
  )
}

export function readFile(db: Db, workspaceId: WorkspaceId, id: FileId): Promise<FileRow | null> {
  return readOne(db, workspaceId, id, '')
}

/** Held until commit: nothing can be attached to it meanwhile. */
export function lockFile(tx: Tx, workspaceId: WorkspaceId, id: FileId): Promise<FileRow | null> {
  return readOne(tx, workspaceId, id, 'FOR UPDATE')
}

async function readOne(db: Db, workspaceId: WorkspaceId, id: FileId, lock: '' | 'FOR UPDATE'): Promise<FileRow | null> {
  const [rows] = await db.query<Row[]>(`SELECT ${COLUMNS} FROM file WHERE workspace_id = ? AND id = ? ${lock}`, [
    workspaceId,
    id,
  ])
  return rows[0] ? toFile(rows[0]) : null
}

/** Those that are READY, of these. Key: PRIMARY. */
export async function listReadyFiles(db: Db, workspaceId: WorkspaceId, ids: readonly FileId[]): Promise<FileRow[]> {
  if (ids.length === 0) return []
  const [rows] = await db.query<Row[]>(
    `SELECT ${COLUMNS} FROM file WHERE workspace_id = ? AND id IN (?) AND status = 'READY'`,
    [workspaceId, ids],
  )
  return rows.map(toFile)
}

/** Which of these are READY, and stay so until commit. @returns by `<workspace>:<file>` */
export async function holdReadyFiles(tx: Tx, refs: readonly FileRef[]): Promise<Set<string>> {
  if (refs.length === 0) return new Set()
  const keys = [...new Map(refs.map((ref) => [fileKey(ref), [ref.workspaceId, ref.id]])).values()]
  const [rows] = await tx.query<Row[]>(
    `SELECT workspace_id, id FROM file ${USE_PRIMARY} WHERE (workspace_id, id) IN (?) AND status = 'READY'
     ORDER BY workspace_id, id LOCK IN SHARE MODE`,
    [exactKeys(keys)],
  )
  return new Set(rows.map((row) => fileKey({ workspaceId: row.workspace_id, id: row.id })))
}
export const fileKey = ({ workspaceId, id }: FileRef): string => `${workspaceId}:${id}`

/** Of one person's, made since: being uploaded, or uploaded and referred to by nothing; counted up to `most`. Index: by_owner. */
export async function countLooseFiles(
  db: Db,
  workspaceId: WorkspaceId,
  ownerId: MemberId,
  { sinceId, most }: { sinceId: string; most: number },
): Promise<number> {
  const [rows] = await db.query<Row[]>(
    `SELECT COUNT(*) AS n FROM (
       SELECT 1 FROM file f FORCE INDEX (by_owner)
       WHERE f.workspace_id = ? AND f.owner_id = ? AND f.id >= ? AND f.status <> 'DELETED' AND NOT EXISTS (
         SELECT 1 FROM file_use u WHERE u.workspace_id = f.workspace_id AND u.file_id = f.id)
       LIMIT ?) AS loose`,
    [workspaceId, ownerId, sinceId, most],
  )
  return Number(rows[0]?.n ?? 0)
}

/** So many parts are here; never fewer than were told before, and nothing of a file that is not being uploaded. */
export async function recordParts(db: Db, workspaceId: WorkspaceId, id: FileId, parts: number): Promise<void> {
  await db.query(`UPDATE file SET parts = ? WHERE workspace_id = ? AND id = ? AND status = 'UPLOADING' AND parts < ?`, [
    parts,
    workspaceId,
    id,
    parts,
  ])
}

/** The caller holds the row's lock. Its bytes are in the store as the row says from now on. */
export async function markReady(
  tx: Tx,
  held: FileRow,
  found: Pick<FileRow, 'name' | 'type' | 'size' | 'parts' | 'width' | 'height'>,
  lookMs: EpochMillis,
): Promise<void> {
  const { name, type, size, parts, width, height } = found
  const [result] = await tx.query(
    `UPDATE file SET status = 'READY', name = ?, type = ?, size_bytes = ?, parts = ?, width = ?, height = ?,
       ticket_hash = NULL, look_ms = ? WHERE workspace_id = ? AND id = ? AND status = 'UPLOADING'`,
    [name, type, size, parts, width, height, lookMs, held.workspaceId, held.id],
  )
  assert('affectedRows' in result && result.affectedRows === 1, `file ${held.id} changed under its own lock`)
}

export async function renameFile(tx: Tx, held: FileRow, name: string): Promise<void> {
  await tx.query('UPDATE file SET name = ? WHERE workspace_id = ? AND id = ?', [name, held.workspaceId, held.id])
}

/** Nobody reads or attaches it from here on; the jobs worker looks at once. The caller holds the row's lock. */
export async function markDeleted(tx: Tx, held: FileRow): Promise<void> {
  await tx.query(`UPDATE file SET status = 'DELETED', look_ms = 0 WHERE workspace_id = ? AND id = ?`, [
    held.workspaceId,
    held.id,
  ])
}

/** Once its bytes are gone. */
export async function forgetFile(tx: Tx, workspaceId: WorkspaceId, id: FileId): Promise<void> {
  await tx.query('DELETE FROM file_use WHERE workspace_id = ? AND file_id = ?', [workspaceId, id])
  await tx.query(`DELETE FROM file WHERE workspace_id = ? AND id = ? AND status = 'DELETED'`, [workspaceId, id])
}

/** Of all workspaces: whose time to be looked at has come. Index: to_clean. */
export async function listFilesToLookAt(db: Db, now: EpochMillis, limit: number): Promise<FileRow[]> {
  const [rows] = await db.query<Row[]>(
    `SELECT ${COLUMNS} FROM file FORCE INDEX (to_clean) WHERE look_ms <= ? ORDER BY look_ms, workspace_id, id LIMIT ?`,
    [now, limit],
  )
  return rows.map(toFile)
}

export async function lookAtLater(db: Db, workspaceId: WorkspaceId, id: FileId, lookMs: EpochMillis): Promise<void> {
  await db.query('UPDATE file SET look_ms = ? WHERE workspace_id = ? AND id = ?', [lookMs, workspaceId, id])
}

/** These may have lost what referred to them. */
export async function lookAtSoon(db: Db, workspaceId: WorkspaceId, ids: readonly FileId[], at: EpochMillis) {
  if (ids.length === 0) return
  await db.query('UPDATE file SET look_ms = ? WHERE workspace_id = ? AND id IN (?) AND look_ms > ?', [
    ...[at, workspaceId, ids, at],
  ])
}

export type FileHolder =
  | { kind: 'message'; id: MessageId }
  | { kind: 'draft'; id: RowId }
  | { kind: 'series'; id: SeriesId }
export type FileUse = { workspaceId: WorkspaceId; fileId: FileId; holder: FileHolder }

/** Said again, it is the same. */
export async function addFileUses(tx: Tx, uses: readonly FileUse[]): Promise<void> {
  if (uses.length === 0) return
  await tx.query('INSERT IGNORE INTO file_use (workspace_id, file_id, holder_id, kind) VALUES ?', [
    uses.map(({ workspaceId, fileId, holder }) => [workspaceId, fileId, holder.id, holder.kind]),
  ])
}

export async function removeFileUses(
  tx: Tx,
  workspaceId: WorkspaceId,
  holder: FileHolder,
  fileIds: readonly FileId[],
): Promise<void> {
  if (fileIds.length === 0) return
  await tx.query('DELETE FROM file_use WHERE workspace_id = ? AND file_id IN (?) AND holder_id = ?', [
    ...[workspaceId, fileIds, holder.id],
  ])
}

/**
 * Whether something that may still be looked at or sent refers to it: a message that stands, one that waits or failed or
 * was cancelled since `canceledSince`, a draft, a series that has not ended. Keys: PRIMARY, exactly_once.
 */
export async function isReferredTo(
  db: Db,
  workspaceId: WorkspaceId,
  id: FileId,
  canceledSince: EpochMillis,
): Promise<boolean> {
  const [rows] = await db.query<Row[]>(
    `SELECT 1 FROM file_use u
       LEFT JOIN message m FORCE INDEX (exactly_once) ON u.kind = 'message' AND m.workspace_id = u.workspace_id
         AND m.id = u.holder_id
       LEFT JOIN scheduled_message s ON u.kind = 'message' AND s.workspace_id = u.workspace_id AND s.id = u.holder_id
       LEFT JOIN scheduled_series r ON u.kind = 'series' AND r.workspace_id = u.workspace_id AND r.id = u.holder_id
     WHERE u.workspace_id = ? AND u.file_id = ? AND (
       u.kind = 'draft'
       OR m.deleted_ms IS NULL AND m.id IS NOT NULL
       OR s.status IN ('SCHEDULED', 'DISPATCHING', 'FAILED')
       OR s.status = 'CANCELED' AND s.changed_ms >= ?
       OR r.status <> 'ENDED')
     LIMIT 1`,
    [workspaceId, id, canceledSince],
  )
  return rows.length > 0
}

/** Messages that show a file, stand, and can be read by a member. Takes the member, then the workspace. Keys: PRIMARY, exactly_once. */
const SHOWN_TO = `FROM file_use u
    JOIN message m FORCE INDEX (exactly_once) ON m.workspace_id = u.workspace_id AND m.id = u.holder_id
    JOIN channel c ON c.workspace_id = m.workspace_id AND c.id = m.channel_id
    LEFT JOIN channel_member cm ON cm.workspace_id = m.workspace_id AND cm.channel_id = m.channel_id
      AND cm.member_id = ? AND cm.left_ms IS NULL
  WHERE u.workspace_id = ? AND u.kind = 'message' AND m.deleted_ms IS NULL
    AND (c.kind = 'public' OR cm.member_id IS NOT NULL)`

/** Whether a message that shows it stands where the member may read. */
export async function isShownTo(db: Db, workspaceId: WorkspaceId, id: FileId, memberId: MemberId): Promise<boolean> {
  const [rows] = await db.query<Row[]>(`SELECT 1 ${SHOWN_TO} AND u.file_id = ? LIMIT 1`, [memberId, workspaceId, id])
  return rows.length > 0
}

/**
 * Whether it belongs to what the member alone is to send, though another brought it: a message that was handed over, a
 * draft made of one, a series that is theirs or their channel's.
 */
export async function isHeldFor(db: Db, workspaceId: WorkspaceId, id: FileId, memberId: MemberId): Promise<boolean> {
  const [rows] = await db.query<Row[]>(
    `SELECT 1 FROM file_use u
       LEFT JOIN scheduled_message s ON u.kind = 'message' AND s.workspace_id = u.workspace_id AND s.id = u.holder_id
         AND s.author_id = ?
       LEFT JOIN planned_draft d ON u.kind = 'draft' AND d.workspace_id = u.workspace_id AND d.member_id = ?
         AND d.id = u.holder_id
       LEFT JOIN scheduled_series r ON u.kind = 'series' AND r.workspace_id = u.workspace_id AND r.id = u.holder_id
       LEFT JOIN channel_member cm ON r.belongs_to = 'channel' AND cm.workspace_id = r.workspace_id
         AND cm.channel_id = r.channel_id AND cm.member_id = ? AND cm.left_ms IS NULL
     WHERE u.workspace_id = ? AND u.file_id = ?
       AND (s.status NOT IN ('SENT') OR d.id IS NOT NULL OR r.author_id = ? OR cm.member_id IS NOT NULL)
     LIMIT 1`,
    [memberId, memberId, memberId, workspaceId, id, memberId],
  )
  return rows.length > 0
}

export type Showing = { messageId: MessageId; conversationId: ConversationId }

/** The messages that show it and stand, the first of them. Keys: PRIMARY, exactly_once. */
export async function listShowing(
  db: Db,
  workspaceId: WorkspaceId,
  id: FileId,
  { afterId, limit }: { afterId: string; limit: number },
): Promise<Showing[]> {
  const [rows] = await db.query<Row[]>(
    `SELECT m.id, m.channel_id FROM file_use u
       JOIN message m FORCE INDEX (exactly_once) ON m.workspace_id = u.workspace_id AND m.id = u.holder_id
     WHERE u.workspace_id = ? AND u.file_id = ? AND u.kind = 'message' AND u.holder_id > ? AND m.deleted_ms IS NULL
     ORDER BY u.holder_id LIMIT ?`,
    [workspaceId, id, afterId, limit],
  )
  return rows.map((row) => ({ messageId: row.id, conversationId: row.channel_id }))
}

export type FileShare = {
  conversationId: ConversationId
  kind: ConversationKind
  tsUs: string
}

/** Where it is shown, of what the member may read, latest first; one place may stand there more than once. */
export async function listSharesFor(
  db: Db,
  workspaceId: WorkspaceId,
  id: FileId,
  memberId: MemberId,
  limit: number,
): Promise<FileShare[]> {
  const [rows] = await db.query<Row[]>(
    `SELECT m.channel_id, m.ts_us, c.kind ${SHOWN_TO} AND u.file_id = ? ORDER BY m.id DESC LIMIT ?`,
    [memberId, workspaceId, id, limit],
  )
  return rows.map((row) => ({ conversationId: row.channel_id, kind: row.kind, tsUs: row.ts_us }))
}

export type FileFilter = {
  ownerId?: MemberId
  conversationId?: ConversationId
  /** Epoch milliseconds; both ends count. */
  from?: number
  to?: number
}

/** READY files that the member owns or that are shown where they may read, newest first. Key: PRIMARY, backwards. */
export async function listFilesFor(
  db: Db,
  workspaceId: WorkspaceId,
  memberId: MemberId,
  { ownerId, conversationId, from, to }: FileFilter,
  limit: number,
): Promise<FileRow[]> {
  const conditions: [string, unknown[]][] = [["f.workspace_id = ? AND f.status = 'READY'", [workspaceId]]]
  const shown = `EXISTS (SELECT 1 ${SHOWN_TO} AND u.file_id = f.id`
  if (conversationId === undefined)
    conditions.push([`(f.owner_id = ? OR ${shown}))`, [memberId, memberId, workspaceId]])
  else conditions.push([`${shown} AND m.channel_id = ?)`, [memberId, workspaceId, conversationId]])
  if (ownerId !== undefined) conditions.push(['f.owner_id = ?', [ownerId]])
  if (from !== undefined) conditions.push(['f.created_ms >= ?', [from]])
  if (to !== undefined) conditions.push(['f.created_ms <= ?', [to]])
  const [rows] = await db.query<Row[]>(
    `SELECT ${COLUMNS} FROM file f ${USE_PRIMARY} WHERE ${conditions.map(([sql]) => sql).join(' AND ')}
     ORDER BY f.id DESC LIMIT ?`,
    [...conditions.flatMap(([, values]) => values), limit],
  )
  return rows.map(toFile)
}
