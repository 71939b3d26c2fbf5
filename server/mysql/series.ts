/** The rows of series: messages that come again and again (T4). */
import { assert } from '#server/domain/assert.ts'
import type { ConversationId, MemberId, MessageId, SeriesId, WorkspaceId } from '#server/domain/ids.ts'
import type { BelongsTo, PauseCause, SeriesConditions, SeriesStatus } from '#server/domain/recurrence/series.ts'
import type { EpochMillis, EpochSeconds, Seconds, ZoneId } from '#server/domain/time/units.ts'
import type { Db, Row, Tx } from './connect.ts'
import { exactKeys, USE_PRIMARY } from './exact-keys.ts'
import { DB_NOW_MS } from './now.ts'

export type SeriesRow = SeriesConditions & {
  workspaceId: WorkspaceId
  id: SeriesId
  authorId: MemberId
  createdBy: MemberId
  conversationId: ConversationId
  threadRootId: MessageId | null
  /** Of replies: they stand in the channel too. */
  alsoInChannel: boolean
  belongsTo: BelongsTo
  text: string
  payload: string | null
  rule: string
  start: string
  zone: ZoneId
  status: SeriesStatus
  pausedBecause: PauseCause | null
  version: number
  decidedTo: EpochSeconds
  look_ms: EpochMillis | null
  createHash: string
  createdMs: EpochMillis
  changedMs: EpochMillis
}
export type ReadSeries = { row: SeriesRow; now: EpochMillis }
export type SeriesRef = { workspaceId: WorkspaceId; id: SeriesId }

const COLUMNS = `workspace_id, id, author_id, created_by, channel_id, thread_root_id, also_in_channel, belongs_to, text, payload, rule,
  start_wall, zone, status, paused_because, version, decided_to, look_ms, create_hash, created_ms, changed_ms,
  late_by_s, unless_replied, hold_if_archived, skip_if_away`

export const columnsOf = (alias: string): string =>
  COLUMNS.split(',')
    .map((column) => `${alias}.${column.trim()}`)
    .join(', ')

function toSeries(row: Row): SeriesRow {
  return {
    workspaceId: row.workspace_id,
    id: row.id,
    authorId: row.author_id,
    createdBy: row.created_by,
    conversationId: row.channel_id,
    threadRootId: row.thread_root_id,
    alsoInChannel: Number(row.also_in_channel) === 1,
    belongsTo: row.belongs_to,
    text: row.text,
    payload: row.payload,
    rule: row.rule,
    start: row.start_wall,
    zone: row.zone,
    status: row.status,
    pausedBecause: row.paused_because,
    version: row.version,
    decidedTo: Number(row.decided_to) as EpochSeconds,
    look_ms: row.look_ms === null ? null : (Number(row.look_ms) as EpochMillis),
    createHash: row.create_hash,
    createdMs: Number(row.created_ms) as EpochMillis,
    changedMs: Number(row.changed_ms) as EpochMillis,
    lateBy_s: row.late_by_s as Seconds | null,
    guards: {
      unlessReplied: row.unless_replied === 1,
      holdIfArchived: row.hold_if_archived === 1,
      skipIfAway: row.skip_if_away === 1,
    },
  }
}

export const toRead = (row: Row): ReadSeries => ({ row: toSeries(row), now: Number(row.now_ms) as EpochMillis })

export async function readSeries(db: Db, workspaceId: WorkspaceId, id: SeriesId): Promise<ReadSeries | null> {
  return readOne(db, workspaceId, id, '')
}

/** Held until commit: changes and the storing of occurrences come one after the other. Taken before any scheduled row. */
export async function lockSeries(tx: Tx, workspaceId: WorkspaceId, id: SeriesId): Promise<ReadSeries | null> {
  return readOne(tx, workspaceId, id, 'FOR UPDATE')
}

async function readOne(
  db: Db,
  workspaceId: WorkspaceId,
  id: SeriesId,
  lock: '' | 'FOR UPDATE',
): Promise<ReadSeries | null> {
  const [rows] = await db.query<Row[]>(
    `SELECT ${COLUMNS}, ${DB_NOW_MS} AS now_ms FROM scheduled_series WHERE workspace_id = ? AND id = ? ${lock}`, // PRIMARY
    [workspaceId, id],
  )
  return rows[0] ? toRead(rows[0]) : null
}

/** Key: one_per_token. */
export async function readSeriesByToken(
  db: Db,
  workspaceId: WorkspaceId,
  createdBy: MemberId,
  clientToken: string,
): Promise<ReadSeries | null> {
  const [rows] = await db.query<Row[]>(
    `SELECT ${COLUMNS}, ${DB_NOW_MS} AS now_ms FROM scheduled_series
     WHERE workspace_id = ? AND created_by = ? AND client_token = ?`,
    [workspaceId, createdBy, clientToken],
  )
  return rows[0] ? toRead(rows[0]) : null
}

/** What may be stored now: the versions of those that are active. Locked until commit, in key order. */
export async function lockActiveVersions(tx: Tx, refs: readonly SeriesRef[]): Promise<Map<SeriesId, number>> {
  if (refs.length === 0) return new Map()
  const [rows] = await tx.query<Row[]>(
    `SELECT id, version FROM scheduled_series ${USE_PRIMARY} WHERE (workspace_id, id) IN (?) AND status = 'ACTIVE'
     ORDER BY workspace_id, id FOR UPDATE`,
    [exactKeys(refs.map(({ workspaceId, id }) => [workspaceId, id]))],
  )
  return new Map(rows.map((row) => [row.id as SeriesId, row.version as number]))
}

export type NewSeries = Omit<SeriesRow, 'version' | 'createdMs' | 'changedMs'> & { clientToken: string }

/** @throws duplicate key `one_per_token` where this client token was used before */
export async function insertSeries(tx: Tx, series: NewSeries, now: EpochMillis): Promise<void> {
  await tx.query(
    `INSERT INTO scheduled_series (workspace_id, id, author_id, created_by, channel_id, thread_root_id, belongs_to, text,
       payload, rule, start_wall, zone, status, paused_because, version, decided_to, look_ms, client_token, create_hash, created_ms,
       changed_ms, late_by_s, unless_replied, hold_if_archived, skip_if_away, also_in_channel) VALUES (?)`,
    [
      [
        ...[series.workspaceId, series.id, series.authorId, series.createdBy, series.conversationId],
        ...[series.threadRootId, series.belongsTo, series.text, series.payload, series.rule, series.start, series.zone],
        ...[series.status, series.pausedBecause, 1, series.decidedTo, series.look_ms],
        ...[series.clientToken, series.createHash, now, now],
        ...conditionValues(series),
        series.alsoInChannel,
      ],
    ],
  )
}

const conditionValues = ({ lateBy_s, guards }: SeriesConditions) => [
  ...[lateBy_s, guards.unlessReplied, guards.holdIfArchived, guards.skipIfAway],
]

export type SeriesChange = Pick<
  SeriesRow,
  | 'authorId'
  | 'belongsTo'
  | 'text'
  | 'payload'
  | 'rule'
  | 'start'
  | 'zone'
  | 'status'
  | 'pausedBecause'
  | 'decidedTo'
  | 'look_ms'
  | 'lateBy_s'
  | 'guards'
>

/** The caller holds the row's lock and passes what it read under it. */
export async function changeSeries(tx: Tx, held: SeriesRow, next: SeriesChange, now: EpochMillis): Promise<void> {
  const [result] = await tx.query(
    `UPDATE scheduled_series SET author_id = ?, belongs_to = ?, text = ?, payload = ?, rule = ?, start_wall = ?, zone = ?, status = ?,
       paused_because = ?, decided_to = ?, look_ms = ?, late_by_s = ?, unless_replied = ?, hold_if_archived = ?, skip_if_away = ?,
       version = version + 1, changed_ms = ?
     WHERE workspace_id = ? AND id = ? AND version = ?`,
    [
      ...[next.authorId, next.belongsTo, next.text, next.payload, next.rule, next.start, next.zone, next.status],
      ...[next.pausedBecause, next.decidedTo, next.look_ms, ...conditionValues(next), now],
      ...[held.workspaceId, held.id, held.version],
    ],
  )
  assert('affectedRows' in result && result.affectedRows === 1, `series ${held.id} changed under its own lock`)
}

/**
 * What the job has done up to here. No change that people see, so the version stays. The caller holds the row's lock.
 * @param look_ms null: the series is over
 */
export async function markLookedAt(
  tx: Tx,
  { workspaceId, id }: SeriesRef,
  decidedTo: EpochSeconds,
  look_ms: EpochMillis | null,
): Promise<void> {
  await tx.query(
    'UPDATE scheduled_series SET decided_to = ?, look_ms = ?, status = ? WHERE workspace_id = ? AND id = ?', // PRIMARY
    [decidedTo, look_ms, look_ms === null ? 'ENDED' : 'ACTIVE', workspaceId, id],
  )
}

/** Across workspaces, longest waiting first. Index: to_store. */
export async function listSeriesToLookAt(db: Db, now: EpochMillis, limit: number): Promise<SeriesRef[]> {
  assert(Number.isInteger(limit) && limit > 0 && limit <= 1_000, `limit ${limit}`)
  const [rows] = await db.query<Row[]>(
    `SELECT workspace_id, id FROM scheduled_series FORCE INDEX (to_store) WHERE look_ms <= ?
     ORDER BY look_ms, workspace_id, id LIMIT ${limit}`,
    [now],
  )
  return rows.map((row) => ({ workspaceId: row.workspace_id, id: row.id }))
}

/** Comes again after a pause, so that one that cannot be dealt with does not stand before all others. */
export async function postponeLook(db: Db, { workspaceId, id }: SeriesRef, until: EpochMillis): Promise<void> {
  await db.query(
    'UPDATE scheduled_series SET look_ms = ? WHERE workspace_id = ? AND id = ? AND look_ms IS NOT NULL', // PRIMARY
    [until, workspaceId, id],
  )
}

/** The job looks at once at what this member sends: in one conversation, or everywhere. Indexes: by_author. */
export async function wakeSeriesOf(
  tx: Tx,
  workspaceId: WorkspaceId,
  authorId: MemberId,
  conversationId: ConversationId | null,
): Promise<void> {
  await tx.query(
    `UPDATE scheduled_series SET look_ms = 0 WHERE workspace_id = ? AND author_id = ? AND look_ms IS NOT NULL
     ${conversationId === null ? '' : 'AND channel_id = ?'}`,
    [workspaceId, authorId, ...(conversationId === null ? [] : [conversationId])],
  )
}

/** The same for everything that is sent to a conversation. Index: by_channel. */
export async function wakeSeriesIn(tx: Tx, workspaceId: WorkspaceId, conversationId: ConversationId): Promise<void> {
  await tx.query(
    'UPDATE scheduled_series SET look_ms = 0 WHERE workspace_id = ? AND channel_id = ? AND look_ms IS NOT NULL',
    [workspaceId, conversationId],
  )
}

/** A member's own, and those of the channels they are in; ended ones last. Indexes: by_author, by_member and by_channel. */
export async function listSeriesFor(
  db: Db,
  workspaceId: WorkspaceId,
  memberId: MemberId,
  limit: number,
): Promise<ReadSeries[]> {
  assert(Number.isInteger(limit) && limit > 0 && limit <= 1_000, `limit ${limit}`)
  const columns = columnsOf('s')
  const [rows] = await db.query<Row[]>(
    `SELECT *, ${DB_NOW_MS} AS now_ms FROM (
       SELECT ${columns} FROM scheduled_series s WHERE s.workspace_id = ? AND s.author_id = ?
       UNION ALL
       SELECT ${columns} FROM channel_member m JOIN scheduled_series s
         ON s.workspace_id = m.workspace_id AND s.channel_id = m.channel_id AND s.belongs_to = 'channel'
       WHERE m.workspace_id = ? AND m.member_id = ? AND m.left_ms IS NULL AND s.author_id <> ?
     ) AS mine ORDER BY status = 'ENDED', id DESC LIMIT ${limit}`,
    [workspaceId, memberId, workspaceId, memberId, memberId],
  )
  return rows.map(toRead)
}

/** Those that stand still because their author is gone, for whoever hands them over. */
export async function listOwnerless(
  db: Db,
  workspaceId: WorkspaceId,
  causes: readonly PauseCause[],
  limit: number,
): Promise<ReadSeries[]> {
  assert(Number.isInteger(limit) && limit > 0 && limit <= 1_000, `limit ${limit}`)
  const [rows] = await db.query<Row[]>(
    `SELECT ${COLUMNS}, ${DB_NOW_MS} AS now_ms FROM scheduled_series
     WHERE workspace_id = ? AND status = 'PAUSED' AND paused_because IN (?) ORDER BY id DESC LIMIT ${limit}`, // PRIMARY
    [workspaceId, causes],
  )
  return rows.map(toRead)
}

/** After a restore: what should have been stored in the time that was lost may have been sent in it. */
export async function decideThePast(tx: Tx, now: EpochSeconds): Promise<void> {
  await tx.query('UPDATE scheduled_series SET decided_to = ? WHERE decided_to < ? AND look_ms IS NOT NULL', [now, now])
}
