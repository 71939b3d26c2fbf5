import type { ConversationId, MemberId, MessageId, SeriesId } from '#server/domain/ids.ts'
import type { ConversationKind } from '#server/domain/conversation/posting.ts'
import type {
  BelongsTo,
  PauseCause,
  SeriesConditions,
  SeriesEventKind,
  SeriesStatus,
} from '#server/domain/recurrence/series.ts'
import type { WallClockKind } from '#server/domain/time/resolve-send-at.ts'

/** One coming occurrence. `id` is its scheduled message, null while it is not stored yet. */
export type OccurrenceView = { id: MessageId | null; sendAt: number; wallClock: string; kind: WallClockKind }

/** A message that comes again and again, as those see it who may manage it, through every door. */
export type SeriesView = SeriesConditions & {
  id: SeriesId
  conversationId: ConversationId
  authorId: MemberId
  threadRootId: MessageId | null
  alsoInChannel?: boolean
  belongsTo: BelongsTo
  /** null: not the reader's to know, as for an administrator who is to hand it over. */
  text: string | null
  payload: string | null
  /** RFC 5545. */
  rule: string
  /** The wall clock the rule counts from. */
  start: string
  zone: string
  status: SeriesStatus
  pausedBecause: PauseCause | null
  /** +1 on every change; send it back with one. */
  version: number
  /** The next five, soonest first; nothing while it is paused. */
  upcoming: OccurrenceView[]
  /** The wall clock of the next one by its rule, also while it is paused or that one was moved; null where there is none. */
  nextWall: string | null
  canChange: boolean
  /** May hand it over or end it. */
  canSettle: boolean
  createdMs: number
  changedMs: number
}

/** A series as an administrator sees it who is not its author: everything but its text. */
export type OthersSeriesView = Pick<
  SeriesView,
  'id' | 'authorId' | 'belongsTo' | 'rule' | 'start' | 'zone' | 'status' | 'pausedBecause' | 'version'
> & {
  /** `name` is empty, and there is no `id`, where the administrator may not read the conversation. */
  conversation: { id: ConversationId | null; kind: ConversationKind; name: string }
  /** null while it is paused, or where nothing more will come. */
  next: OccurrenceView | null
  canPause: boolean
  /** Only what an administrator paused: what its author paused is the author's to go on with. */
  canResume: boolean
  canEnd: boolean
}

/** What came of a change: messages that were being sent already, or were closed, go out as they were. */
export type SeriesChanged = {
  /** null: it is not the actor's to see any more, as after handing it over. */
  series: SeriesView | null
  /** The series that goes on where this one was split. */
  rest?: SeriesView
  tooLate: MessageId[]
  /** Of those taken back, the ones that had been changed on their own: what comes in their place is as the series has it. */
  edited: MessageId[]
  /** What was skipped; scheduled again it is the message of its day. */
  skipped?: MessageId
}

export type SeriesEventView = {
  id: string
  kind: SeriesEventKind
  /** null: the system */
  actorId: MemberId | null
  client: string
  at_ms: number
  detail: Record<string, unknown> | null
}
