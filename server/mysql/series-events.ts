/** The audit trail of a series: in the table of the messages' trail, under the series' own id (C8). Append-only. */
import type { MemberId, RowId, SeriesId, WorkspaceId } from '#server/domain/ids.ts'
import type { SeriesEventKind } from '#server/domain/recurrence/series.ts'
import type { EpochMillis } from '#server/domain/time/units.ts'
import type { Db, Row, Tx } from './connect.ts'

/** Of a series that stands still: done with once it goes on or is over. */
const ASKING = ['series_ownerless', 'series_paused'] as const

export type SeriesEvent = {
  workspaceId: WorkspaceId
  seriesId: SeriesId
  id: RowId
  kind: SeriesEventKind
  /** null: the system */
  actorId: MemberId | null
  client: string
  at_ms: EpochMillis
  detail: Record<string, unknown>
}
export type StoredSeriesEvent = Omit<SeriesEvent, 'workspaceId' | 'seriesId' | 'detail'> & {
  detail: Record<string, unknown> | null
}

export async function addSeriesEvent(tx: Tx, event: SeriesEvent): Promise<void> {
  await tx.query(
    'INSERT INTO scheduled_message_event (workspace_id, scheduled_id, id, kind, actor_id, client, at_ms, detail) VALUES (?)',
    [
      [
        ...[event.workspaceId, event.seriesId, event.id, event.kind, event.actorId, event.client, event.at_ms],
        JSON.stringify(event.detail),
      ],
    ],
  )
}

/** Oldest first. */
export async function listSeriesEvents(
  db: Db,
  workspaceId: WorkspaceId,
  seriesId: SeriesId,
): Promise<StoredSeriesEvent[]> {
  const [rows] = await db.query<Row[]>(
    `SELECT id, kind, actor_id, client, at_ms, detail FROM scheduled_message_event
     WHERE workspace_id = ? AND scheduled_id = ? ORDER BY at_ms, id LIMIT 1000`, // PRIMARY
    [workspaceId, seriesId],
  )
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    actorId: row.actor_id,
    client: row.client,
    at_ms: Number(row.at_ms) as EpochMillis,
    detail: row.detail === null ? null : (JSON.parse(row.detail) as Record<string, unknown>),
  }))
}

/** What these members were asked about the series is settled: by whom does not matter. Key: PRIMARY. */
export async function settleSeriesNotices(
  tx: Tx,
  workspaceId: WorkspaceId,
  memberIds: readonly MemberId[],
  seriesId: SeriesId,
  now: EpochMillis,
): Promise<void> {
  if (memberIds.length === 0) return
  await tx.query(
    `UPDATE notice SET seen_ms = ? WHERE workspace_id = ? AND member_id IN (?) AND scheduled_id = ? AND kind IN (?)
       AND seen_ms IS NULL`,
    [now, workspaceId, memberIds, seriesId, ASKING],
  )
}
