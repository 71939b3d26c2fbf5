/**
 * A lane is the row-side slice of the due work, a partition its Redis twin: same number, same members.
 * Count and hash are fixed for good: every stored row carries its lane, every Redis key its partition.
 */
import type { Brand } from '../time/units.ts'
import type { ConversationId } from '../ids.ts'

export type Lane = Brand<number, 'Lane'>
export const LANE_COUNT = 16
export const LANES: readonly Lane[] = Array.from({ length: LANE_COUNT }, (_, i) => i as Lane)

/** 32-bit FNV-1a over the decimal id, modulo 16. A conversation's messages always share a lane, so their batches keep order (C10). */
export function laneOf(conversation: ConversationId): Lane {
  let hash = 0x811c9dc5
  for (let i = 0; i < conversation.length; i++) {
    hash = Math.imul(hash ^ conversation.charCodeAt(i), 0x01000193)
  }
  return ((hash >>> 0) % LANE_COUNT) as Lane
}
