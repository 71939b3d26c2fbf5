import type { GuardChoice } from '#server/domain/scheduled-message/guards.ts'
import type { ConversationKind } from '#server/domain/conversation/posting.ts'
import type { ConversationId, MemberId, MessageId, RowId, SeriesId } from '#server/domain/ids.ts'
import type { Violation } from '#server/domain/moderation/content-rules.ts'
import type { FailReason, LateCause, Status } from '#server/domain/scheduled-message/state.ts'
import type { Promised } from '#server/domain/time/send-time.ts'

/** A scheduled message as its author sees it, through every door. */
export type ScheduledView = {
  id: MessageId
  conversationId: ConversationId
  authorId: MemberId
  threadRootId: MessageId | null
  /** Of a reply: it will stand in the channel too. */
  alsoInChannel?: boolean
  text: string
  payload: string | null
  sendAt: number
  zone: string
  wallClock: string
  /** What stays should the rules of the zone change. */
  promised: Promised
  notAfter: number | null
  guards: GuardChoice
  status: Status
  /** +1 when what people see changed; send it back with an edit. */
  version: number
  failReason: FailReason | null
  sentSeq: number | null
  sentAt_ms: number | null
  lateCause: LateCause | null
  editableUntil: number
  canEdit: boolean
  canCancel: boolean
  createdMs: number
  changedMs: number
  /** The series it is an occurrence of. */
  seriesId: SeriesId | null
  /** The day of that series that it is for, wherever it was moved. */
  seriesDay?: string
}

export const EVENT_KINDS = [
  'created',
  'edited',
  'rescheduled',
  'canceled',
  'send_now',
  'sent',
  'failed',
  'retried',
  'held',
  'handed_over',
  'rules_changed',
  'admin_read',
] as const
export type EventKind = (typeof EVENT_KINDS)[number]

/** One line of the audit trail (C8). */
export type ScheduledEventView = {
  id: string
  kind: EventKind
  /** null: the system */
  actorId: MemberId | null
  client: string
  at_ms: number
  /** What changed: before and after, planned and real time, reason. Null where retention blanked it. */
  detail: Record<string, unknown> | null
}

export type NoticeKind =
  | 'scheduled_failed'
  | 'scheduled_late'
  | 'admin_canceled'
  | 'admin_moved'
  | 'handed_over'
  | 'rules_changed'
  | 'series_paused'
  | 'series_ownerless'
  | 'series_missed'
  | 'series_handed_over'
  | 'series_admin_paused'
  | 'series_admin_resumed'
  | 'series_admin_ended'

export type NoticeView = {
  id: string
  kind: NoticeKind
  /** What it is about: one message, or a series. */
  scheduledId: MessageId | null
  seriesId: SeriesId | null
  conversationId: ConversationId
  /** Who did it, where somebody did. */
  actorId: MemberId | null
  /** Why it was not sent, or why a series stands still. */
  reason: FailReason | null
  /** Of `content_refused`: the word or the host. */
  violation: Violation | null
  lateCause: LateCause | null
  sendAt: number
  createdMs: number
}

/** A text with a time that is not armed: nobody sends it until its author schedules it. */
export type PlannedDraftView = {
  id: RowId
  conversationId: ConversationId
  threadRootId: MessageId | null
  /** Of a reply: it will stand in the channel too. */
  alsoInChannel?: boolean
  text: string
  payload: string | null
  sendAt: number
  zone: string
  wallClock: string
  /** What stays should the rules of the zone change; a server of the version before tells none. */
  promised?: Promised
  notAfter: number | null
  guards: GuardChoice | null
  /** The scheduled message it was held back from. */
  heldFrom: MessageId | null
  /** +1 with every change; send it back with an edit. */
  version: number
  createdMs: number
  changedMs: number
}

/** A scheduled message as an administrator sees it who is not its author: everything but its text. */
export type OthersScheduledView = {
  id: MessageId
  authorId: MemberId
  /** `name` is empty, and there is no `id`, where the administrator may not read the conversation. */
  conversation: { id: ConversationId | null; kind: ConversationKind; name: string }
  /** Whether it is one of a series, which is paused and ended as a whole. */
  repeats: boolean
  sendAt: number
  zone: string
  status: Status
  version: number
  failReason: FailReason | null
  editableUntil: number
  /** Whether the administrator may cancel and reschedule it now. */
  canManage: boolean
  /** Whether it can be handed over to another member. */
  canHandOver: boolean
}
