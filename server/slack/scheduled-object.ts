/** A pending message as lists and changes show it: Slack's five fields, and what Slack leaves out (N3). */
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import { guardFields } from './guard-arguments.ts'
import { partsOf } from './message-object.ts'
import type { Answer } from './method.ts'
import { timeFields } from './time-arguments.ts'
import { publicConversationId, publicScheduledId } from './public-ids.ts'

export function scheduledObject(
  scheduled: ScheduledView,
  place: { isDirect: boolean; threadTs: string | null; recurrence?: Answer },
): Answer {
  return {
    id: publicScheduledId(scheduled.id),
    channel_id: publicConversationId(scheduled.conversationId, place.isDirect ? 'direct' : 'public'),
    post_at: scheduled.sendAt,
    ...timeFields(scheduled),
    date_created: Math.floor(scheduled.createdMs / 1000),
    text: scheduled.text,
    ...partsOf(scheduled.payload),
    ...(place.threadTs === null ? {} : { thread_ts: place.threadTs }),
    status: scheduled.status === 'DISPATCHING' ? 'sending' : 'scheduled',
    editable_until: scheduled.editableUntil,
    can_edit: scheduled.canEdit,
    can_cancel: scheduled.canCancel,
    ...guardFields(scheduled),
    ...place.recurrence,
  }
}
