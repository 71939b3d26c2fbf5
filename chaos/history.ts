/** What the harness saw: who asked for what, what was answered, what clients show. The checker reads nothing else but rows. */

/** `unknown`: no answer arrived, or an earlier try may have been carried out. */
export type Outcome = 'ok' | 'refused' | 'unknown'

export type Change =
  | { kind: 'edit'; text: string; outcome: Outcome; code?: string; answered_ms: number }
  | { kind: 'reschedule'; sendAt: number; outcome: Outcome; code?: string; answered_ms: number }
  | { kind: 'cancel'; outcome: Outcome; code?: string; answered_ms: number }

export type ScheduledHistory = {
  /** Part of every text of this message. */
  mark: string
  conversationId: string
  /** Its conversation loses members or is archived while it waits: it may fail for that. */
  mayBeRefused: boolean
  /** The database refuses its row: it has to end as FAILED (poison). */
  isPoison: boolean
  text: string
  sendAt: number
  created: Outcome
  createCode?: string
  /** Asked more than once, after answers that were lost. */
  createRetried: boolean
  /** When the acceptance was known. */
  answered_ms: number
  id: string | null
  changes: Change[]
}

export type TypedHistory = { mark: string; conversationId: string; sent_ms: number }

export type ClientView = {
  name: string
  /** By conversation: what its store holds, from `floorSeq` on. */
  conversations: { conversationId: string; floorSeq: number; messages: { id: string; seq: number; text: string }[] }[]
  unsent: number
  /** Marks of the bubbles on the screen, where there is one. */
  onScreen?: string[]
}

/** What was acknowledged in this time may be gone, as asynchronous replication and backups have it. */
export type LostTime = { from_ms: number; to_ms: number }

export type History = {
  scheduled: ScheduledHistory[]
  typed: TypedHistory[]
  clients: ClientView[]
  /** Numbers of a conversation that may belong to memberships and settings instead of messages. */
  otherChanges: Record<string, number>
  lostTimes: LostTime[]
  /** When a backup was taken and when it was restored: what was due by then may be held instead of sent. */
  restores: LostTime[]
}

export type MessageFact = {
  id: string
  conversationId: string
  seq: number
  text: string
  origin: string
  sendAt: number | null
  createdMs: number
}
export type ScheduledFact = {
  id: string
  status: string
  failReason: string | null
  lateCause: string | null
  sentSeq: number | null
}

/** The database when everything has come to rest. */
export type EndState = {
  /** By the database's clock. */
  now_ms: number
  scheduled: ScheduledFact[]
  messages: MessageFact[]
  /** Ids of scheduled messages that have a notice. */
  noticed: string[]
  lastSeqs: Record<string, number>
  outboxLeft: number
  claimsLeft: number
}
