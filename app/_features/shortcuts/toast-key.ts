'use client'
import { useEffect } from 'react'
import { isPlain } from '#app/_ui/keys.ts'

/** F8 brings the newest notification under the keyboard, also from within a dialog: it may be what that was left open for. */
export function ToastKey(): null {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'F8' || !isPlain(event) || event.repeat) return
      event.preventDefault()
      reachToast()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  return null
}

/** It stays while it has the focus; Escape lets it go and leaves a dialog below it open. The focus then returns to where it was. */
function reachToast(): void {
  const toast = document.querySelector<HTMLElement>('[role=status][aria-label=Notifications] > :last-child')
  const before = document.activeElement
  const first = toast?.querySelector('button')
  if (!toast || !first || toast.contains(before)) return
  first.focus()
  const goBack = () =>
    requestAnimationFrame(() => {
      // Unless what was done has taken the focus elsewhere.
      if (document.activeElement === document.body && before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true })
    })
  toast.addEventListener('click', goBack, { once: true })
  toast.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    toast.querySelector<HTMLElement>('[aria-label=Dismiss]')?.click()
  })
}
