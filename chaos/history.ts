/** What the harness saw: who asked for what, what was answered, what clients show. The checker reads nothing else but rows. */
import type { GuardChoice } from '#server/domain/scheduled-message/guards.ts'

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
  guards: GuardChoice
  /** Of its author alone; null: as late as it takes. */
  notAfter: number | null
  created: Outcome
  createCode?: string
  /** Asked again after a lost answer, and told yes for what the lost try had stored. */
  createRepeated: boolean
  /** When the acceptance was known. */
  answered_ms: number
  id: string | null
  changes: Change[]
}

/** A message that comes again every day; one of its days is within the run. */
export type SeriesHistory = {
  mark: string
  conversationId: string
  text: string
  /** When its first message is due. */
  sendAt: number
  created: Outcome
  answered_ms: number
  id: string | null
}

/** A member who said to be away; times of the questions and answers. */
export type AwayHistory = {
  memberId: string
  told_ms: number | null
  back_ms: number | null
  backTold_ms: number | null
}

/**
 * A conversation in which one author, or nobody at all (null), may not post for a while. Each change that was asked for takes
 * at most one number there, in turn: the right is taken, and given back.
 */
export type RightsHistory = {
  conversationId: string
  authorId: string | null
  changes: { outcome: Outcome; answered_ms: number }[]
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
export type LostTime = {
  from_ms: number
  to_ms: number
  /** Marks of typed messages that were committed before it: these may not be gone. */
  typedBefore: ReadonlySet<string>
  /** Messages as they were when it was lost: ids by conversation and number. */
  given: ReadonlyMap<string, string>
}

export type History = {
  scheduled: ScheduledHistory[]
  typed: TypedHistory[]
  series: SeriesHistory[]
  away: AwayHistory
  clients: ClientView[]
  rights: RightsHistory[]
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
  authorId: string
}
export type ScheduledFact = {
  id: string
  status: string
  authorId: string
  conversationId: string
  sendAt: number
  failReason: string | null
  lateCause: string | null
  sentSeq: number | null
  /** Its author wants it sent only if nobody else wrote after this number. */
  quietAfterSeq: number | null
  seriesId: string | null
  seriesDay: string | null
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
  epochs: Record<string, number>
  outboxLeft: number
  claimsLeft: number
}
