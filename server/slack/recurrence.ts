/** Messages that come again and again, which Slack's API lacks (N3): what is asked of them, and how they are shown. */
import { z } from 'zod'
import { DomainError } from '#server/domain/errors.ts'
import type { ConversationId, SeriesId } from '#server/domain/ids.ts'
import { BELONGS_TO } from '#server/domain/recurrence/series.ts'
import { epochSeconds } from '#server/domain/time/units.ts'
import { parseZone, wallClockAt } from '#server/domain/time/zone.ts'
import type { SeriesView } from '#server/protocol/series-view.ts'
import { listSeries, loadSeries } from '#server/usecases/series/load-series.ts'
import { jsonArgument } from './arguments.ts'
import { choiceFields } from './guard-arguments.ts'
import type { Place } from './load-places.ts'
import { partsOf } from './message-object.ts'
import type { Answer, SlackCall } from './method.ts'
import { publicConversationId, publicMemberId, publicScheduledId, publicSeriesId, readPublicId } from './public-ids.ts'
import { threadFields } from './scheduled-object.ts'
import { wrongArgument } from './slack-error.ts'

const parts = {
  rule: z.string(),
  belongs_to: z.enum(BELONGS_TO).optional(),
  /** Seconds after its own in which each may still go out; null: as the workspace allows. */
  late_by: z.number().int().nonnegative().nullish(),
}
/** `{ "rule": "FREQ=WEEKLY;BYDAY=MO", "belongs_to": "author" | "channel", "late_by": 900 }` */
export const recurrenceArgument = jsonArgument('invalid_recurrence').pipe(z.strictObject(parts))
/** Of a change: only what changes. */
export const recurrenceChange = jsonArgument('invalid_recurrence').pipe(z.strictObject(parts).partial())

/** @returns only what was given */
export const askedRecurrence = ({ rule, belongs_to, late_by }: z.output<typeof recurrenceChange> = {}) => ({
  ...(rule === undefined ? {} : { rule }),
  ...(belongs_to === undefined ? {} : { belongsTo: belongs_to }),
  ...(late_by === undefined ? {} : { lateBy_s: late_by }),
})

/** The wall clock a series counts from: as given, or what the clock of its zone shows at `post_at`. */
export function firstWallClock(
  { resources }: SlackCall['host'],
  asked: { sendAt?: number; wallClock?: string; zone: string },
): string {
  if (asked.wallClock !== undefined) return asked.wallClock
  return wallClockAt(epochSeconds(asked.sendAt ?? 0), parseZone(asked.zone), resources.zoneRules.offsetAt)
}

/** A series as lists and changes show it. `text` is null where it is not the caller's to read. */
export function seriesObject(series: SeriesView, { isDirect, threadTs }: Place): Answer {
  return {
    id: publicSeriesId(series.id),
    channel_id: publicConversationId(series.conversationId, isDirect ? 'direct' : 'public'),
    user: publicMemberId(series.authorId),
    belongs_to: series.belongsTo,
    rule: series.rule,
    ...(series.lateBy_s === null ? {} : { late_by: series.lateBy_s }),
    ...choiceFields(series.guards),
    wall_clock: series.start,
    time_zone: series.zone,
    status: series.status.toLowerCase(),
    ...(series.pausedBecause === null ? {} : { paused_because: series.pausedBecause }),
    text: series.text,
    ...partsOf(series.payload),
    ...threadFields(threadTs, series),
    next: series.upcoming.map(({ id, sendAt, wallClock }) => ({
      scheduled_message_id: id === null ? null : publicScheduledId(id),
      post_at: sendAt,
      wall_clock: wallClock,
    })),
    can_change: series.canChange,
    date_created: Math.floor(series.createdMs / 1000),
  }
}

/** What one of its messages tells of its series. */
export async function recurrenceFields({ host, actor }: SlackCall, ids: readonly (SeriesId | null)[]) {
  const wanted = ids.filter((id) => id !== null)
  const known = new Map(
    wanted.length === 0 ? [] : (await listSeries(host.resources, actor)).map((series) => [series.id, series]),
  )
  return (id: SeriesId | null): Answer => {
    if (id === null) return {}
    const series = known.get(id)
    return { recurrence: { series_id: publicSeriesId(id), ...(series ? { rule: series.rule } : {}) } }
  }
}

/** @throws SlackError `invalid_series_id`, for mistyped ones and for what the caller may not see alike (I7) */
export async function findSeries(
  { host, actor }: SlackCall,
  text: string,
  channel?: ConversationId,
): Promise<SeriesView> {
  const id = readPublicId<SeriesId>('series', text)
  const found = id && (await loadSeries(host.resources, actor, id).catch(notThere))
  if (found && (channel === undefined || found.conversationId === channel)) return found
  throw wrongArgument('invalid_series_id', 'series_id', text, 'no series that you can see')
}

function notThere(error: unknown): null {
  if (error instanceof DomainError) return null
  throw error
}
