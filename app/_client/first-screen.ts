/**
 * What a page needs to be read and written in comes first, everything else once that stands: the socket, what opens
 * over the page, the other pages.
 */

/** A page that shows no messages, or is not looked at, does not say that it stands. */
const AT_LATEST_MS = 2_000

let stands: () => void = () => {}
let waiting: Promise<void> | null = null

/** Resolves once the first screen was drawn, and after two seconds at the latest. */
export function firstScreen(): Promise<void> {
  waiting ??= new Promise((resolve) => {
    stands = resolve
    setTimeout(resolve, AT_LATEST_MS)
  })
  return waiting
}

/** Called by what shows the page's content, when it is there; what waits begins after the browser has drawn it. */
export function firstScreenStands(): void {
  requestAnimationFrame(() => setTimeout(() => stands()))
}
