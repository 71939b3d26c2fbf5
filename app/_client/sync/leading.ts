/** What the leading tab does for all of them: it holds the connection, sends what was written and warms what is cold. */
import { openLink, type LinkParts } from './link.ts'
import { drainUnsent, type QueueParts } from './unsent-queue.ts'
import { createWarmUp } from './warm-up.ts'

export type LeadingParts = { link: LinkParts; queue: QueueParts }
export type Leading = {
  /** Sends at once what is waiting for its next attempt. */
  wake(): void
  /** Fetches what nobody has opened yet. */
  warm(): void
  stop(): void
}

export function startLeading(parts: LeadingParts): Leading {
  const link = openLink(parts.link)
  const queue = drainUnsent(parts.queue)
  const { store, behind } = parts.queue
  return {
    wake: queue.wake,
    warm: createWarmUp(store, behind).begin,
    stop() {
      link.stop()
      queue.stop()
    },
  }
}
