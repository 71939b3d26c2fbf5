'use client'
import { useEffect } from 'react'
import { isCovered, isPlain, isTyping, lettersWork } from '#app/_ui/keys.ts'

type Shortcuts = {
  /** `?` */
  onHelp: () => void
}

/** The keys that work all over the workspace, except while something is open or, for plain ones, being typed. */
export function useShortcuts({ onHelp }: Shortcuts): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isCovered() || isTyping(event.target) || !isPlain(event)) return
      if (event.key === '?' && lettersWork()) {
        event.preventDefault()
        onHelp()
      } else if (event.key === 'Escape') focusComposer()
    }
    // Before the dialogs' own: what is open when the key goes down keeps it.
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [onHelp])
}

function focusComposer(): void {
  document.querySelector<HTMLElement>('[data-composer]')?.focus()
}
