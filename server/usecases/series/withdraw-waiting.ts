import type { MessageId, RowId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { changeConflict } from '#server/domain/scheduled-message/state.ts'
import type { EpochMillis } from '#server/domain/time/units.ts'
import { addAuditEvents } from '#server/mysql/audit.ts'
import type { Tx } from '#server/mysql/connect.ts'
import { cancelRow, type ScheduledRow } from '#server/mysql/scheduled-messages.ts'
import { lockScheduledRows } from '#server/mysql/send-rows.ts'
import { type SeriesRow } from '#server/mysql/series.ts'
import { listWaiting, releaseOccurrences } from '#server/mysql/series-occurrences.ts'
import type { Resources } from '../resources.ts'
import { firstDayInReach } from './recurrence-of.ts'

export type Withdrawal = 'series_edited' | 'series_paused' | 'series_handed_over' | 'series_ended'

export type Withdrawn = { tooLate: MessageId[]; edited: MessageId[] }

/**
 * Takes back what waits of a series, under its lock; what is acknowledged here is never posted (I3). The days are free
 * again, so that the series can store other messages for them.
 * @param from only what is for this day or a later one, wherever it was moved; default: everything
 * @returns `tooLate`: those that could not be taken back, being sent or inside the workspace's freeze; they keep their days.
 * `edited`: those that were, although somebody had changed them on their own
 */
export async function withdrawWaiting(
  tx: Tx,
  { makeId }: Pick<Resources, 'makeId'>,
  series: SeriesRow,
  by: Pick<Actor, 'client'> & { memberId: Actor['memberId'] | null },
  because: Withdrawal,
  now: EpochMillis,
  from = '',
): Promise<Withdrawn> {
  const { workspaceId } = series
  const held = (await lockWaiting(tx, series, now)).filter(({ seriesDay }) => (seriesDay ?? '') >= from)
  const open = held.filter((row) => changeConflict(row, now) === null)
  for (const row of open) await cancelRow(tx, row, now)
  await addAuditEvents(
    tx,
    open.map((row) => ({
      workspaceId,
      scheduledId: row.id,
      id: makeId<RowId>(),
      kind: 'canceled' as const,
      actorId: by.memberId,
      client: by.client,
      at_ms: now,
      detail: { sendAt: row.sendAt, because },
    })),
  )
  await releaseOccurrences(
    tx,
    series,
    open.flatMap(({ id, seriesDay }) => (seriesDay ? [{ day: seriesDay, scheduledId: id }] : [])),
  )
  const idsOf = (rows: readonly ScheduledRow[]) => rows.map(({ id }) => id)
  return {
    tooLate: idsOf(held.filter((row) => !open.includes(row))),
    edited: idsOf(open.filter(({ version }) => version > 1)),
  }
}

/** Its messages that are not sent yet, soonest first, locked until commit. */
export async function lockWaiting(tx: Tx, series: SeriesRow, now: EpochMillis): Promise<ScheduledRow[]> {
  const { workspaceId, id } = series
  const waiting = (await listWaiting(tx, workspaceId, [id], firstDayInReach(now))).get(id) ?? []
  const locked = await lockScheduledRows(
    tx,
    waiting.map((each) => ({ workspaceId, id: each.id })),
  )
  return waiting.flatMap((each) => {
    const row = locked.get(each.id)?.row
    return row && row.wakeAt_ms !== null ? [row] : []
  })
}
