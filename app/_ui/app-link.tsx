'use client'
import type { AnchorHTMLAttributes, MouseEvent } from 'react'

/**
 * A link within the workspace. The pages there draw from the device's store, so a change of address needs no answer
 * from the server: it works at once, and offline. Any other click (new tab, download) is left to the browser.
 */
export function AppLink({ href, onClick, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    event.preventDefault()
    goTo(href)
  }
  return <a href={href} onClick={follow} {...rest} />
}

/** Changes the address without loading a page; `usePathname` follows. */
export function goTo(href: string): void {
  if (href !== location.pathname + location.search) history.pushState(null, '', href)
}

/** The same, without a step to go back to. */
export function replaceWith(href: string): void {
  history.replaceState(null, '', href)
}
