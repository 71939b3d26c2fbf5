/** The states of a series and who may manage it. */
import type { FailReason } from '../scheduled-message/state.ts'

/**
 * ACTIVE is looked at by the job, which stores what comes. PAUSED stores nothing and has nothing waiting; whoever manages
 * it resumes it. ENDED is final: its rule has no further day, or somebody ended it.
 */
export type SeriesStatus = 'ACTIVE' | 'PAUSED' | 'ENDED'

/** `author`: its author alone manages it. `channel`: everyone who may post there. */
export const BELONGS_TO = ['author', 'channel'] as const
export type BelongsTo = (typeof BELONGS_TO)[number]

/** Why it stands still: somebody paused it, or its author may not post there any more. */
export type PauseCause = 'by_hand' | FailReason

/** What the audit trail of a series tells; each of its messages has a trail of its own. */
export const SERIES_EVENT_KINDS = [
  'created',
  'edited',
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
