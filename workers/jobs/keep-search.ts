import { setTimeout as sleep } from 'node:timers/promises'
import { LOOK_FOR_SEARCH_MS } from '#server/domain/operations/rhythm.ts'
import type { ChannelRef } from '#server/mysql/channel-locks.ts'
import type { Resources } from '#server/usecases/resources.ts'
import { indexMessages } from '#server/usecases/search/index-messages.ts'

export type SearchFigures = { search_messages: number; search_round_ms: number }

/** After a round it rests so many times as long as the round took: a tenth of a core at most, however many conversations. */
const RESTS_PER_WORK = 10

/**
 * One round over all conversations: what changed is searchable when it ends. Rests after it, longer the longer it took.
 * @returns 0, so that the next one waits
 */
export async function keepSearch(resources: Resources, figures: SearchFigures, signal: AbortSignal): Promise<number> {
  const began = performance.now()
  let after: ChannelRef | null = null
  do {
    const { messages, next } = await indexMessages(resources, after)
    figures.search_messages += messages
    after = next
  } while (after && !signal.aborted)
  figures.search_round_ms = Math.round(performance.now() - began)
  const rest_ms = figures.search_round_ms * RESTS_PER_WORK - LOOK_FOR_SEARCH_MS
  if (rest_ms > 0) await sleep(Math.min(rest_ms, 30_000), undefined, { signal }).catch(() => undefined)
  return 0
}
