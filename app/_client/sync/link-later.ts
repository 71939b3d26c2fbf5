import type { Link, LinkParts } from './link.ts'
import { backoff, createPause } from './pause.ts'

const FIRST_BACKOFF_MS = 1_000
const MOST_BACKOFF_MS = 30_000

/** The link and its socket are fetched apart: the first messages are read without them. */
export const loadLink = () => import('./link.ts')

/** Opens the link once `after` has resolved and it could be fetched. */
export function openLinkLater(parts: LinkParts, after: Promise<void> | undefined): Pick<Link, 'stop'> {
  const between = createPause()
  let link: Link | null = null
  let stopped = false
  void fetchAndOpen()

  async function fetchAndOpen(): Promise<void> {
    await after
    for (let failures = 1; !stopped && !link; failures++) {
      try {
        const { openLink } = await loadLink()
        if (!stopped) link = openLink(parts)
      } catch {
        parts.handlers.state(parts.tab.isOnline() ? 'reconnecting' : 'offline')
        await between.wait(backoff(failures, FIRST_BACKOFF_MS, MOST_BACKOFF_MS))
      }
    }
  }

  return {
    stop() {
      stopped = true
      between.wake()
      link?.stop()
    },
  }
}
