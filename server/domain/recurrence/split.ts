/** "This and all following" from a later occurrence: a series ends before that day, and another goes on from it (T4). Pure. */
import { DomainError } from '../errors.ts'
import { resolveSendAt } from '../time/resolve-send-at.ts'
import type { EpochSeconds } from '../time/units.ts'
import { countBefore, occurrencesOf, type Occurrence, type Recurrence } from './occurrences.ts'
import { dayOf } from './plan-ahead.ts'
import type { Rule } from './rule.ts'

export type Divisible = {
  recurrence: Recurrence
  /** Days whose message waits. */
  waitingDays: ReadonlySet<string>
  /** Days that have their message already, whatever became of it: the waiting ones, the sent and the skipped. */
  takenDays: ReadonlySet<string>
}

export type Split = {
  /** The rule as it ends before that day. */
  before: Rule
  /** What is left of the rule, counted from `first`. */
  rest: Rule
  /** The wall clock of that day's occurrence, by the rule. */
  first: string
}

const DAY_S = 86_400
/** As many as a rule can count. */
const MOST_COUNTED = 1_000

/**
 * @param from the day of an occurrence that is still to come
 * @returns null: nothing comes before it, so the series is changed as a whole
 * @throws DomainError `invalid_input` where no occurrence of that day is to come
 */
export function splitAt(series: Divisible, from: string, now: EpochSeconds): Split | null {
  const { recurrence, waitingDays } = series
  const chosen = occurrenceOn(recurrence, from)
  if (!chosen || (chosen.sendAt <= now && !waitingDays.has(from))) {
    const expected = 'the day of an occurrence that is still to come'
    throw new DomainError('invalid_input', { field: 'from', value: from, expected })
  }
  const nextDay = nextFreeDay(series, now)
  const isFirst = (nextDay === null || nextDay >= from) && [...waitingDays].every((day) => day >= from)
  if (isFirst) return null
  return { before: endedBefore(recurrence, from), rest: restOf(recurrence, chosen.wallClock), first: chosen.wallClock }
}

/** What is left of its rule from a wall time on: of ten times, after four there are six to come. An end by date stays. */
export function restOf(recurrence: Recurrence, wallClock: string): Rule {
  const { rule } = recurrence
  if (rule.end.kind !== 'count') return rule
  const gone = countBefore(recurrence, wallClock, MOST_COUNTED)
  return { ...rule, end: { kind: 'count', count: Math.max(1, rule.end.count - gone) } }
}

/** A counted rule counts those before; any other ends with the day before, by the wall clock. */
function endedBefore(recurrence: Recurrence, day: string): Rule {
  const { rule } = recurrence
  if (rule.end.kind === 'count') {
    const count = countBefore(recurrence, `${day}T00:00:00`, MOST_COUNTED)
    return { ...rule, end: { kind: 'count', count } }
  }
  const dayBefore = new Date(Date.parse(`${day}T00:00:00Z`) - DAY_S * 1000).toISOString().slice(0, 10)
  return { ...rule, end: { kind: 'until', until: dayBefore.replaceAll('-', '') } }
}

function occurrenceOn(recurrence: Recurrence, day: string): Occurrence | undefined {
  if (!isDay(day)) return undefined
  const midnight = resolveSendAt(`${day}T00:00:00`, recurrence.zone, recurrence.offsetAt).sendAt
  // From the day before on: a clock change may move midnight. A rule has one a day at most.
  return occurrencesOf(recurrence, 4, (midnight - DAY_S) as EpochSeconds).find((each) => dayOf(each) === day)
}

const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text

/** The next day of the rule that has no message yet; those that are sent or skipped are no more to come. */
function nextFreeDay({ recurrence, takenDays }: Divisible, now: EpochSeconds): string | null {
  // One more than are taken: one of them is free.
  const next = occurrencesOf(recurrence, takenDays.size + 1, now).find((each) => !takenDays.has(dayOf(each)))
  return next ? dayOf(next) : null
}
