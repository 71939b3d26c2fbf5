/**
 * One change of a series: its row is locked, the change decided from what it is now, and written with its audit line in
 * the same transaction; what waited under the old form is taken back in it too. Then the new form is stored ahead.
 */
import { must } from '#server/domain/assert.ts'
import { DomainError } from '#server/domain/errors.ts'
import type { MemberId, MessageId, RowId, SeriesId } from '#server/domain/ids.ts'
import { authorize, type Actor } from '#server/domain/member/authorize.ts'
import type { SeriesEventKind } from '#server/domain/recurrence/series.ts'
import type { EpochMillis } from '#server/domain/time/units.ts'
import { addAuditEvents, hasAuditEvent, settleSeriesNotices } from '#server/mysql/audit.ts'
import type { Tx } from '#server/mysql/connect.ts'
import { listActiveAdministrators } from '#server/mysql/members.ts'
import {
  changeSeries,
  lockSeries,
  readSeries,
  type ReadSeries,
  type SeriesChange,
  type SeriesRow,
} from '#server/mysql/series.ts'
import { withTransaction } from '#server/mysql/tx.ts'
import type { SeriesChanged } from '#server/protocol/series-view.ts'
import { publishCommitted } from '../publish-committed.ts'
import type { Resources } from '../resources.ts'
import { MOST_TOLD } from './pause-for-cause.ts'
import { readAccess, viewSeries } from './series-access.ts'
import { storeAhead } from './store-ahead.ts'
import { withdrawWaiting, type Withdrawal, type Withdrawn } from './withdraw-waiting.ts'

export type SeriesTarget = {
  id: SeriesId
  /** What the person had before them; a change in between is a conflict. Omitted: whatever is there. */
  version?: number
}

/** @throws DomainError where the actor may not */
type Check = (tx: Tx, row: SeriesRow) => Promise<void>

/** What becomes of it; null: it is so already. */
export type Decision = {
  next: Partial<SeriesChange>
  event: { kind: SeriesEventKind; detail: Record<string, unknown> }
  /** Takes back what waits, for this reason. */
  withdraw?: Withdrawal
  /** Only what is for this day or a later one. */
  withdrawFrom?: string
  /** Another series that goes on: begun once what waits is taken back. */
  rest?: { id: SeriesId; begin: () => Promise<void> }
  skipped?: MessageId
} | null

/**
 * @param to the right that the change asks for, or what else decides it under the row's lock
 * @param decide under the row's lock; throws a DomainError to refuse
 * @throws DomainError `not_found` where the actor may not see it, `not_allowed`, `series_ended`, `edit_conflict`
 */
export async function changeSeriesBy(
  resources: Resources,
  actor: Actor,
  target: SeriesTarget,
  to: 'change-series' | 'settle-series' | Check,
  decide: (tx: Tx, held: ReadSeries) => Promise<Decision>,
): Promise<SeriesChanged> {
  const { workspaceId } = actor
  const eventId = resources.makeId<RowId>()
  let tried: Told | null = null
  const told = await withTransaction(resources.mysql, async (tx): Promise<Told> => {
    const held = await lockSeries(tx, workspaceId, target.id)
    if (!held) throw new DomainError('not_found', { id: target.id })
    const { row, now } = held
    if (typeof to === 'function') await to(tx, row)
    else {
      const [access] = await readAccess(tx, actor, [row])
      authorize(actor, { to, series: must(access, 'one for each') })
    }
    // Run again after a commit whose answer was lost: the change is no conflict with itself.
    if (tried && (await hasAuditEvent(tx, workspaceId, target.id, eventId))) return tried
    if (row.status === 'ENDED') throw new DomainError('series_ended', { id: target.id })
    if (target.version !== undefined && target.version !== row.version)
      throw new DomainError('edit_conflict', { seen: target.version, version: row.version })
    const decision = await decide(tx, held)
    if (!decision) return { ...NOTHING, members: [] }
    const withdrawn = decision.withdraw
      ? await withdrawWaiting(tx, resources, row, actor, decision.withdraw, now, decision.withdrawFrom)
      : NOTHING
    const next = { ...row, ...decision.next }
    await changeSeries(tx, row, next, now)
    const { kind, detail } = decision.event
    await addAuditEvents(tx, [
      {
        ...{ workspaceId, scheduledId: row.id, id: eventId, kind, detail },
        ...{ actorId: actor.memberId, client: actor.client, at_ms: now },
      },
    ])
    await decision.rest?.begin()
    const asked = row.status === 'PAUSED' && next.status !== 'PAUSED' ? await settleAsked(tx, row, now) : []
    const skipped = decision.skipped ? { skipped: decision.skipped } : {}
    const rest = decision.rest ? { restId: decision.rest.id } : {}
    tried = { ...withdrawn, ...skipped, ...rest, members: [actor.memberId, row.authorId, next.authorId, ...asked] }
    return tried
  })
  const { members, restId, ...came } = told
  const ids = restId ? [target.id, restId] : [target.id]
  for (const id of ids) await storeAhead(resources, { workspaceId, id })
  const signal = { type: 'nudge' as const, about: ['scheduled' as const, 'notices' as const] }
  const signals = [...new Set(members)].map((memberId) => ({ memberId, signal }))
  if (signals.length > 0) await publishCommitted(resources, { outbox: null, frames: [], signals })
  const reads = await Promise.all(ids.map((id) => readSeries(resources.mysql.read, workspaceId, id)))
  const views = await viewSeries(
    resources,
    actor,
    reads.map((read) => must(read, 'a series is never removed')),
  )
  const viewOf = (wanted: SeriesId) => views.find(({ id }) => id === wanted)
  const rest = restId && viewOf(restId)
  return { series: viewOf(target.id) ?? null, ...(rest ? { rest } : {}), ...came }
}

/** Everyone who may have been asked what becomes of it. */
async function settleAsked(tx: Tx, { workspaceId, id, authorId }: SeriesRow, now: EpochMillis): Promise<MemberId[]> {
  const asked = [...(await listActiveAdministrators(tx, workspaceId, MOST_TOLD)), authorId]
  await settleSeriesNotices(tx, workspaceId, asked, id, now)
  return asked
}

type Told = Omit<SeriesChanged, 'series' | 'rest'> & { restId?: SeriesId; members: MemberId[] }
const NOTHING: Withdrawn = { tooLate: [], edited: [] }
