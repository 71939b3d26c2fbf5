/** What comes of a time in words: exactly one second with its wall clock and zone, or why not. */
import type { Reading, WallClockKind } from '../resolve-send-at.ts'
import type { EpochSeconds, ZoneId } from '../units.ts'

export type Moment = {
  epochSeconds: EpochSeconds
  /** `YYYY-MM-DDTHH:mm:ss` as the words had it. In a gap no clock will show it. */
  wallClock: string
  zone: ZoneId
  kind: WallClockKind
  /** Which of two instants this is, where a clock change leaves two. */
  choice: Reading | null
}

/** In what an alternative differs from the first reading. */
export type Difference =
  | 'earlier' // the first of two instants of this wall clock
  | 'later' // the second of them
  | 'other-half' // nine in the evening instead of the morning
  | 'other-order' // day and month the other way round
  | 'coming' // the coming Saturday instead of that of next week
  | 'week-later'
  | 'day-later'
  | 'own-day' // the writer's day instead of that of the zone
  | 'other-zone' // another zone of that abbreviation

export type Alternative = Moment & { differs: Difference }

export const WORDS_ERRORS = [
  'empty',
  'not_understood',
  'day_mismatch',
  'no_time_of_day',
  'two_times',
  'range',
  'repeats',
  'unknown_zone',
  'unknown_person',
  'time_in_past',
  'time_too_far',
] as const
export type WordsError = (typeof WORDS_ERRORS)[number]

/** `at` is the second that was meant, where it was understood and cannot be had. */
export type WordsRefusal = {
  ok: false
  error: WordsError
  /** In plain English, with what was wrong and what to do. */
  message: string
  /** The part of the text that it is about. */
  about: string
  at?: Moment
}
/** What the words say; the rest is ours. A length of time on the clock says day and clock. */
export type Named = { day: boolean; clock: boolean; partOfDay: boolean; zone: boolean }
export type WordsTime = { ok: true; alternatives: Alternative[]; names: Named } & Moment
export type WordsResult = WordsTime | WordsRefusal
