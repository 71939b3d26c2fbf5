import type { ConversationId, MemberId, MessageId } from '#server/domain/ids.ts'
import type { GuardChoice } from '#server/domain/scheduled-message/guards.ts'
import type { FailReason, LateCause, Status } from '#server/domain/scheduled-message/state.ts'

/** A scheduled message as its author sees it, through every door. */
export type ScheduledView = {
  id: MessageId
  conversationId: ConversationId
  authorId: MemberId
  threadRootId: MessageId | null
  text: string
  payload: string | null
  sendAt: number
  zone: string
  wallClock: string
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

export type NoticeView = {
  id: string
  kind: 'scheduled_failed' | 'scheduled_late'
  scheduledId: MessageId
  conversationId: ConversationId
  reason: FailReason | null
  lateCause: LateCause | null
  sendAt: number
  createdMs: number
}
