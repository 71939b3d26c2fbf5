import type { Recurrence } from '#server/domain/recurrence/occurrences.ts'
import { parseRule } from '#server/domain/recurrence/rule.ts'
import { floorToSeconds, type EpochMillis } from '#server/domain/time/units.ts'
import { MOST_HORIZON_S } from '#server/domain/time/send-time.ts'
import { wallClockAt } from '#server/domain/time/zone.ts'
import type { SeriesRow } from '#server/mysql/series.ts'
import type { Resources } from '../resources.ts'

/** A stored series as the domain reckons with it, by this process's zone rules. */
export const recurrenceOf = (
  { zoneRules }: Pick<Resources, 'zoneRules'>,
  { rule, start, zone }: Pick<SeriesRow, 'rule' | 'start' | 'zone'>,
): Recurrence => ({ rule: parseRule(rule), start, zone, offsetAt: zoneRules.offsetAt })

/** Two days more than the furthest that a workspace can allow, for the clocks of the world. */
const REACH_MS = (MOST_HORIZON_S + 2 * 86_400) * 1000

/** No message that waits is for a day before this one, by any clock: nobody can move one further ahead. */
export const firstDayInReach = (now: EpochMillis): string =>
  new Date(Math.max(0, now - REACH_MS)).toISOString().slice(0, 10)

/** The day before today in its zone: what is stored under it or later may still be decided anew. */
export const yesterdayIn = (
  { zoneRules }: Pick<Resources, 'zoneRules'>,
  { zone, decidedTo }: Pick<SeriesRow, 'zone' | 'decidedTo'>,
): string =>
  wallClockAt(
    floorToSeconds(Math.max(0, decidedTo * 1000 - 86_400_000) as EpochMillis),
    zone,
    zoneRules.offsetAt,
  ).slice(0, 10)
