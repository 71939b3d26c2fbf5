/**
 * Stores the coming occurrences of a series, each as a scheduled message of its own (T4). May run any number of times, at
 * once and in several processes: an occurrence's client token and its day let each be stored once.
 */
import { postingRefusal } from '#server/domain/conversation/posting.ts'
import { DomainError } from '#server/domain/errors.ts'
import type { RowId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import type { Occurrence } from '#server/domain/recurrence/occurrences.ts'
import { dayOf, planAhead, type Plan } from '#server/domain/recurrence/plan-ahead.ts'
import { notAfterOf } from '#server/domain/recurrence/series.ts'
import type { FailReason } from '#server/domain/scheduled-message/state.ts'
import { seconds, secondsToMillis, type EpochMillis, type Seconds } from '#server/domain/time/units.ts'
import { addAuditEvents, addNotices } from '#server/mysql/audit.ts'
import { readLatePolicies } from '#server/mysql/send-rows.ts'
import {
  lockSeries,
  markLookedAt,
  postponeLook,
  readSeries,
  type ReadSeries,
  type SeriesRef,
  type SeriesRow,
} from '#server/mysql/series.ts'
import { listTakenDays, listWaiting } from '#server/mysql/series-occurrences.ts'
import { withTransaction } from '#server/mysql/tx.ts'
import { readWriterFacts, writerKey } from '#server/mysql/writer-facts.ts'
import { publishCommitted } from '../publish-committed.ts'
import type { Resources } from '../resources.ts'
import { scheduleMessage } from '../scheduled/schedule-message.ts'
import { pauseForCause } from './pause-for-cause.ts'
import { firstDayInReach, recurrenceOf, yesterdayIn } from './recurrence-of.ts'

/** Somebody changes it at the same moment again and again: the job comes back. */
const MOST_TRIES = 4
const SUSPENDED_PAUSE_MS = 3_600_000

/** The client that the audit trail of stored occurrences names. */
export const SERIES_CLIENT = 'series'

/** Does nothing where the series is not active. A series whose author may not post there any more is paused instead. */
export async function storeAhead(resources: Resources, ref: SeriesRef): Promise<void> {
  for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
    const read = await readSeries(resources.mysql.read, ref.workspaceId, ref.id)
    if (read?.row.status !== 'ACTIVE') return
    const refusal = await refusalOf(resources, read.row)
    if (refusal === 'workspace_suspended') {
      return postponeLook(resources.mysql.read, ref, (read.now + SUSPENDED_PAUSE_MS) as EpochMillis)
    }
    if (refusal) return pauseForCause(resources, read.row, refusal)
    const plan = await planOf(resources, read)
    const outcome = await storeAll(resources, read.row, plan.store)
    if (outcome === 'thread_deleted' || outcome === 'files_gone') return pauseForCause(resources, read.row, outcome)
    if (outcome === 'stored' && (await settle(resources, read.row, plan))) return
  }
}

async function refusalOf({ mysql }: Resources, { workspaceId, conversationId, authorId }: SeriesRow) {
  const writer = { workspaceId, conversationId, authorId }
  const fact = (await readWriterFacts(mysql.read, [writer])).get(writerKey(writer))
  return fact ? postingRefusal(fact.posting) : ('channel_deleted' satisfies FailReason)
}

async function planOf(resources: Resources, { row, now }: ReadSeries): Promise<Plan> {
  const db = resources.mysql.read
  const waiting = (await listWaiting(db, row.workspaceId, [row.id], firstDayInReach(now))).get(row.id) ?? []
  const policy = (await readLatePolicies(db, [row.workspaceId])).get(row.workspaceId)
  return planAhead(
    {
      recurrence: recurrenceOf(resources, row),
      decidedTo: row.decidedTo,
      waiting: waiting.map(({ sendAt }) => sendAt),
      takenDays: await listTakenDays(db, row, yesterdayIn(resources, row)),
    },
    now,
    latestOf(policy?.latePolicy_s ?? seconds(0), row),
  )
}

/** How late a missed one may still go: as its workspace allows, and not later than its author does. */
const latestOf = (policy_s: Seconds, { lateBy_s }: SeriesRow): Seconds =>
  lateBy_s === null || policy_s < lateBy_s ? policy_s : lateBy_s

/** `changed`: the series or a right is not as it was read, so nothing more of this plan may be stored. */
async function storeAll(
  resources: Resources,
  row: SeriesRow,
  occurrences: readonly Occurrence[],
): Promise<'stored' | 'changed' | 'thread_deleted' | 'files_gone'> {
  const done = await Promise.allSettled(occurrences.map((occurrence) => storeOne(resources, row, occurrence)))
  const failures = done.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []))
  const unexpected = failures.find((failure) => !(failure instanceof DomainError))
  if (unexpected) throw unexpected
  const codes = failures.map((failure) => (failure as DomainError).code)
  if (codes.includes('thread_not_found')) return 'thread_deleted'
  if (codes.includes('file_gone')) return 'files_gone'
  return codes.length > 0 ? 'changed' : 'stored'
}

function storeOne(resources: Resources, row: SeriesRow, occurrence: Occurrence): Promise<unknown> {
  const author: Actor = { workspaceId: row.workspaceId, memberId: row.authorId, role: 'member', client: SERIES_CLIENT }
  const day = dayOf(occurrence)
  return scheduleMessage(resources, author, {
    conversationId: row.conversationId,
    text: row.text,
    payload: row.payload,
    threadRootId: row.threadRootId,
    alsoInChannel: row.alsoInChannel,
    wallClock: occurrence.wallClock,
    zone: row.zone,
    guards: row.guards,
    notAfter: notAfterOf(occurrence.sendAt, row.lateBy_s),
    clientToken: `series:${row.id}:${day}:${row.version}`,
    series: { id: row.id, version: row.version, day },
  })
}

/** Writes down how far it is decided and what was missed. @returns false where another was faster or changed it */
async function settle(resources: Resources, seen: SeriesRow, plan: Plan): Promise<boolean> {
  const { missed, decidedTo, lookAt } = plan
  const told = await withTransaction(resources.mysql, async (tx) => {
    const held = await lockSeries(tx, seen.workspaceId, seen.id)
    if (!held || held.row.version !== seen.version || held.row.decidedTo !== seen.decidedTo) return null
    await markLookedAt(tx, seen, decidedTo, lookAt === null ? null : secondsToMillis(lookAt))
    const tell = {
      workspaceId: seen.workspaceId,
      scheduledId: seen.id,
      actorId: null,
      client: 'system',
      at_ms: held.now,
    }
    const [first, last] = [missed[0], missed.at(-1)]
    if (first && last) {
      const detail = { count: missed.length, first: first.sendAt, last: last.sendAt }
      await addAuditEvents(tx, [{ ...tell, id: resources.makeId<RowId>(), kind: 'missed', detail }])
      await addNotices(tx, [
        {
          workspaceId: seen.workspaceId,
          memberId: seen.authorId,
          id: resources.makeId<RowId>(),
          kind: 'series_missed',
          scheduledId: seen.id,
          createdMs: held.now,
          detail: { conversationId: seen.conversationId, sendAt: last.sendAt, count: missed.length },
        },
      ])
    }
    if (lookAt === null)
      await addAuditEvents(tx, [{ ...tell, id: resources.makeId<RowId>(), kind: 'ended', detail: {} }])
    return missed.length > 0 || lookAt === null
  })
  if (told) {
    const signal = { type: 'nudge' as const, about: ['scheduled' as const, 'notices' as const] }
    await publishCommitted(resources, { outbox: null, frames: [], signals: [{ memberId: seen.authorId, signal }] })
  }
  return told !== null
}
