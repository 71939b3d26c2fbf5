/** The states of a series and who may manage it. */
import { DomainError } from '../errors.ts'
import { hasGuards, NO_GUARDS, type GuardChoice } from '../scheduled-message/guards.ts'
import type { FailReason } from '../scheduled-message/state.ts'
import { seconds, type EpochSeconds, type Seconds } from '../time/units.ts'

/**
 * ACTIVE is looked at by the job, which stores what comes. PAUSED stores nothing and has nothing waiting; whoever manages
 * it resumes it. ENDED is final: its rule has no further day, or somebody ended it.
 */
export type SeriesStatus = 'ACTIVE' | 'PAUSED' | 'ENDED'

/** `author`: its author alone manages it. `channel`: everyone who may post there. */
export const BELONGS_TO = ['author', 'channel'] as const
export type BelongsTo = (typeof BELONGS_TO)[number]

/** What each of its messages is tied to (C5, C7). */
export type SeriesConditions = {
  guards: GuardChoice
  /** How long after its second each may still go out; null: as the workspace allows. */
  lateBy_s: Seconds | null
}

/** What an author gave of them; what is not given is off. */
export type AskedConditions = { guards?: Partial<GuardChoice>; lateBy_s?: number | null }

/** A year, as far as anything is scheduled. */
const MOST_LATE_S = 366 * 86_400

/**
 * @param before what stays where nothing else is given
 * @throws DomainError `invalid_input` for a lateness that is none
 */
export function checkConditions(
  { guards, lateBy_s }: AskedConditions,
  before: SeriesConditions = { guards: NO_GUARDS, lateBy_s: null },
): SeriesConditions {
  const late = lateBy_s === undefined ? before.lateBy_s : lateBy_s
  if (late !== null && !(Number.isInteger(late) && late >= 0 && late <= MOST_LATE_S)) {
    const expected = `whole seconds from 0 to ${MOST_LATE_S}`
    throw new DomainError('invalid_input', { field: 'lateBy_s', value: late, expected })
  }
  return { guards: { ...before.guards, ...guards }, lateBy_s: late === null ? null : seconds(late) }
}

/** Only what is set of them. */
export const tiedTo = ({ guards, lateBy_s }: SeriesConditions): Partial<SeriesConditions> => ({
  ...(hasGuards(guards) ? { guards } : {}),
  ...(lateBy_s === null ? {} : { lateBy_s }),
})

/** The last second in which the occurrence of `sendAt` may go out. */
export const notAfterOf = (sendAt: EpochSeconds, lateBy_s: Seconds | null): EpochSeconds | null =>
  lateBy_s === null ? null : ((sendAt + lateBy_s) as EpochSeconds)

/** Why it stands still: somebody paused it, an administrator did with another's, or its author may not post there any more. */
export type PauseCause = 'by_hand' | 'by_admin' | FailReason

/** What the audit trail of a series tells; each of its messages has a trail of its own. */
export const SERIES_EVENT_KINDS = [
  'created',
  'edited',
  /** It ends before a day, from which another series goes on. */
  'split',
  'skipped',
  'paused',
  'resumed',
  'handed_over',
  'missed',
  'ended',
] as const
export type SeriesEventKind = (typeof SERIES_EVENT_KINDS)[number]

/** There is nobody in whose name it could go on: an administrator hands it over or ends it. */
export const GONE_CAUSES = [
  'author_deactivated',
  'author_left_workspace',
  'not_in_channel',
] as const satisfies PauseCause[]

export const isOwnerless = (series: { status: SeriesStatus; pausedBecause: PauseCause | null }): boolean =>
  series.status === 'PAUSED' && GONE_CAUSES.some((cause) => cause === series.pausedBecause)
