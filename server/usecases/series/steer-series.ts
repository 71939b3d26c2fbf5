/** Skip, pause, resume and end: each says what waits and what does not, and leaves the message itself as it is. */
import { postingRefusal } from '#server/domain/conversation/posting.ts'
import { DomainError } from '#server/domain/errors.ts'
import type { RowId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { changeConflict } from '#server/domain/scheduled-message/state.ts'
import { floorToSeconds, type EpochMillis } from '#server/domain/time/units.ts'
import { addAuditEvents } from '#server/mysql/audit.ts'
import { cancelRow } from '#server/mysql/scheduled-messages.ts'
import type { SeriesRow } from '#server/mysql/series.ts'
import { readWriterFacts, writerKey } from '#server/mysql/writer-facts.ts'
import type { SeriesChanged } from '#server/protocol/series-view.ts'
import type { Resources } from '../resources.ts'
import { changeSeriesBy, type SeriesTarget } from './change-series.ts'
import { lockWaiting } from './withdraw-waiting.ts'

/**
 * The next occurrence that can still be stopped is cancelled; its day stays taken, so nothing comes in its place.
 * @throws DomainError `series_paused`; `already_sending` where the next ones cannot be stopped any more
 */
export function skipNext(resources: Resources, actor: Actor, target: SeriesTarget): Promise<SeriesChanged> {
  return changeSeriesBy(resources, actor, target, 'change-series', async (tx, { row, now }) => {
    if (row.status === 'PAUSED') throw new DomainError('series_paused', { id: row.id })
    const next = (await lockWaiting(tx, row, now)).find((each) => changeConflict(each, now) === null)
    if (!next) throw new DomainError('already_sending', { id: row.id })
    await cancelRow(tx, next, now)
    const detail = { sendAt: next.sendAt, day: next.seriesDay }
    await addAuditEvents(tx, [
      {
        ...{ workspaceId: row.workspaceId, scheduledId: next.id, id: resources.makeId<RowId>(), kind: 'canceled' },
        ...{ actorId: actor.memberId, client: actor.client, at_ms: now, detail: { ...detail, because: 'skipped' } },
      },
    ])
    return { next: { look_ms: lookNow }, event: { kind: 'skipped', detail }, skipped: next.id }
  })
}

/** Nothing of it waits any more once this returns, but for what is told as `tooLate`. Paused already: as it is. */
export function pauseSeries(resources: Resources, actor: Actor, target: SeriesTarget): Promise<SeriesChanged> {
  return changeSeriesBy(resources, actor, target, 'change-series', async (_tx, { row }) => {
    if (row.status === 'PAUSED') return null
    return {
      next: { status: 'PAUSED', pausedBecause: 'by_hand', look_ms: null },
      event: { kind: 'paused', detail: { because: 'by_hand' } },
      withdraw: 'series_paused',
    }
  })
}

/**
 * Goes on with the next occurrence from now; what fell into the pause is not made up for. Active already: as it is.
 * @throws DomainError `member_cannot_post` where its author may not post there
 */
export function resumeSeries(resources: Resources, actor: Actor, target: SeriesTarget): Promise<SeriesChanged> {
  return changeSeriesBy(resources, actor, target, 'change-series', async (tx, { row, now }) => {
    if (row.status === 'ACTIVE') return null
    await checkMayPost(tx, row)
    return {
      next: { status: 'ACTIVE', pausedBecause: null, look_ms: lookNow, decidedTo: floorToSeconds(now) },
      event: { kind: 'resumed', detail: {} },
    }
  })
}

/** For good: nothing of it waits, and nothing comes. */
export function endSeries(resources: Resources, actor: Actor, target: SeriesTarget): Promise<SeriesChanged> {
  return changeSeriesBy(resources, actor, target, 'settle-series', async () => ({
    next: { status: 'ENDED', pausedBecause: null, look_ms: null },
    event: { kind: 'ended', detail: {} },
    withdraw: 'series_ended',
  }))
}

/** The job, or whoever changes it, looks at it at once. */
export const lookNow = 0 as EpochMillis

/** @throws DomainError `member_cannot_post` */
export async function checkMayPost(
  tx: Parameters<typeof readWriterFacts>[0],
  { workspaceId, conversationId, authorId }: Pick<SeriesRow, 'workspaceId' | 'conversationId' | 'authorId'>,
): Promise<void> {
  const writer = { workspaceId, conversationId, authorId }
  const fact = (await readWriterFacts(tx, [writer])).get(writerKey(writer))
  const reason = fact ? postingRefusal(fact.posting) : 'channel_deleted'
  if (reason) throw new DomainError('member_cannot_post', { member: authorId, reason })
}
