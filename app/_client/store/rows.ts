/** What the device keeps. Only the sync layer writes these; pages read them by live queries. */
import type { AttachedFile } from '#server/domain/files/attached-file.ts'
import type { ErrorCode, ErrorFacts } from '#server/domain/errors.ts'
import type { Role } from '#server/domain/conversation/posting.ts'
import type { ConversationId, MemberId, MessageId } from '#server/domain/ids.ts'
import type { ConversationView, MembershipView, MessageView } from '#server/protocol/frame.ts'

export type MessageRow = MessageView & { conversationId: ConversationId }

/** A conversation of this member, and where it stands as far as the device has heard. */
export type ConversationRow = ConversationView & {
  /** Of a direct conversation; empty elsewhere. */
  memberIds: MemberId[]
  readSeq: number
  /** +1 whenever this member marked something unread; absent in what an older version kept. */
  readTurn?: number
  epoch: number
  lastSeq: number
  lastMessageSeq: number
  /** Messages of others between what was read and `upToSeq`, and those that name this member, by the server's last list. */
  listedUnread?: { count: number; mentions?: number; upToSeq: number }
}

/**
 * How much of a conversation is here: every change up to `seq`, and every message from `floorSeq` on. History below
 * the floor is fetched when somebody scrolls there; floor 0 means that all of it is here.
 */
export type CursorRow = {
  conversationId: ConversationId
  epoch: number
  seq: number
  floorSeq: number
  /** Where `seq` stood when this copy was started: of changes before it the copy has heard nothing. */
  startSeq: number
}

export type MembershipRow = MembershipView & { conversationId: ConversationId }

export type MemberRow = {
  id: MemberId
  displayName: string
  role: Role
  zone: string
  kind: 'person' | 'bot'
  email: string
  deactivated: boolean
  /** Away by their own word until then; absent in what an older version kept. */
  awayUntil_ms?: number | null
}

/** What has not been typed to an end. One per conversation, one per thread, and one per message that is being edited. */
export type DraftRow = {
  key: string
  conversationId: ConversationId
  text: string
  changedMs: number
  /** Uploaded for it; absent in what an older version kept. */
  files?: AttachedFile[]
  /** Of an edit: which version of the message its author has seen; null: as it was first said. */
  seenEditedMs?: number | null
}

/**
 * Written here, not yet confirmed there. The client token is its name on both sides: sent as often as needed, it
 * makes one message (I6).
 */
export type UnsentRow = {
  clientToken: string
  conversationId: ConversationId
  threadRootId: MessageId | null
  /** Of a reply: it stands in the channel too. */
  alsoInChannel?: boolean
  text: string
  payload: string | null
  createdMs: number
  /** Its place among the unsent of this device: rises with each. */
  position: number
  state: 'waiting' | 'failed'
  attempts: number
  /** Why the server will never take it as it is; null while waiting. */
  errorCode: ErrorCode | null
  /** What the code speaks of; absent in what an older version kept. */
  errorFacts?: ErrorFacts
}

/** What its author changes in a message that was refused. */
export type UnsentChange = { text: string; /** Without its files. */ payload?: null }

/** The newest change of a message that this device has dealt with, also where it does not keep the message (M4). */
export type ProcessedRow = { conversationId: ConversationId; id: MessageId; changedSeq: number }

export type MetaRow = { key: string; value: string | number }

/** Where in a conversation something is being written: in a thread, or in the place of a message's text. */
export type WritingPlace = MessageId | `edit:${MessageId}`
export const editOf = (id: MessageId): WritingPlace => `edit:${id}`

export const draftKey = (conversationId: ConversationId, place: WritingPlace | null = null): string =>
  place ? `${conversationId}:${place}` : conversationId

/** When a conversation was last looked at here. */
export const openedKey = (id: ConversationId): string => `opened:${id}`
