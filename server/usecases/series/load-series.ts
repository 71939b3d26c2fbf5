import { DomainError } from '#server/domain/errors.ts'
import type { SeriesId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { occurrencesOf } from '#server/domain/recurrence/occurrences.ts'
import { dayOf } from '#server/domain/recurrence/plan-ahead.ts'
import { formatRule, parseRule } from '#server/domain/recurrence/rule.ts'
import { GONE_CAUSES } from '#server/domain/recurrence/series.ts'
import { checkSendTime } from '#server/domain/time/send-time.ts'
import { floorToSeconds } from '#server/domain/time/units.ts'
import { loadDbNow } from '#server/mysql/now.ts'
import { listAuditEvents } from '#server/mysql/audit.ts'
import { listOwnerless, listSeriesFor, readSeries } from '#server/mysql/series.ts'
import type { OccurrenceView, SeriesEventView, SeriesView } from '#server/protocol/series-view.ts'
import type { Resources } from '../resources.ts'
import { contentOf, readSplit, readTakenDays, readWaitingDays } from './following.ts'
import { viewSeries } from './series-access.ts'

const MOST_LISTED = 200
const PREVIEWED = 5

/** One's own, those of one's channels, and for administrators those that need somebody. */
export async function listSeries(resources: Resources, actor: Actor): Promise<SeriesView[]> {
  const db = resources.mysql.read
  const mine = await listSeriesFor(db, actor.workspaceId, actor.memberId, MOST_LISTED)
  const ownerless = actor.role === 'member' ? [] : await listOwnerless(db, actor.workspaceId, GONE_CAUSES, MOST_LISTED)
  const known = new Set(mine.map(({ row }) => row.id))
  return viewSeries(resources, actor, [...mine, ...ownerless.filter(({ row }) => !known.has(row.id))])
}

/** @throws DomainError `not_found`, also where the actor may not see it */
export async function loadSeries(resources: Resources, actor: Actor, id: SeriesId): Promise<SeriesView> {
  const read = await readSeries(resources.mysql.read, actor.workspaceId, id)
  const [view] = await viewSeries(resources, actor, read ? [read] : [])
  if (!view) throw new DomainError('not_found', { id })
  return view
}

/** Its audit trail, oldest first (C8). Texts in it only for who may read the series. */
export async function loadSeriesHistory(resources: Resources, actor: Actor, id: SeriesId): Promise<SeriesEventView[]> {
  const { text } = await loadSeries(resources, actor, id)
  const events = await listAuditEvents(resources.mysql.read, actor.workspaceId, id)
  return events.map((event) => (text === null ? { ...event, detail: withoutTexts(event.detail) } : event))
}

function withoutTexts(detail: Record<string, unknown> | null): Record<string, unknown> | null {
  if (!detail) return null
  const cut = (value: unknown): unknown =>
    typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).flatMap(([key, each]) => (key === 'text' ? [] : [[key, cut(each)]])))
      : value
  return cut(detail) as Record<string, unknown>
}

const NONE: readonly string[] = []

type Previewed = {
  /** Not given: what is left of the rule of the series. */
  rule?: string
  wallClock: string
  zone: string
  /** The series whose following ones it is to be, from its next or from a later day on: days that are decided are left out. */
  of?: { id: SeriesId; from?: string }
}

/**
 * The next five dates that a rule would have from now, exactly as they would be stored, and the rule as it would be kept.
 * @throws DomainError what is wrong with the rule or the time; `not_found`, also where the actor may not see the series
 */
export async function previewSeries(
  resources: Resources,
  actor: Actor,
  input: Previewed,
): Promise<{ rule: string; occurrences: Omit<OccurrenceView, 'id'>[] }> {
  const { offsetAt } = resources.zoneRules
  const { zone, wallClock: start } = checkSendTime(input, offsetAt)
  const { rule, taken, now } = await (input.of
    ? ruleOfFollowing(resources, actor, input, input.of)
    : { rule: input.rule ?? '', taken: NONE, now: await loadDbNow(resources.mysql.read) })
  const parsed = parseRule(rule)
  const recurrence = { rule: parsed, start, zone, offsetAt }
  const occurrences = occurrencesOf(recurrence, PREVIEWED + taken.length, floorToSeconds(now))
    .filter((each) => !taken.includes(dayOf(each)))
    .slice(0, PREVIEWED)
  return { rule: formatRule(parsed), occurrences }
}

async function ruleOfFollowing(resources: Resources, actor: Actor, asked: Previewed, of: NonNullable<Previewed['of']>) {
  const db = resources.mysql.read
  const read = await readSeries(db, actor.workspaceId, of.id)
  if (!read || (await viewSeries(resources, actor, [read])).length === 0)
    throw new DomainError('not_found', { id: of.id })
  const split = await readSplit(resources, db, read, of.from)
  const { rule } = contentOf(resources, split ? { ...read.row, ...split.rest } : read.row, asked, read.now)
  const waiting = await readWaitingDays(db, read)
  const taken = [...(await readTakenDays(resources, db, read))].filter((day) => !waiting.has(day))
  return { rule, taken: taken.filter((day) => !split || day >= split.from), now: read.now }
}
