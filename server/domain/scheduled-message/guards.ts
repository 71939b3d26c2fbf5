/**
 * Conditions that an author ties to a scheduled message. They are stored with its row and judged by the send under the
 * locks of channel, row and author, so that what they speak of cannot change before the commit (C5). Pure.
 */
import type { ConversationId, MemberId, MessageId } from '../ids.ts'
import { isAway } from '../member/away.ts'
import type { EpochMillis, EpochSeconds } from '../time/units.ts'
import type { FailReason } from './state.ts'

/** What an author chooses; "not later than" is a time of the message itself. */
export type GuardChoice = {
  /** Not sent if somebody else wrote there since it was scheduled or last changed. */
  unlessReplied: boolean
  /** An archived channel gives it back to its author, with text and time, instead of ending it. */
  holdIfArchived: boolean
  /** Not sent while its author is away by their own word. */
  skipIfAway: boolean
}
export const NO_GUARDS: GuardChoice = { unlessReplied: false, holdIfArchived: false, skipIfAway: false }

/** As the row keeps them. */
export type Guards = Pick<GuardChoice, 'holdIfArchived' | 'skipIfAway'> & {
  /** The conversation's last number when the message was scheduled or last changed; null: whatever others write. */
  quietAfterSeq: number | null
}

export const choiceOf = ({ quietAfterSeq, holdIfArchived, skipIfAway }: Guards): GuardChoice => ({
  unlessReplied: quietAfterSeq !== null,
  holdIfArchived,
  skipIfAway,
})

export const hasGuards = ({ unlessReplied, holdIfArchived, skipIfAway }: GuardChoice): boolean =>
  unlessReplied || holdIfArchived || skipIfAway

/** "Not later than" stays where it was; moved beyond it, the message takes it along at the distance it had. */
export function keptNotAfter(
  { notAfter, sendAt }: { notAfter: EpochSeconds | null; sendAt: EpochSeconds },
  movedTo: EpochSeconds,
): EpochSeconds | null {
  if (notAfter === null || movedTo <= notAfter) return notAfter
  return (notAfter + movedTo - sendAt) as EpochSeconds
}

/** A refusal as the author's guards turn it. */
export const reasonUnderGuards = (reason: FailReason, { holdIfArchived }: Pick<Guards, 'holdIfArchived'>): FailReason =>
  reason === 'channel_archived' && holdIfArchived ? 'held_channel_archived' : reason

export type GuardedRow = Guards & {
  id: MessageId
  authorId: MemberId
  conversationId: ConversationId
  threadRootId: MessageId | null
}

export type GuardFacts = {
  /** Of those that must be alone: somebody else's message stands there with a higher number. */
  repliedTo: ReadonlySet<MessageId>
  awayUntil_ms: (row: GuardedRow) => EpochMillis | null
  /** The database's clock. */
  now: EpochMillis
}

/**
 * Which of these their guards stop, and why.
 * @param rows of one transaction in the order they would be sent: an earlier one may be the reply that stops a later one
 */
export function stoppedByGuards<T extends GuardedRow>(
  rows: readonly T[],
  facts: GuardFacts,
): Map<MessageId, FailReason> {
  const stopped = new Map<MessageId, FailReason>()
  const ahead = new Map<ConversationId, T[]>()
  for (const row of rows) {
    const sentBefore = ahead.get(row.conversationId) ?? []
    ahead.set(row.conversationId, sentBefore)
    const reason = stopReason(row, sentBefore, facts)
    if (reason) stopped.set(row.id, reason)
    else sentBefore.push(row)
  }
  return stopped
}

function stopReason(row: GuardedRow, sentBefore: readonly GuardedRow[], facts: GuardFacts): FailReason | null {
  if (row.skipIfAway && isAway(facts.awayUntil_ms(row), facts.now)) return 'author_away'
  if (row.quietAfterSeq === null) return null
  return facts.repliedTo.has(row.id) || sentBefore.some((other) => isReplyTo(other, row)) ? 'replied_meanwhile' : null
}

/** A reply in a thread is answered in that thread; anything else by whatever is written in the conversation. */
const isReplyTo = (other: GuardedRow, row: GuardedRow): boolean =>
  other.authorId !== row.authorId && (row.threadRootId === null || other.threadRootId === row.threadRootId)
