import type { OthersScheduledView } from '#server/protocol/scheduled-view.ts'

/**
 * An author's change is told to that author alone: telling administrators too would put one more publication on every
 * message that is accepted. So whoever looks asks this often.
 */
const LOOK_AGAIN_MS = 10_000
/** A message is sent within 250 ms of its second. */
const GONE_MS = 1_000
/** What is late is waited for without hurry. */
const LEAST_MS = 2_000

/** In how many milliseconds to ask for the list again: sooner where the next one will be gone from it by then. */
export function lookAgainIn(items: readonly Pick<OthersScheduledView, 'sendAt' | 'status'>[], now_ms: number): number {
  const next = items.find(({ status, sendAt }) => status !== 'FAILED' && sendAt * 1000 + GONE_MS > now_ms)
  if (!next) return LOOK_AGAIN_MS
  return Math.min(LOOK_AGAIN_MS, Math.max(LEAST_MS, next.sendAt * 1000 + GONE_MS - now_ms))
}
