/**
 * The days of a rule, each at the series' own wall time, in the zone's own clock.
 *
 * The library counts on the wall alone, as if there were no zones; each wall time is then read by `resolveSendAt`, as every
 * other scheduled message is. So a 02:30 that a clock change moves to 03:30 is 02:30 again the next time, and no occurrence
 * is left out: the library by itself drops the ones that fall into a gap.
 */
import { RRuleTemporal } from 'rrule-temporal'
import { DomainError } from '../errors.ts'
import { resolveSendAt, type WallClockKind } from '../time/resolve-send-at.ts'
import type { EpochSeconds, ZoneId } from '../time/units.ts'
import { wallClockAt, type OffsetAt } from '../time/zone.ts'
import { formatRule, type Frequency, type Rule } from './rule.ts'

export type Occurrence = {
  /** What the rule says, whatever the clocks do that day: `2027-03-14T02:30:00`. */
  wallClock: string
  sendAt: EpochSeconds
  kind: WallClockKind
}

/** A rule, and the wall time from which it counts: its first day, and its time of day. */
export type Recurrence = {
  rule: Rule
  start: string
  zone: ZoneId
  /** The zone rules to reckon with; default: the runtime's. */
  offsetAt?: OffsetAt
}

/**
 * Bounds of the search, in steps of the rule: a rule that never happens is told in a fifth of a second at most. February
 * 29th is at most 2,922 days away, and after 400 years the calendar begins anew.
 */
const MOST_PERIODS: Record<Frequency, number> = { DAILY: 3_000, WEEKLY: 600, MONTHLY: 1_200, YEARLY: 450 }
const MOST_CANDIDATES = 100_000
const DAY_MS = 86_400_000
/** A rule of large steps leaves the calendar here. */
const LAST_YEAR = 4_999

/**
 * The next occurrences, soonest first; fewer than `limit` where the rule ends.
 * @param after only those later than this instant; default: from the first
 * @throws DomainError `rule_never_happens` where no day fits, as with February 30th
 */
export function occurrencesOf(recurrence: Recurrence, limit: number, after?: EpochSeconds): Occurrence[] {
  const found: Occurrence[] = []
  let previous = -1
  for (const wallClock of wallClocks(recurrence, after)) {
    const { sendAt, kind } = resolveSendAt(wallClock, recurrence.zone, recurrence.offsetAt)
    if (isOver(recurrence, wallClock, sendAt)) break
    // Where a zone leaves out a whole day, that day's occurrence falls on the next one's instant. It is sent once.
    const twice = sendAt <= previous
    previous = sendAt
    if (twice || (after !== undefined && sendAt <= after)) continue
    found.push({ wallClock, sendAt, kind })
    if (found.length >= limit) break
  }
  return found
}

/**
 * How many days of a counted rule lie before this wall time, as COUNT counts them: also one that a zone left out. Counts at
 * most `limit`.
 */
export function countBefore(recurrence: Recurrence, wallClock: string, limit: number): number {
  let count = 0
  for (const each of wallClocks(recurrence)) {
    if (count >= limit || each >= wallClock) break
    count++
  }
  return count
}

function isOver({ rule: { end } }: Recurrence, wallClock: string, sendAt: EpochSeconds): boolean {
  if (end.kind !== 'until') return false
  if (end.until.endsWith('Z')) return sendAt * 1000 > Date.parse(isoOf(end.until))
  const last = end.until.length === 8 ? `${end.until}T235959` : end.until
  return wallClock > isoOf(last)
}

/** `20270102T090000Z` as `2027-01-02T09:00:00Z`. */
const isoOf = (compact: string) =>
  compact.replace(
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)/,
    (_, y, mo, d, h, mi, s) => `${y}-${mo}-${d}T${h}:${mi}:${s}`,
  )

/** Wall times in order, beginning near `after`. */
function* wallClocks({ rule, start, zone, offsetAt }: Recurrence, after?: EpochSeconds): Generator<string> {
  const from = start.length === 16 ? `${start}:00` : start
  // UNTIL is ours to judge, in the zone; COUNT is the library's, which counts from the start.
  const counted = rule.end.kind === 'count' ? rule.end : ({ kind: 'never' } as const)
  const dates = new RRuleTemporal({
    rruleString: `DTSTART;TZID=UTC:${from.replace(/[-:]/g, '')}\nRRULE:${formatRule({ ...rule, end: counted })}`,
    strict: true,
    cache: false,
    maxIterations: MOST_PERIODS[rule.freq],
    maxCandidateEvaluations: MOST_CANDIDATES,
  })
  const show = (date: { toString(): string }) => date.toString().slice(0, 19)
  // Two days earlier: the two clocks differ by up to 26 hours, and a left-out day is seen from the one before.
  let cursor = Math.max(
    Date.parse(`${from}Z`) - 1,
    after === undefined ? 0 : Date.parse(`${wallClockAt(after, zone, offsetAt)}Z`) - 2 * DAY_MS,
  )
  if (counted.kind === 'count') {
    const all = searched(() => dates.all())
    yield* all.filter((date) => date.epochMilliseconds > cursor).map(show)
    return
  }
  for (;;) {
    const date = searched(() => dates.next(new Date(cursor), false))
    if (!date || date.year > LAST_YEAR) return
    cursor = date.epochMilliseconds
    yield show(date)
  }
}

/** @throws DomainError `rule_never_happens` where the library gives up */
function searched<T>(search: () => T): T {
  try {
    return search()
  } catch (error) {
    if (error instanceof Error && /^Maximum/.test(error.message)) throw new DomainError('rule_never_happens')
    throw error
  }
}
