/**
 * What administrators may do with what others let repeat: see that it is there, and as far as the workspace lets them pause
 * it, end it, and go on with what an administrator paused. Its history says who did it, and its author is told.
 */
import { DomainError } from '#server/domain/errors.ts'
import type { MemberId, RowId, SeriesId } from '#server/domain/ids.ts'
import { authorize, isAllowed, type Actor } from '#server/domain/member/authorize.ts'
import { isOwnerless } from '#server/domain/recurrence/series.ts'
import { floorToSeconds } from '#server/domain/time/units.ts'
import { addNotices, type SeriesNoticeKind } from '#server/mysql/audit.ts'
import type { Tx } from '#server/mysql/connect.ts'
import type { ReadSeries } from '#server/mysql/series.ts'
import { listWaiting } from '#server/mysql/series-occurrences.ts'
import { readAdminPolicy, type AdminPolicy } from '#server/mysql/workspace-rules.ts'
import { listSeriesOfWorkspace, type SeriesFacts } from '#server/mysql/workspace-series.ts'
import type { OthersSeriesView, SeriesChanged } from '#server/protocol/series-view.ts'
import type { Resources } from '../resources.ts'
import { signalAdministrators } from '../scheduled/signal-authors.ts'
import { changeSeriesBy, type Decision, type SeriesTarget } from './change-series.ts'
import { firstDayInReach } from './recurrence-of.ts'
import { upcomingOf, type Waiting } from './series-access.ts'
import { checkMayPost, lookNow } from './steer-series.ts'

export type OthersSeriesPage = { authorId?: MemberId; before?: SeriesId; limit: number }

/** Of everybody else, not over, newest first, without texts. */
export async function listOthersSeries(
  resources: Resources,
  actor: Actor,
  page: OthersSeriesPage,
): Promise<{ items: OthersSeriesView[]; more: boolean; policy: AdminPolicy }> {
  authorize(actor, { to: 'list-others-scheduled' })
  const { read } = resources.mysql
  const { workspaceId, memberId: readerId } = actor
  const [policy, found] = await Promise.all([
    readAdminPolicy(read, workspaceId),
    listSeriesOfWorkspace(read, workspaceId, { ...page, readerId, limit: page.limit + 1 }),
  ])
  const [first] = found
  if (!first) return { items: [], more: false, policy }
  const shown = found.slice(0, page.limit)
  const ids = shown.map((facts) => facts.read.row.id)
  const waiting = await listWaiting(read, workspaceId, ids, firstDayInReach(first.read.now))
  const items = shown.map((facts) => viewOf(resources, actor, facts, waiting.get(facts.read.row.id) ?? [], policy))
  return { items, more: found.length > page.limit, policy }
}

function viewOf(
  resources: Resources,
  actor: Actor,
  { read, conversation: { kind, name }, isMember }: SeriesFacts,
  waiting: Waiting,
  { mayManage }: AdminPolicy,
): OthersSeriesView {
  const { id, conversationId, authorId, belongsTo, rule, start, zone, status, pausedBecause, version } = read.row
  const readable = isAllowed(actor, { to: 'read-conversation', conversation: { kind, isMember } })
  return {
    ...{ id, authorId, belongsTo, rule, start, zone, status, pausedBecause, version },
    conversation: readable ? { id: conversationId, kind, name } : { id: null, kind, name: '' },
    next: upcomingOf(resources, read, waiting, 1)[0] ?? null,
    canPause: mayManage && status === 'ACTIVE',
    canResume: mayManage && pausedBecause === 'by_admin',
    canEnd: mayManage || isOwnerless(read.row),
  }
}

type Steered = Pick<SeriesChanged, 'tooLate' | 'edited'>

/** As `pauseSeries`. @throws DomainError `not_allowed` where the workspace's policy is against it, and as `changeSeriesBy` */
export function pauseForOther(resources: Resources, actor: Actor, target: SeriesTarget): Promise<Steered> {
  return steerForOther(resources, actor, target, 'series_admin_paused', async (_, { row }) => {
    if (row.status === 'PAUSED') return null
    return {
      next: { status: 'PAUSED', pausedBecause: 'by_admin', look_ms: null },
      event: { kind: 'paused', detail: { because: 'by_admin' } },
      withdraw: 'series_paused',
    }
  })
}

/** As `resumeSeries`, of what an administrator paused. @throws DomainError as `pauseForOther`; `member_cannot_post` */
export function resumeForOther(resources: Resources, actor: Actor, target: SeriesTarget): Promise<Steered> {
  return steerForOther(resources, actor, target, 'series_admin_resumed', async (tx, { row, now }) => {
    if (row.status === 'ACTIVE') return null
    if (row.pausedBecause !== 'by_admin') throw new DomainError('not_allowed', { pausedBecause: row.pausedBecause })
    await checkMayPost(tx, row)
    return {
      next: { status: 'ACTIVE', pausedBecause: null, look_ms: lookNow, decidedTo: floorToSeconds(now) },
      event: { kind: 'resumed', detail: { because: 'by_admin' } },
    }
  })
}

/** As `endSeries`. @throws DomainError as `pauseForOther` */
export function endForOther(resources: Resources, actor: Actor, target: SeriesTarget): Promise<Steered> {
  return steerForOther(resources, actor, target, 'series_admin_ended', async () => ({
    next: { status: 'ENDED', pausedBecause: null, look_ms: null },
    event: { kind: 'ended', detail: { because: 'by_admin' } },
    withdraw: 'series_ended',
  }))
}

async function steerForOther(
  resources: Resources,
  actor: Actor,
  target: SeriesTarget,
  kind: SeriesNoticeKind,
  decide: (tx: Tx, held: ReadSeries) => Promise<Decision>,
): Promise<Steered> {
  const { tooLate, edited } = await changeSeriesBy(
    resources,
    actor,
    target,
    async (tx, row) => {
      const { mayManage } = await readAdminPolicy(tx, row.workspaceId)
      authorize(actor, { to: 'manage-others-scheduled', allowed: mayManage || isOwnerless(row) })
    },
    async (tx, held) => {
      const decision = await decide(tx, held)
      if (decision && held.row.authorId !== actor.memberId)
        await addNotices(tx, [noticeOf(resources, actor, held, kind)])
      return decision
    },
  )
  await signalAdministrators(resources, actor.workspaceId)
  return { tooLate, edited }
}

function noticeOf(
  { makeId }: Pick<Resources, 'makeId'>,
  { memberId: actorId }: Actor,
  { row: { workspaceId, id: scheduledId, authorId: memberId, conversationId }, now }: ReadSeries,
  kind: SeriesNoticeKind,
) {
  const detail = { actorId, conversationId, sendAt: floorToSeconds(now) }
  return { workspaceId, memberId, id: makeId<RowId>(), kind, scheduledId, createdMs: now, detail }
}
