import { DomainError } from '#server/domain/errors.ts'
import type { SeriesId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { occurrencesOf } from '#server/domain/recurrence/occurrences.ts'
import { formatRule, parseRule } from '#server/domain/recurrence/rule.ts'
import { GONE_CAUSES } from '#server/domain/recurrence/series.ts'
import { checkSendTime } from '#server/domain/time/send-time.ts'
import { floorToSeconds } from '#server/domain/time/units.ts'
import { loadDbNow } from '#server/mysql/now.ts'
import { listAuditEvents } from '#server/mysql/audit.ts'
import { listOwnerless, listSeriesFor, readSeries } from '#server/mysql/series.ts'
import type { OccurrenceView, SeriesEventView, SeriesView } from '#server/protocol/series-view.ts'
import type { Resources } from '../resources.ts'
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

/**
 * The next five dates that a rule would have from now, exactly as they would be stored, and the rule as it would be kept.
 * @throws DomainError what is wrong with the rule or the time
 */
export async function previewSeries(
  resources: Resources,
  input: { rule: string; wallClock: string; zone: string },
): Promise<{ rule: string; occurrences: Omit<OccurrenceView, 'id'>[] }> {
  const { offsetAt } = resources.zoneRules
  const { zone, wallClock: start } = checkSendTime(input, offsetAt)
  const rule = parseRule(input.rule)
  const now = floorToSeconds(await loadDbNow(resources.mysql.read))
  return { rule: formatRule(rule), occurrences: occurrencesOf({ rule, start, zone, offsetAt }, PREVIEWED, now) }
}
