import type { Refusal } from '#app/_client/react/timeline-window.ts'
import type { MessageView } from '#server/protocol/frame.ts'
import { LATE_AFTER_MS } from '#server/domain/scheduled-message/state.ts'

/** A message as the timeline draws it: on the server, on its way, or refused. */
export type TimelineMessage = MessageView & { delivery: 'sent' | 'pending' | 'failed'; refusal?: Refusal | null }

/** A message with what stands above it. The key stays the message's own, whatever is added around it. */
export type TimelineItem = {
  key: string
  message: TimelineMessage
  /** The author's name stands above it. */
  startsGroup: boolean
  startsDay: boolean
  isFirstNew: boolean
}

/** Within this, messages of one author stand under one name. */
const GROUP_WITHIN_MS = 5 * 60_000

/**
 * Puts a separator before the first message of each day, and an author's name only where a new one begins.
 * @param dayOf the day an instant falls on, in the reader's zone
 * @param firstNew number of the message that the unread line stands above
 */
export function groupMessages(
  messages: readonly TimelineMessage[],
  dayOf: (at_ms: number) => string,
  firstNew: number | null = null,
): TimelineItem[] {
  const items: TimelineItem[] = []
  let before: TimelineMessage | null = null
  for (const message of messages) {
    const day = dayOf(message.createdMs)
    const startsDay = !before || dayOf(before.createdMs) !== day
    const isFirstNew = message.seq === firstNew && before?.seq !== firstNew
    const continues: boolean =
      !startsDay &&
      !isFirstNew &&
      before !== null &&
      before.authorId === message.authorId &&
      message.createdMs - before.createdMs < GROUP_WITHIN_MS
    items.push({
      key: message.clientToken ? `${message.authorId} ${message.clientToken}` : message.id,
      message,
      startsGroup: !continues,
      startsDay,
      isFirstNew,
    })
    before = message
  }
  return items
}

/** Where a reader left off, and when they came (back). */
export type Visit = { readSeq: number; since_ms: number }

/**
 * The first message that others wrote while the reader was away, whether or not this device had heard of it by then;
 * null if there is none. What comes during the visit is new to nobody.
 */
export function firstUnread(
  messages: readonly TimelineMessage[],
  { readSeq, since_ms }: Visit,
  me: TimelineMessage['authorId'],
): number | null {
  const found = messages.find(
    ({ seq, authorId, createdMs, delivery }) =>
      seq > readSeq && authorId !== me && createdMs < since_ms && delivery === 'sent',
  )
  return found?.seq ?? null
}

/** Sent more than a minute after its promised second: for everyone to see (C7). */
export const isLate = (message: Pick<MessageView, 'sendAt' | 'createdMs'>): boolean =>
  message.sendAt !== null && message.createdMs - message.sendAt * 1000 > LATE_AFTER_MS

/** Zones begin their days on quarters of an hour. */
const QUARTER_MS = 15 * 60_000

/** `dayOf` once per quarter of an hour: a calendar is asked some thousand times less often. */
export function rememberingDays(dayOf: (at_ms: number) => string): (at_ms: number) => string {
  const known = new Map<number, string>()
  return (at_ms) => {
    const quarter = Math.floor(at_ms / QUARTER_MS)
    const day = known.get(quarter) ?? dayOf(at_ms)
    known.set(quarter, day)
    return day
  }
}
