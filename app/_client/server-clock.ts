/**
 * The server's clock as this page knows it. People's own clocks may be wrong by hours, so every countdown and every
 * "is it past?" asks here (T1). One per page: there is one server.
 */

/** A wrong clock is said from here on, in milliseconds. */
export const SKEW_WARNING_MS = 5_000
/** A sample older than this gives way to any newer one: clocks drift, and people set them. */
const SAMPLE_LIFE_MS = 10 * 60_000

type Sample = { skew_ms: number; roundTrip_ms: number; taken_ms: number }

let best: Sample | null = null
const listeners = new Set<() => void>()

/** Epoch milliseconds by the server's clock; by this device's until the server has been asked. */
export const serverNow = (): number => Date.now() + (best?.skew_ms ?? 0)

/** How far the server is ahead of this device, in milliseconds; null before it was asked. */
export const clockSkew = (): number | null => (best ? Math.round(best.skew_ms) : null)

export const isClockWrong = (): boolean => Math.abs(clockSkew() ?? 0) > SKEW_WARNING_MS

export function onClockChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * One question and its answer. The server's time is taken to be that of the middle of the round trip, so the error
 * is at most half of it; of several samples the quickest wins until it is ten minutes old.
 */
export function recordServerTime(answer: { server_ms: number; asked_ms: number; answered_ms: number }): void {
  const roundTrip_ms = Math.max(0, answer.answered_ms - answer.asked_ms)
  const skew_ms = answer.server_ms - (answer.asked_ms + roundTrip_ms / 2)
  const outdated = !best || answer.answered_ms - best.taken_ms > SAMPLE_LIFE_MS || answer.answered_ms < best.taken_ms
  // A difference that no delay explains means that this device's clock was set.
  const clockWasSet = best !== null && Math.abs(skew_ms - best.skew_ms) > (roundTrip_ms + best.roundTrip_ms) / 2 + 1_000
  if (!outdated && !clockWasSet && best && roundTrip_ms >= best.roundTrip_ms) return
  best = { skew_ms, roundTrip_ms, taken_ms: answer.answered_ms }
  for (const listener of listeners) listener()
}

/** For tests: as if the page had just been opened. */
export function forgetServerTime(): void {
  best = null
  for (const listener of listeners) listener()
}
