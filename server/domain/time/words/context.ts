import type { EpochSeconds, Seconds, ZoneId } from '../units.ts'
import type { OffsetAt } from '../zone.ts'

/** Someone whose clock may be meant: `@name`. */
export type Person = { name: string; zone: ZoneId }

/** All that a reading depends on beside the words. Nothing comes from the host: no clock, no zone, no language. */
export type WordsContext = {
  /** By the server's clock. */
  now: EpochSeconds
  /** The writer's. */
  zone: ZoneId
  /** BCP 47, such as `en-GB`: the language tried first, and whether 5/12 is in December. */
  locale: string
  people?: readonly Person[]
  /** The other side of a direct conversation: "their time". */
  theirs?: ZoneId
  /**
   * A text follows the words, and its first word is none of theirs: a zone is only "X time", "in X", `@name`, an IANA id
   * or an abbreviation in capitals.
   */
  beginsText?: boolean
  /** Furthest ahead; without it any second is allowed. */
  horizon_s?: Seconds
  offsetAt?: OffsetAt
}
