/** What a series becomes from its next occurrence on, or from a later one: for the change, and for its preview. */
import { checkText } from '#server/domain/message/limits.ts'
import { occurrencesOf } from '#server/domain/recurrence/occurrences.ts'
import { formatRule, parseRule } from '#server/domain/recurrence/rule.ts'
import { restOf, splitAt } from '#server/domain/recurrence/split.ts'
import { floorToSeconds, type EpochMillis } from '#server/domain/time/units.ts'
import type { Db } from '#server/mysql/connect.ts'
import type { ReadSeries, SeriesRow } from '#server/mysql/series.ts'
import { listTakenDays, listWaiting } from '#server/mysql/series-occurrences.ts'
import type { Resources } from '../resources.ts'
import { checkUsual } from './create-series.ts'
import { firstDayInReach, recurrenceOf, yesterdayIn } from './recurrence-of.ts'

type Times = Pick<SeriesRow, 'rule' | 'start'>
/** The rule as it ends before that day, and what goes on from it. */
export type SeriesSplit = { from: string; before: string; rest: Times }

/**
 * Where `from` parts the series.
 * @returns null: it is changed as a whole
 * @throws DomainError `invalid_input` where no occurrence of that day is to come
 */
export async function readSplit(
  resources: Pick<Resources, 'zoneRules'>,
  db: Db,
  { row, now }: ReadSeries,
  from: string | undefined,
): Promise<SeriesSplit | null> {
  if (from === undefined) return null
  const divisible = {
    recurrence: recurrenceOf(resources, row),
    waitingDays: await readWaitingDays(db, { row, now }),
    takenDays: await readTakenDays(resources, db, { row, now }),
  }
  const split = splitAt(divisible, from, floorToSeconds(now))
  return split && { from, before: formatRule(split.before), rest: { rule: formatRule(split.rest), start: split.first } }
}

export async function readWaitingDays(db: Db, { row, now }: ReadSeries): Promise<ReadonlySet<string>> {
  const waiting = await listWaiting(db, row.workspaceId, [row.id], firstDayInReach(now))
  return new Set(waiting.get(row.id)?.map(({ day }) => day))
}

/** Days from today on that have their message, whatever became of it. */
export const readTakenDays = (resources: Pick<Resources, 'zoneRules'>, db: Db, { row, now }: ReadSeries) =>
  listTakenDays(db, row, yesterdayIn(resources, { zone: row.zone, decidedTo: floorToSeconds(now) }))

export type AskedContent = {
  text?: string
  payload?: string | null
  rule?: string
  /** The first day it is for, and the new time of day; by default the first of them as it would be. */
  wallClock?: string
  zone?: string
  /** The instant of `wallClock` that the author was shown; refused where the server reads it otherwise (T1). */
  sendAt?: number
}
type Content = Pick<SeriesRow, 'text' | 'payload' | 'rule' | 'start' | 'zone'>

/** @throws DomainError for a text, rule or time that cannot be */
export function contentOf(
  resources: Pick<Resources, 'zoneRules'>,
  row: Content,
  input: AskedContent,
  now: EpochMillis,
): Content {
  const text = input.text ?? row.text
  const payload = input.payload === undefined ? row.payload : input.payload
  checkText(text, Boolean(payload))
  const { rule: newRule, wallClock, zone, sendAt } = input
  const touchesTime = [newRule, wallClock, zone, sendAt].some((part) => part !== undefined)
  if (!touchesTime) return { text, payload, rule: row.rule, start: row.start, zone: row.zone }
  const old = recurrenceOf(resources, row)
  const [next] = occurrencesOf(old, 1, floorToSeconds(now))
  const time = checkUsual(
    {
      wallClock: wallClock ?? next?.wallClock ?? row.start,
      zone: zone ?? row.zone,
      ...(sendAt === undefined ? {} : { sendAt }),
    },
    resources.zoneRules.offsetAt,
  )
  const rule = newRule === undefined ? restOf(old, next?.wallClock ?? '9999') : parseRule(newRule)
  return { text, payload, rule: formatRule(rule), start: time.wallClock, zone: time.zone }
}
