/**
 * What the sync layer asks of the server. The page answers it with tRPC, a test or a program with whatever it has.
 * Every call may throw: a DomainError where the server refused, anything else where question or answer was lost.
 */
import { DomainError, type ErrorCode } from '#server/domain/errors.ts'
import type { ConversationId, MemberId, MessageId } from '#server/domain/ids.ts'
import type { CatchUpPage, Head, MessageView } from '#server/protocol/frame.ts'
import type { NoticeView, PlannedDraftView, ScheduledView } from '#server/protocol/scheduled-view.ts'
import type { ListedConversation } from '../store/merge-conversation.ts'
import type { MemberRow } from '../store/rows.ts'

export type SyncApi = {
  connect(): Promise<{ gatewayUrl: string; ticket: string }>
  /** Epoch milliseconds by the server's clock. */
  serverTime(): Promise<number>
  heads(): Promise<Head[]>
  /** An epoch that is not the conversation's, such as 0, is answered with a new start: `reset` and the newest messages. */
  catchUp(question: {
    conversationId: ConversationId
    epoch: number
    afterSeq: number
    limit: number
  }): Promise<CatchUpPage>
  /** Oldest first; without `beforeSeq` the newest. */
  history(question: {
    conversationId: ConversationId
    beforeSeq?: number
    limit: number
  }): Promise<{ messages: MessageView[]; more: boolean }>
  post(message: NewMessage): Promise<MessageView>
  /** @param mark.turn in which it was read */
  markRead(mark: { conversationId: ConversationId; seq: number; turn: number }): Promise<void>
  markUnread(mark: { conversationId: ConversationId; seq: number }): Promise<void>
  conversations(): Promise<ListedConversation[]>
  roster(conversationId: ConversationId): Promise<MemberId[]>
  members(): Promise<MemberRow[]>
  /** Everything pending or failed, and the newest of what is over. */
  scheduled(): Promise<ScheduledView[]>
  /** Drafts that remember a time: asked for with what is scheduled, since one becomes the other. */
  plannedDrafts(): Promise<PlannedDraftView[]>
  notices(): Promise<NoticeView[]>
  noticesSeen(ids: readonly string[]): Promise<void>
}

export type NewMessage = {
  conversationId: ConversationId
  threadRootId: MessageId | null
  alsoInChannel?: boolean
  text: string
  payload: string | null
  clientToken: string
}

/** The member may not read it (any more), or it does not exist: the two are answered alike (I7). */
const GONE = new Set<ErrorCode>(['not_found', 'not_allowed', 'not_in_conversation'])

/** The same request may succeed later, without anybody changing it. */
const PASSING = new Set<ErrorCode>(['rate_limited', 'not_signed_in'])

export const isGone = (error: unknown): boolean => error instanceof DomainError && GONE.has(error.code)
export const isSignedOut = (error: unknown): boolean => error instanceof DomainError && error.code === 'not_signed_in'

/** A refusal that will not pass by itself, or null. */
export const refusalOf = (error: unknown): DomainError | null =>
  error instanceof DomainError && !PASSING.has(error.code) ? error : null
