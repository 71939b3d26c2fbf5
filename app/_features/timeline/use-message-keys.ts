'use client'
import { useEffect, useRef, type RefObject } from 'react'
import { isCovered, isPlain } from '#app/_ui/keys.ts'
import type { TimelineMessage } from './group-messages.ts'
import { keyAt, ROW } from './use-pointed-row.ts'

type Keys = {
  /** @param left also what is left of a deleted one */
  find: (key: string | undefined, left?: boolean) => TimelineMessage | null
  edit: (message: TimelineMessage) => void
  remove: (message: TimelineMessage) => void
  editLast: () => void
  openThread: (message: TimelineMessage) => void
  showVersions: (message: TimelineMessage) => void
}

/**
 * ↑ and ↓ go from message to message, from the list itself to its last; letters act on the one that has the focus. ↑ in
 * an empty message field changes one's last message.
 */
export function useMessageKeys(box: RefObject<HTMLElement | null>, keys: Keys): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const el = box.current
    if (!el) return
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event
      if (event.defaultPrevented || isCovered() || !isPlain(event) || !(target instanceof HTMLElement)) return
      if (isEmptyComposer(target) && event.key === 'ArrowUp') {
        event.preventDefault()
        return latest.current.editLast()
      }
      const isRow = target.matches(ROW) && el.contains(target)
      if (!isRow && target !== el) return
      const message = isRow ? latest.current.find(keyAt(target)) : null
      if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
        const rows = [...el.querySelectorAll<HTMLElement>(ROW)]
        const at = isRow ? rows.indexOf(target) : event.key === 'ArrowUp' ? rows.length : -1
        const next = rows[at + (event.key === 'ArrowUp' ? -1 : 1)]
        if (!next) return
        event.preventDefault()
        next.focus()
        next.scrollIntoView({ block: 'nearest' })
      } else if (message && event.key === 'e') {
        event.preventDefault()
        latest.current.edit(message)
      } else if (message && event.key === 't') {
        event.preventDefault()
        latest.current.openThread(message)
      } else if (message && event.key === 'r') {
        event.preventDefault()
        target.querySelector<HTMLElement>('[data-react]')?.click()
      } else if (message && event.key === 'Delete') latest.current.remove(message)
    }
    const onClick = ({ target }: MouseEvent) => {
      const pressed = target instanceof Element ? target.closest('[data-edits], [data-thread]') : null
      const message = pressed && latest.current.find(keyAt(pressed), true)
      if (!message) return
      if (pressed.matches('[data-thread]')) latest.current.openThread(message)
      else latest.current.showVersions(message)
    }
    document.addEventListener('keydown', onKeyDown)
    el.addEventListener('click', onClick)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      el.removeEventListener('click', onClick)
    }
  }, [box])
}

const isEmptyComposer = (target: HTMLElement): boolean =>
  target instanceof HTMLTextAreaElement && 'composer' in target.dataset && target.value === ''
