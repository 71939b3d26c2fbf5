/** The frames of a page, as the page itself sees them: how far apart they come, and in which of them it was busy for long. */
import type { Page } from '@playwright/test'

type LongFrame = {
  /** From its first task to its last paint, with what it waited for in between. */
  ms: number
  /** By how much its tasks, the last together with style, layout and paint, were longer than 50 ms. */
  blocked_ms: number
  script: string
}
export type Frames = { gaps_ms: number[]; long: LongFrame[] }

export function watchFrames(page: Page): Promise<void> {
  return page.evaluate(() => {
    const seen = {
      gaps_ms: [] as number[],
      long: [] as LongFrame[],
      last_ms: performance.now(),
      // A method: a function with a name would ask for a helper of the compiler, which the page does not have.
      beat(at_ms: number) {
        seen.gaps_ms.push(at_ms - seen.last_ms)
        seen.last_ms = at_ms
        requestAnimationFrame((next_ms) => seen.beat(next_ms))
      },
    }
    Object.assign(window, { carillonFrames: seen })
    type Told = PerformanceEntry & {
      blockingDuration: number
      scripts: { duration: number; sourceURL: string; sourceFunctionName: string; invoker: string }[]
    }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Told[]) {
        const worst = entry.scripts.toSorted((a, b) => b.duration - a.duration)[0]
        const script = worst ? `${Math.round(worst.duration)} ms of it ${worst.invoker}` : 'layout and paint'
        seen.long.push({ ms: entry.duration, blocked_ms: entry.blockingDuration, script })
      }
    }).observe({ type: 'long-animation-frame', buffered: false })
    requestAnimationFrame((at_ms) => seen.beat(at_ms))
  })
}

/** Those since it was asked last. */
export function takeFrames(page: Page): Promise<Frames> {
  return page.evaluate(() => {
    const { carillonFrames } = window as unknown as { carillonFrames: Frames }
    return { gaps_ms: carillonFrames.gaps_ms.splice(0), long: carillonFrames.long.splice(0) }
  })
}
