/** What the leading tab does for all of them: it holds the connection and sends what was written. */
import { openLink, type LinkParts } from './link.ts'
import { drainUnsent, type QueueParts } from './unsent-queue.ts'

export type LeadingParts = { link: LinkParts; queue: QueueParts }
export type Leading = {
  /** Sends at once what is waiting for its next attempt. */
  wake(): void
  stop(): void
}

export function startLeading(parts: LeadingParts): Leading {
  const link = openLink(parts.link)
  const queue = drainUnsent(parts.queue)
  return {
    wake: queue.wake,
    stop() {
      link.stop()
      queue.stop()
    },
  }
}
