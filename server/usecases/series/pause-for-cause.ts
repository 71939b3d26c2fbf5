import type { MemberId, RowId } from '#server/domain/ids.ts'
import { GONE_CAUSES } from '#server/domain/recurrence/series.ts'
import type { FailReason } from '#server/domain/scheduled-message/state.ts'
import { addAuditEvents, addNotices, type SeriesNoticeKind } from '#server/mysql/audit.ts'
import { listActiveAdministrators } from '#server/mysql/members.ts'
import { changeSeries, lockSeries, type SeriesRow } from '#server/mysql/series.ts'
import { withTransaction } from '#server/mysql/tx.ts'
import { publishCommitted } from '../publish-committed.ts'
import type { Resources } from '../resources.ts'
import { withdrawWaiting } from './withdraw-waiting.ts'

/** Of a workspace's administrators, who are told that a series needs somebody. */
export const MOST_TOLD = 100

/**
 * The series stands still because its author may not post there any more; nothing of it waits. Where the author is gone,
 * the administrators are asked to hand it over or end it; otherwise the author is told.
 * Does nothing where the series is not as it was seen.
 */
export async function pauseForCause(resources: Resources, seen: SeriesRow, cause: FailReason): Promise<void> {
  const gone = GONE_CAUSES.some((each) => each === cause)
  const told = await withTransaction(resources.mysql, async (tx) => {
    const held = await lockSeries(tx, seen.workspaceId, seen.id)
    if (!held || held.row.version !== seen.version || held.row.status !== 'ACTIVE') return []
    const { row, now } = held
    await withdrawWaiting(tx, resources, row, { memberId: null, client: 'system' }, 'series_paused', now)
    await changeSeries(tx, row, { ...row, status: 'PAUSED', pausedBecause: cause, look_ms: null }, now)
    await addAuditEvents(tx, [
      {
        workspaceId: row.workspaceId,
        scheduledId: row.id,
        id: resources.makeId<RowId>(),
        kind: 'paused',
        actorId: null,
        client: 'system',
        at_ms: now,
        detail: { because: cause },
      },
    ])
    const administrators = gone ? await listActiveAdministrators(tx, row.workspaceId, MOST_TOLD) : []
    const notices = new Map<MemberId, SeriesNoticeKind>(administrators.map((id) => [id, 'series_ownerless']))
    // One who was taken out of the channel is still here to learn it.
    if (cause !== 'author_deactivated' && cause !== 'author_left_workspace') notices.set(row.authorId, 'series_paused')
    await addNotices(
      tx,
      [...notices].map(([memberId, kind]) => ({
        workspaceId: row.workspaceId,
        memberId,
        id: resources.makeId<RowId>(),
        kind,
        scheduledId: row.id,
        createdMs: now,
        detail: { conversationId: row.conversationId, reason: cause, sendAt: row.decidedTo },
      })),
    )
    return [...notices.keys(), row.authorId]
  })
  const signal = { type: 'nudge' as const, about: ['scheduled' as const, 'notices' as const] }
  const signals = [...new Set(told)].map((memberId) => ({ memberId, signal }))
  if (signals.length > 0) await publishCommitted(resources, { outbox: null, frames: [], signals })
}
