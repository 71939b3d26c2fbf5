import { must } from '#server/domain/assert.ts'
import type { MemberId, RowId } from '#server/domain/ids.ts'
import { isAllowed, type Actor } from '#server/domain/member/authorize.ts'
import { isOwnerless } from '#server/domain/recurrence/series.ts'
import { floorToSeconds } from '#server/domain/time/units.ts'
import { addNotices } from '#server/mysql/audit.ts'
import type { SeriesChanged } from '#server/protocol/series-view.ts'
import type { Resources } from '../resources.ts'
import { authorizeReading } from '../scheduled/hand-over.ts'
import { changeSeriesBy, type SeriesTarget } from './change-series.ts'
import { readAccess } from './series-access.ts'
import { checkMayPost, lookNow } from './steer-series.ts'

/**
 * Another member becomes its author: what comes is sent in their name, and they are told. A series that stood still because
 * its author was gone goes on; one that somebody paused stays paused.
 * @throws DomainError `member_cannot_post` where they may not post there; `not_allowed` for an administrator who takes it on
 * and may not read it
 */
export function handOverSeries(
  resources: Resources,
  actor: Actor,
  input: SeriesTarget & { memberId: MemberId },
): Promise<SeriesChanged> {
  return changeSeriesBy(resources, actor, input, 'settle-series', async (tx, { row, now }) => {
    if (row.authorId === input.memberId) return null
    const { workspaceId, conversationId } = row
    const [access] = await readAccess(tx, actor, [row])
    const reads = isAllowed(actor, { to: 'read-series', series: must(access, 'one for each') })
    if (input.memberId === actor.memberId && !reads) await authorizeReading(tx, actor)
    await checkMayPost(tx, { workspaceId, conversationId, authorId: input.memberId })
    if (input.memberId !== actor.memberId) {
      await addNotices(tx, [
        {
          workspaceId,
          memberId: input.memberId,
          id: resources.makeId<RowId>(),
          kind: 'series_handed_over',
          scheduledId: row.id,
          createdMs: now,
          detail: { conversationId, sendAt: floorToSeconds(now), from: row.authorId },
        },
      ])
    }
    const goesOn = row.status === 'ACTIVE' || isOwnerless(row)
    const active = { status: 'ACTIVE', pausedBecause: null, look_ms: lookNow, decidedTo: floorToSeconds(now) } as const
    return {
      next: { authorId: input.memberId, ...(goesOn ? active : {}) },
      event: { kind: 'handed_over', detail: { from: row.authorId, to: input.memberId } },
      withdraw: 'series_handed_over',
    }
  })
}
