import { setTimeout as sleep } from 'node:timers/promises'
import { LOOK_FOR_SEARCH_MS } from '#server/domain/operations/rhythm.ts'
import type { ChannelRef } from '#server/mysql/channel-locks.ts'
import type { Resources } from '#server/usecases/resources.ts'
import { indexMessages } from '#server/usecases/search/index-messages.ts'

export type SearchRounds = {
  /** Taken in or away since the process began. */
  messages: number
  round_ms: number
  /** When it last went on, by `performance.now()`. */
  moved_ms: number
}

/**
 * After a round it rests so many times as long as the round took, however many conversations there are: a tenth of a core
 * at most, or half of one while there is much to take in.
 */
const RESTS_PER_WORK = { usual: 10, behind: 1 }
const MUCH = 500
const LONGEST_REST_MS = 30_000

/**
 * One round over all conversations: what changed is searchable when it ends. Rests after it, longer the longer it took.
 * @returns how much was taken in, where there is likely more: the next round then comes at once; otherwise 0
 */
export async function keepSearch(resources: Resources, rounds: SearchRounds, signal: AbortSignal): Promise<number> {
  const began = performance.now()
  let after: ChannelRef | null = null
  let taken = 0
  do {
    const { messages, next } = await indexMessages(resources, after)
    rounds.moved_ms = performance.now()
    taken += messages
    after = next
  } while (after && !signal.aborted)
  rounds.messages += taken
  rounds.round_ms = Math.round(performance.now() - began)
  const isBehind = taken >= MUCH
  const rest_ms = rounds.round_ms * (isBehind ? RESTS_PER_WORK.behind : RESTS_PER_WORK.usual)
  const beyond_ms = isBehind ? rest_ms : rest_ms - LOOK_FOR_SEARCH_MS
  if (beyond_ms > 0) await sleep(Math.min(beyond_ms, LONGEST_REST_MS), undefined, { signal }).catch(() => undefined)
  return isBehind ? taken : 0
}
