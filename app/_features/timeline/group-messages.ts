import type { MessageView } from '#server/protocol/frame.ts'
import { LATE_AFTER_MS } from '#server/domain/scheduled-message/state.ts'

/** A message as the timeline draws it: on the server, on its way, or refused. */
export type TimelineMessage = MessageView & { delivery: 'sent' | 'pending' | 'failed'; refusal?: string | null }

export type TimelineItem =
  | { type: 'day'; key: string; at_ms: number }
  | { type: 'message'; key: string; message: TimelineMessage; startsGroup: boolean }

/** Within this, messages of one author stand under one name. */
const GROUP_WITHIN_MS = 5 * 60_000

/**
 * Puts a separator before the first message of each day, and an author's name only where a new one begins.
 * @param dayOf the day an instant falls on, in the reader's zone
 */
export function groupMessages(messages: readonly TimelineMessage[], dayOf: (at_ms: number) => string): TimelineItem[] {
  const items: TimelineItem[] = []
  let before: TimelineMessage | null = null
  for (const message of messages) {
    const day = dayOf(message.createdMs)
    const newDay = !before || dayOf(before.createdMs) !== day
    if (newDay) items.push({ type: 'day', key: `day ${day}`, at_ms: message.createdMs })
    const continues: boolean =
      !newDay &&
      before !== null &&
      before.authorId === message.authorId &&
      message.createdMs - before.createdMs < GROUP_WITHIN_MS
    items.push({
      type: 'message',
      key: message.clientToken ? `${message.authorId} ${message.clientToken}` : message.id,
      message,
      startsGroup: !continues,
    })
    before = message
  }
  return items
}

/** Sent more than a minute after its promised second: for everyone to see (C7). */
export const isLate = (message: Pick<MessageView, 'sendAt' | 'createdMs'>): boolean =>
  message.sendAt !== null && message.createdMs - message.sendAt * 1000 > LATE_AFTER_MS
