/**
 * The index of messages, whatever keeps it. It answers quickly and may be a moment behind, so nothing is shown, counted
 * or suggested from it alone: what it answers is looked up in the messages themselves, with the rights of that moment (I7).
 */
import type { ConversationId, MemberId, WorkspaceId } from '../ids.ts'
import type { EpochMillis } from '../time/units.ts'
import type { SearchDocument } from './document.ts'
import type { Term } from './query.ts'

/** A question without names, zones or rights left in it. All lists mean "one of these". */
export type IndexQuery = {
  terms: readonly Term[]
  /** Where to look: nothing elsewhere is answered. */
  conversations: readonly ConversationId[]
  authors: readonly MemberId[] | null
  notAuthors: readonly MemberId[]
  /** First and last moment, the end not included. */
  from: EpochMillis | null
  end: EpochMillis | null
  notBetween: readonly { from: EpochMillis; end: EpochMillis }[]
  /** Bits of `FACETS` that must be set, and those that must not. */
  facets: number
  notFacets: number
  order: 'newest' | 'oldest' | 'relevance'
  limit: number
}

export type Hit = {
  conversationId: ConversationId
  seq: number
  /** Of the message when the index took it in. */
  changedSeq: number
}

export type SearchIndex = {
  /** Puts documents as they are now, in the place of what was there. Safe to repeat. */
  write(workspaceId: WorkspaceId, documents: readonly SearchDocument[]): Promise<void>
  /** Safe to repeat, and for what is not there. */
  remove(workspaceId: WorkspaceId, conversationId: ConversationId, seqs: readonly number[]): Promise<void>
  /** Takes away up to `limit` of a conversation. @returns how many there were */
  forget(workspaceId: WorkspaceId, conversationId: ConversationId, limit: number): Promise<number>
  /** In the order asked for; among equally relevant ones the newest first. */
  find(workspaceId: WorkspaceId, query: IndexQuery): Promise<Hit[]>
}
