import { setTimeout as sleep } from 'node:timers/promises'
import type { Millis } from '#server/domain/time/units.ts'
import type { Logger } from './logger.ts'

export type EveryOptions = { idle: Millis; maxBackoff: Millis; signal: AbortSignal; log: Logger }

/**
 * Runs `pass` until aborted. A pass that did work (answered more than 0) runs again at once; an idle one waits `idle`;
 * a failed one waits twice as long each time, up to `maxBackoff`. Never overlaps itself; wakes when aborted.
 */
export async function every(options: EveryOptions, pass: () => Promise<number>): Promise<void> {
  const { idle, maxBackoff, signal, log } = options
  let wait: number = idle
  while (!signal.aborted) {
    try {
      const done = await pass()
      wait = idle
      if (done > 0) continue
    } catch (error) {
      wait = Math.min(wait * 2, Math.max(maxBackoff, idle))
      log.error({ err: error, again_in_ms: wait }, 'pass failed')
    }
    await sleep(wait, undefined, { signal }).catch(ignoreAbort)
  }
}

/** The abort itself is the answer; the loop's condition reads it. */
function ignoreAbort(): void {}
