import type { Leading, LeadingParts } from './leading.ts'
import { backoff, createPause } from './pause.ts'

const FIRST_BACKOFF_MS = 1_000
const MOST_BACKOFF_MS = 30_000

/** The link with its socket and the queue of what was written are fetched apart: the first messages are read without them. */
export const loadLeading = () => import('./leading.ts')

/** Leads once `after` has resolved and what it takes could be fetched. What is written meanwhile waits in the store. */
export function leadLater(parts: LeadingParts, after: Promise<void> | undefined): Leading {
  const between = createPause()
  const { handlers, tab } = parts.link
  let leading: Leading | null = null
  let stopped = false
  void fetchAndLead()

  async function fetchAndLead(): Promise<void> {
    await after
    for (let failures = 1; !stopped && !leading; failures++) {
      try {
        const { startLeading } = await loadLeading()
        if (!stopped) leading = startLeading(parts)
      } catch {
        handlers.state(tab.isOnline() ? 'reconnecting' : 'offline')
        await between.wait(backoff(failures, FIRST_BACKOFF_MS, MOST_BACKOFF_MS))
      }
    }
  }

  return {
    wake() {
      if (leading) leading.wake()
      else between.wake()
    },
    warm: () => leading?.warm(),
    stop() {
      stopped = true
      between.wake()
      leading?.stop()
    },
  }
}
