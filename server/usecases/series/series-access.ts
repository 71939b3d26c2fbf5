import { postingRefusal } from '#server/domain/conversation/posting.ts'
import { isAllowed, type Actor, type SeriesAccess } from '#server/domain/member/authorize.ts'
import { occurrencesOf } from '#server/domain/recurrence/occurrences.ts'
import { isOwnerless } from '#server/domain/recurrence/series.ts'
import { resolveSendAt } from '#server/domain/time/resolve-send-at.ts'
import { floorToSeconds } from '#server/domain/time/units.ts'
import type { Db } from '#server/mysql/connect.ts'
import { type ReadSeries, type SeriesRow } from '#server/mysql/series.ts'
import { listWaiting } from '#server/mysql/series-occurrences.ts'
import { readWriterFacts, writerKey } from '#server/mysql/writer-facts.ts'
import type { OccurrenceView, SeriesView } from '#server/protocol/series-view.ts'
import type { Resources } from '../resources.ts'
import { firstDayInReach, recurrenceOf } from './recurrence-of.ts'

const SHOWN = 5

/** What this actor may do with each of these series, in order. */
export async function readAccess(db: Db, actor: Actor, rows: readonly SeriesRow[]): Promise<SeriesAccess[]> {
  const { workspaceId, memberId: authorId } = actor
  const facts = await readWriterFacts(
    db,
    rows.map(({ conversationId }) => ({ workspaceId, conversationId, authorId })),
  )
  return rows.map((row) => {
    const fact = facts.get(writerKey({ conversationId: row.conversationId, authorId }))
    return {
      authorId: row.authorId,
      belongsTo: row.belongsTo,
      inConversation: fact?.posting.inConversation ?? false,
      mayPost: fact !== undefined && postingRefusal(fact.posting) === null,
      ownerless: isOwnerless(row),
    }
  })
}

/** As this actor may see them, in order; those that they may not are left out. */
export async function viewSeries(
  resources: Resources,
  actor: Actor,
  reads: readonly ReadSeries[],
): Promise<SeriesView[]> {
  const db = resources.mysql.read
  const [first] = reads
  if (!first) return []
  const access = await readAccess(
    db,
    actor,
    reads.map(({ row }) => row),
  )
  const waiting = await listWaiting(
    db,
    actor.workspaceId,
    reads.map(({ row }) => row.id),
    firstDayInReach(first.now),
  )
  return reads.flatMap((read, i) => {
    const may = (to: 'see-series' | 'read-series' | 'change-series' | 'settle-series') =>
      isAllowed(actor, { to, series: access[i]! })
    if (!may('see-series')) return []
    const { row } = read
    const readable = may('read-series')
    return {
      id: row.id,
      conversationId: row.conversationId,
      authorId: row.authorId,
      threadRootId: row.threadRootId,
      ...(row.alsoInChannel ? { alsoInChannel: true } : {}),
      belongsTo: row.belongsTo,
      guards: row.guards,
      lateBy_s: row.lateBy_s,
      text: readable ? row.text : null,
      payload: readable ? row.payload : null,
      rule: row.rule,
      start: row.start,
      zone: row.zone,
      status: row.status,
      pausedBecause: row.pausedBecause,
      version: row.version,
      upcoming: upcomingOf(resources, read, waiting.get(row.id) ?? []),
      nextWall: nextWallOf(resources, read, waiting.get(row.id)?.[0]),
      canChange: may('change-series'),
      canSettle: may('settle-series'),
      createdMs: row.createdMs,
      changedMs: row.changedMs,
    }
  })
}

export type Waiting = Awaited<ReturnType<typeof listWaiting>> extends Map<unknown, infer List> ? List : never

/** The day of the first that waits, so that a skipped one is not begun with again; at the time of day of the rule. */
function nextWallOf(resources: Resources, { row, now }: ReadSeries, first: Waiting[number] | undefined): string | null {
  if (first) return `${first.day}T${row.start.slice(11)}`
  return occurrencesOf(recurrenceOf(resources, row), 1, floorToSeconds(now))[0]?.wallClock ?? null
}

/** Those that wait, as they stand; then those that the job has not stored yet. */
export function upcomingOf(
  resources: Pick<Resources, 'zoneRules'>,
  { row, now }: ReadSeries,
  waiting: Waiting,
  count = SHOWN,
): OccurrenceView[] {
  const { offsetAt } = resources.zoneRules
  const stored = waiting.slice(0, count).map(({ id, sendAt, wallClock, zone }) => ({
    id,
    sendAt,
    wallClock,
    kind: resolveSendAt(wallClock, zone, offsetAt).kind,
  }))
  if (row.status !== 'ACTIVE' || stored.length >= count) return stored
  const after = Math.max(row.decidedTo, floorToSeconds(now)) as typeof row.decidedTo
  const later = occurrencesOf(recurrenceOf(resources, row), count - stored.length, after)
  return [...stored, ...later.map((occurrence) => ({ id: null, ...occurrence }))]
}
