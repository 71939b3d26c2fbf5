/** Waits that can be cut short, and how long to wait. */
export type Pause = {
  /** Resolves after `ms`, when woken, or when stopped. */
  wait(ms: number): Promise<void>
  wake(): void
}

export function createPause(): Pause {
  let end: (() => void) | null = null
  return {
    wait: (ms) =>
      new Promise((resolve) => {
        end?.()
        const timer = setTimeout(() => end?.(), ms)
        end = () => {
          clearTimeout(timer)
          end = null
          resolve()
        }
      }),
    wake: () => end?.(),
  }
}

/** Full jitter: anywhere between now and a limit that doubles with each failure, so that a crowd never comes in step. */
export function backoff(
  failures: number,
  first_ms: number,
  most_ms: number,
  random: () => number = Math.random,
): number {
  return random() * Math.min(most_ms, first_ms * 2 ** Math.min(failures, 20))
}
