/** When to look next: at the next known second, at most every 250 ms and at least 20 ms apart, or when woken. */
import { LONGEST_TICK_MS } from '#server/domain/operations/rhythm.ts'

export const SHORTEST_TICK_MS = 20

export type Ticker = {
  /** Waits until `at_ms` (by Date.now), within the bounds, or until woken for something earlier. */
  waitUntil(at_ms: number, signal: AbortSignal): Promise<void>
  /** Something is due at `at_ms`; said during a pass, it shortens the wait after it. */
  wake(at_ms: number): void
}

export function createTicker(): Ticker {
  let planned = 0
  let finish: (() => void) | null = null
  let timer: NodeJS.Timeout | undefined
  let lastTick = 0
  let woken = Number.POSITIVE_INFINITY

  const arm = (at_ms: number) => {
    const now = Date.now()
    const earliest = lastTick + SHORTEST_TICK_MS
    planned = Math.min(Math.max(at_ms, earliest), now + LONGEST_TICK_MS)
    clearTimeout(timer)
    timer = setTimeout(() => finish?.(), Math.max(0, planned - now))
  }

  return {
    waitUntil: (at_ms, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve()
        finish = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', onAbort)
          finish = null
          lastTick = Date.now()
          woken = Number.POSITIVE_INFINITY
          resolve()
        }
        const onAbort = () => finish?.()
        signal.addEventListener('abort', onAbort, { once: true })
        arm(Math.min(at_ms, woken))
      }),
    wake: (at_ms) => {
      woken = Math.min(woken, at_ms)
      if (finish && at_ms < planned) arm(at_ms)
    },
  }
}
