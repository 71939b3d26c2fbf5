import { recordServerTime } from '../server-clock.ts'
import type { SyncApi } from './sync-api.ts'
import type { Tab } from './tab.ts'

const LOOK_EVERY_MS = 10_000
const ASK_EVERY_MS = 10 * 60_000
/** A clock that moved against the browser's own stopwatch was set by hand, or the device slept. */
const JUMP_MS = 1_000

/** Asks the server for its time: at the start, every ten minutes, and when this device's clock was moved (T1). */
export function watchClock(api: SyncApi, tab: Tab): () => void {
  let asked_ms = -Infinity
  let offset_ms = Date.now() - performance.now()
  let isAsking = false

  async function ask(): Promise<void> {
    if (isAsking) return
    isAsking = true
    const began_ms = Date.now()
    try {
      const server_ms = await api.serverTime()
      recordServerTime({ server_ms, asked_ms: began_ms, answered_ms: Date.now() })
      asked_ms = performance.now()
    } catch {
      // Not reached: the next look asks again.
    } finally {
      isAsking = false
    }
  }
  function look(): void {
    const jumped = Math.abs(Date.now() - performance.now() - offset_ms) > JUMP_MS
    offset_ms = Date.now() - performance.now()
    if (jumped || performance.now() - asked_ms > ASK_EVERY_MS) void ask()
  }
  look()
  const timer = setInterval(look, LOOK_EVERY_MS)
  const stopWaking = tab.onWake(look)
  return () => {
    clearInterval(timer)
    stopWaking()
  }
}
