'use client'
import { useSyncExternalStore } from 'react'

/** Colours of tokens as they are now, for what is drawn on a canvas, where `var()` means nothing. */
export function readTokenColours<Name extends string>(host: HTMLElement, names: readonly Name[]): Record<Name, string> {
  const probe = host.appendChild(document.createElement('span'))
  probe.hidden = true
  const colours = names.map((name) => {
    probe.style.color = `var(--${name})`
    return [name, getComputedStyle(probe).color]
  })
  probe.remove()
  return Object.fromEntries(colours) as Record<Name, string>
}

/** Changes whenever the colours do: the theme was chosen anew, or the system went dark. */
export const useThemeVersion = (): string => useSyncExternalStore(subscribe, read, () => 'system')

const DARK = '(prefers-color-scheme: dark)'

function subscribe(onChange: () => void): () => void {
  const system = matchMedia(DARK)
  system.addEventListener('change', onChange)
  const chosen = new MutationObserver(onChange)
  chosen.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  return () => {
    system.removeEventListener('change', onChange)
    chosen.disconnect()
  }
}

const read = (): string => document.documentElement.dataset.theme ?? (matchMedia(DARK).matches ? 'dark' : 'light')
