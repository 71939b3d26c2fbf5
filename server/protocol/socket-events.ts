/** Names and shapes of everything that crosses a socket. */
import type { Frame, Head } from './frame.ts'
import type { ConversationId, MemberId } from '#server/domain/ids.ts'

/** What changed for one member alone; the client then asks for it. A nudge may be dropped or repeated. */
export const NUDGES = ['scheduled', 'notices', 'memberships', 'reads', 'directory'] as const
export type Nudge = (typeof NUDGES)[number]

/** On a member's topic (gateway side): the nudge, or that a right was lost or won. */
export type MemberSignal =
  | { type: 'nudge'; about: Nudge[] }
  /** Rights changed: reload this member's conversations, leave what is no longer theirs. */
  | { type: 'memberships' }
  /** Signed out everywhere or deactivated: close every socket. */
  | { type: 'close'; reason: 'deactivated' | 'signed-out' }

export type ServerToClient = {
  /**
   * Who you are here and where each of your conversations stands, all of them: what is not named may not be read any
   * more. Frames may come before it; a client's cursors make the order of the two unimportant.
   */
  hello: (hello: Hello) => void
  frame: (frame: Frame) => void
  heads: (heads: Head[]) => void
  nudge: (about: Nudge[]) => void
  /** May no longer be read: remove it from the device (I7). */
  purge: (conversationIds: ConversationId[]) => void
  /** The gateway is going away: come back after this many milliseconds. */
  drain: (after_ms: number) => void
}

export type Hello = {
  memberId: MemberId
  heads: Head[]
  /** First reconnect is delayed by a random time up to this, so that a crowd comes back spread. */
  reconnectSpread_ms: number
  serverNow_ms: number
}

/** Why a handshake was refused: fetch a new ticket, sign in again, or come back later. */
export const REFUSALS = ['ticket_invalid', 'not_a_member', 'away'] as const
export type Refusal = (typeof REFUSALS)[number]

export type ClientToServer = Record<never, never>
