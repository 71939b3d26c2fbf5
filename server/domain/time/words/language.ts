import type { Chrono } from 'chrono-node/en'

/** What one language adds to the parser: the names of things, and the phrases it does not know by itself. */
export type Language = {
  /** BCP 47, without a region. */
  code: string
  /** @param dayFirst whether 5/12 is the fifth of December */
  chrono: (dayFirst: boolean) => Chrono
  /** Spellings, in the order they are replaced. The text is lower case by then. */
  rewrite: readonly Rewriting[]
  /** A day and month by name, up to where a year may follow. */
  dayInMonth: RegExp
  /** "at", before a time of day. */
  at: string
  /** Dates that the parser does not know: cut out where they match. */
  dates: readonly DatePhrase[]
  parts: Record<PartOfDay, RegExp>
  /** What may be left over without meaning anything. */
  filler: RegExp
  /** "every", "daily" */
  repeats: RegExp
  /** "last", "ago" */
  past: RegExp
  /** "next" before a weekday. */
  next: RegExp
  /** "in", before a length of time, or what it may begin with itself. */
  within: RegExp
  /** Units of the calendar in a length of time: they keep the time on the wall. */
  calendarUnit: RegExp
  /** The first or second of two instants of one wall clock, after a time. Groups `earlier` and `later`. */
  choice: RegExp
  /** A place beside a word for time: `tokyo time`, `zeit in tokio`. Group `place`. */
  placeTime: readonly RegExp[]
  /** What may stand before a place without one. */
  placePrefix: RegExp
  /** "their time", in a direct conversation. */
  theirs: RegExp
  /** "my time" */
  mine: RegExp
}

type Rewriting = readonly [RegExp, string | ((...match: string[]) => string)]

export type PartOfDay = 'morning' | 'afternoon' | 'evening' | 'night'

/**
 * Where the pattern has a group `month`, a year may follow it.
 * @returns the days meant, soonest first: the first of them whose time is still to come counts. Null: not this after all
 */
export type DatePhrase = {
  pattern: RegExp
  days: (match: RegExpExecArray, today: string) => string[] | null
}
