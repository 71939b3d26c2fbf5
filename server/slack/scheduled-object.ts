/** A pending message as lists and changes show it: Slack's five fields, and what Slack leaves out (N3). */
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import { guardFields } from './guard-arguments.ts'
import type { Place } from './load-places.ts'
import { partsOf } from './message-object.ts'
import type { Answer } from './method.ts'
import { timeFields } from './time-arguments.ts'
import { publicConversationId, publicScheduledId } from './public-ids.ts'

export function scheduledObject(scheduled: ScheduledView, place: Place & { recurrence?: Answer }): Answer {
  return {
    id: publicScheduledId(scheduled.id),
    channel_id: publicConversationId(scheduled.conversationId, place.isDirect ? 'direct' : 'public'),
    post_at: scheduled.sendAt,
    ...timeFields(scheduled),
    date_created: Math.floor(scheduled.createdMs / 1000),
    text: scheduled.text,
    ...partsOf(scheduled.payload),
    ...threadFields(place.threadTs, scheduled),
    status: scheduled.status === 'DISPATCHING' ? 'sending' : 'scheduled',
    editable_until: scheduled.editableUntil,
    can_edit: scheduled.canEdit,
    can_cancel: scheduled.canCancel,
    ...guardFields(scheduled),
    ...place.recurrence,
  }
}

/** Of a reply: its thread, and whether it will stand in the channel too, in the words that asked for it. */
export const threadFields = (
  threadTs: string | null,
  { alsoInChannel = false }: Pick<ScheduledView, 'alsoInChannel'>,
): Answer => (threadTs === null ? {} : { thread_ts: threadTs, ...(alsoInChannel ? { reply_broadcast: true } : {}) })
