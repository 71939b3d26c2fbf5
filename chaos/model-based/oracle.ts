/** What ought to be, kept in memory: of each scheduled message the last acknowledged content, and whether it may be posted. */
import type { ConversationId, MessageId } from '#server/domain/ids.ts'
import type { GuardChoice } from '#server/domain/scheduled-message/guards.ts'

export type Expected = {
  id: MessageId
  conversationId: ConversationId
  text: string
  /** In seconds of the model's own time, which only `tick` moves. */
  dueAt: number
  isCanceled: boolean
  guards: GuardChoice
  /** Somebody else wrote in its conversation since it was scheduled or last changed. */
  isReplied: boolean
  /** What was posted, once it was seen: it never changes again. */
  posted: { seq: number; text: string } | null
  hasFailed: boolean
}

export type Oracle = {
  now: number
  messages: Expected[]
  /** The author is in the first conversation. */
  isMember: boolean
  /** The second conversation is archived. */
  isArchived: boolean
  /** The author says so. */
  isAway: boolean
}

export const newOracle = (): Oracle => ({ now: 0, messages: [], isMember: true, isArchived: false, isAway: false })

export const isOpen = (one: Expected): boolean => !one.isCanceled && one.posted === null && !one.hasFailed
