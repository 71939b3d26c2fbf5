import type { OffsetAt } from './zone.ts'

/** The rules a process reckons with, and which edition of the tz database they are (T6). */
export type ZoneRules = {
  /** Such as `2025c`; a later edition is greater as text. */
  version: string
  offsetAt: OffsetAt
}
