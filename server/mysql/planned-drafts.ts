/** Drafts that remember a time: nothing of them is armed. */
import { assert } from '#server/domain/assert.ts'
import type { ConversationId, MemberId, MessageId, RowId, WorkspaceId } from '#server/domain/ids.ts'
import type { GuardChoice } from '#server/domain/scheduled-message/guards.ts'
import type { Promised } from '#server/domain/time/send-time.ts'
import type { EpochMillis, EpochSeconds, ZoneId } from '#server/domain/time/units.ts'
import type { Db, Row, Tx } from './connect.ts'

export type PlannedDraft = {
  id: RowId
  workspaceId: WorkspaceId
  memberId: MemberId
  conversationId: ConversationId
  threadRootId: MessageId | null
  /** Of a reply: it stands in the channel too. */
  alsoInChannel: boolean
  text: string
  payload: string | null
  sendAt: EpochSeconds
  zone: ZoneId
  wallClock: string
  promised: Promised
  notAfter: EpochSeconds | null
  guards: GuardChoice | null
  heldFrom: MessageId | null
  version: number
  createdMs: EpochMillis
  changedMs: EpochMillis
}

const COLUMNS = `workspace_id, member_id, id, channel_id, thread_root_id, also_in_channel, text, payload, send_at, zone, wall_clock, promised, not_after,
  guards, held_from, version, created_ms, changed_ms`

const toDraft = (row: Row): PlannedDraft => ({
  id: row.id,
  workspaceId: row.workspace_id,
  memberId: row.member_id,
  conversationId: row.channel_id,
  threadRootId: row.thread_root_id,
  alsoInChannel: Number(row.also_in_channel) === 1,
  text: row.text,
  payload: row.payload,
  sendAt: Number(row.send_at) as EpochSeconds,
  zone: row.zone,
  wallClock: row.wall_clock,
  promised: row.promised,
  notAfter: row.not_after === null ? null : (Number(row.not_after) as EpochSeconds),
  guards: row.guards === null ? null : (JSON.parse(row.guards) as GuardChoice),
  heldFrom: row.held_from,
  version: row.version,
  createdMs: Number(row.created_ms) as EpochMillis,
  changedMs: Number(row.changed_ms) as EpochMillis,
})

/** Enough to see all of them at once; the newest. */
const MOST_LISTED = 500

/** One member's, soonest first. */
export async function listPlannedDrafts(db: Db, workspaceId: WorkspaceId, memberId: MemberId): Promise<PlannedDraft[]> {
  const [rows] = await db.query<Row[]>(
    `SELECT ${COLUMNS} FROM planned_draft WHERE workspace_id = ? AND member_id = ? ORDER BY id DESC LIMIT ${MOST_LISTED}`, // PRIMARY
    [workspaceId, memberId],
  )
  return rows.map(toDraft).toSorted((a, b) => a.sendAt - b.sendAt)
}

type DraftKey = [workspaceId: WorkspaceId, memberId: MemberId, id: RowId]

export async function readPlannedDraft(db: Db, ...key: DraftKey): Promise<PlannedDraft | null> {
  return readOne(db, key, '')
}

export async function lockPlannedDraft(tx: Tx, ...key: DraftKey): Promise<PlannedDraft | null> {
  return readOne(tx, key, 'FOR UPDATE')
}

async function readOne(db: Db, key: DraftKey, lock: '' | 'FOR UPDATE'): Promise<PlannedDraft | null> {
  const [rows] = await db.query<Row[]>(
    `SELECT ${COLUMNS} FROM planned_draft WHERE workspace_id = ? AND member_id = ? AND id = ? ${lock}`,
    key,
  )
  return rows[0] ? toDraft(rows[0]) : null
}

/** What was kept under this client token before. Key: one_per_token. */
export async function readPlannedDraftByToken(
  db: Db,
  workspaceId: WorkspaceId,
  memberId: MemberId,
  clientToken: string,
): Promise<PlannedDraft | null> {
  const [rows] = await db.query<Row[]>(
    `SELECT ${COLUMNS} FROM planned_draft WHERE workspace_id = ? AND member_id = ? AND client_token = ?`,
    [workspaceId, memberId, clientToken],
  )
  return rows[0] ? toDraft(rows[0]) : null
}

export type NewPlannedDraft = Omit<PlannedDraft, 'version' | 'createdMs' | 'changedMs'> & { clientToken: string }

/** @throws duplicate key `one_per_token` where this client token was used before */
export async function insertPlannedDraft(tx: Tx, draft: NewPlannedDraft, now: EpochMillis): Promise<void> {
  await tx.query(
    `INSERT INTO planned_draft (workspace_id, member_id, id, channel_id, thread_root_id, text, payload, send_at, zone, wall_clock,
       not_after, guards, held_from, version, client_token, created_ms, changed_ms, also_in_channel, promised) VALUES ?`,
    [
      [
        [
          draft.workspaceId,
          draft.memberId,
          draft.id,
          draft.conversationId,
          draft.threadRootId,
          draft.text,
          draft.payload,
          draft.sendAt,
          draft.zone,
          draft.wallClock,
          draft.notAfter,
          guardsText(draft),
          draft.heldFrom,
          1,
          draft.clientToken,
          now,
          now,
          draft.alsoInChannel,
          draft.promised,
        ],
      ],
    ],
  )
}

const guardsText = ({ guards }: Pick<PlannedDraft, 'guards'>): string | null => guards && JSON.stringify(guards)

/** The caller holds the row's lock and passes what it read under it. */
export async function updatePlannedDraft(
  tx: Tx,
  held: PlannedDraft,
  content: Pick<
    PlannedDraft,
    'text' | 'payload' | 'sendAt' | 'zone' | 'wallClock' | 'promised' | 'notAfter' | 'guards'
  >,
  now: EpochMillis,
): Promise<void> {
  const { text, payload, sendAt, zone, wallClock, promised, notAfter } = content
  const [result] = await tx.query(
    `UPDATE planned_draft SET text = ?, payload = ?, send_at = ?, zone = ?, wall_clock = ?, promised = ?, not_after = ?, guards = ?,
       version = version + 1, changed_ms = ? WHERE workspace_id = ? AND member_id = ? AND id = ?`,
    [
      ...[text, payload, sendAt, zone, wallClock, promised, notAfter, guardsText(content), now],
      ...[held.workspaceId, held.memberId, held.id],
    ],
  )
  assert('affectedRows' in result && result.affectedRows === 1, `draft ${held.id} vanished under its own lock`)
}

/** @returns false where it was gone already */
export async function deletePlannedDraft(
  db: Db,
  workspaceId: WorkspaceId,
  memberId: MemberId,
  id: RowId,
): Promise<boolean> {
  const [result] = await db.query('DELETE FROM planned_draft WHERE workspace_id = ? AND member_id = ? AND id = ?', [
    workspaceId,
    memberId,
    id,
  ])
  return 'affectedRows' in result && result.affectedRows === 1
}
