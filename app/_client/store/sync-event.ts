/** The pieces of news a local copy can get, what must be known of it, and the plan that comes out (`apply-event.ts`). */
import type { ConversationId, MemberId, MessageId } from '#server/domain/ids.ts'
import type { CatchUpPage, Frame, Head, MessageView } from '#server/protocol/frame.ts'
import type { ConversationRow, CursorRow, MembershipRow, MessageRow, ProcessedRow, UnsentRow } from './rows.ts'

export type SyncEvent =
  /** Live, from the socket. */
  | { type: 'frame'; frame: Frame }
  /**
   * Catch-up: the changes after `asked`, the cursor at the time of asking; or a new start, if the page says `reset`.
   * @property limit how many changes were asked for
   */
  | { type: 'page'; page: CatchUpPage; asked: CursorRow | null; limit: number }
  /** Messages before the floor of `asked`, the cursor at the time of asking, for somebody who scrolls back. */
  | { type: 'history'; asked: CursorRow; messages: MessageView[]; more: boolean }
  /** Where the conversation stands. */
  | { type: 'head'; head: Head }
  /** The server's answer to a message of this device. */
  | { type: 'posted'; conversationId: ConversationId; message: MessageView }
  /** Written on this device just now. */
  | { type: 'optimistic'; unsent: UnsentRow }

export type LocalView = {
  me: MemberId
  cursor: CursorRow | undefined
  /** Of the messages that the event names, those stored here. */
  messages: ReadonlyMap<MessageId, Pick<MessageRow, 'seq' | 'changedSeq'>>
  processed: ReadonlyMap<MessageId, number>
  memberships: ReadonlyMap<MemberId, number>
  conversation: Pick<ConversationRow, 'changedSeq' | 'epoch' | 'lastSeq' | 'lastMessageSeq'> | undefined
  /** Client tokens, of those the event names, that stored messages carry. */
  sentTokens: ReadonlySet<string>
}

export type Plan = {
  /**
   * applied: written, nothing missing. repeated: nothing new. behind: the rest must be fetched by catch-up.
   * reset: the local copy is of another epoch and must be started anew.
   */
  verdict: 'applied' | 'repeated' | 'behind' | 'reset'
  /** Everything stored of the conversation goes first. */
  clear: boolean
  messages: MessageRow[]
  memberships: MembershipRow[]
  processed: ProcessedRow[]
  conversation: Partial<ConversationRow> | null
  cursor: CursorRow | null
  unsent: UnsentRow | null
  /** Unsent entries that turned out to be sent. */
  sentTokens: string[]
}
