'use client'
import { useEffect, useRef, useState, type RefObject } from 'react'
import type { TimelineMessage } from './group-messages.ts'

export const ROW = 'article'
/** Nothing scrolled for so long: the row that came to lie under the pointer is meant. */
const STILL_MS = 150

/** The key of the timeline's item in whose row an element lies. */
export const keyAt = (element: EventTarget | null): string | undefined =>
  element instanceof Element ? element.closest<HTMLElement>('[data-key]')?.dataset.key : undefined

/**
 * The row under the pointer or around the focus, and its message; the last of both counts.
 * @param held a menu of it is open: it stays, wherever the pointer goes
 */
export function usePointedRow(
  box: RefObject<HTMLElement | null>,
  find: (key: string | undefined) => TimelineMessage | null,
  held: boolean,
): { row: Element | null; message: TimelineMessage | null } {
  const [row, setRow] = useState<Element | null>(null)
  const isHeld = useRef(held)
  isHeld.current = held
  useEffect(() => {
    const el = box.current
    if (!el) return
    let scrolling: ReturnType<typeof setTimeout> | undefined
    // The pointer may have been there before this was.
    setRow(el.querySelector(`${ROW}:hover`))
    const point = (event: Event) => {
      if (isHeld.current || !(event.target instanceof Element)) return
      // Rows that pass under a resting pointer are not pointed at: their tools would cost more than the rows.
      if (scrolling !== undefined && event.type === 'pointerover') return
      setRow(event.target.closest(ROW))
    }
    const rest = () => {
      scrolling = undefined
      const under = el.querySelector(`${ROW}:hover`)
      if (under && !isHeld.current) setRow(under)
    }
    const scroll = () => {
      if (scrolling === undefined && !isHeld.current)
        setRow((now) => (now?.contains(document.activeElement) ? now : null))
      clearTimeout(scrolling)
      scrolling = setTimeout(rest, STILL_MS)
    }
    // A finger leaves as soon as it is lifted; what it touched last stays pointed at.
    const leave = (event: PointerEvent) => {
      if (!isHeld.current && event.pointerType === 'mouse')
        setRow((now) => (now?.contains(document.activeElement) ? now : null))
    }
    const blur = (event: FocusEvent) => {
      if (!isHeld.current && !(event.relatedTarget instanceof Node && el.contains(event.relatedTarget)))
        setRow((now) => (now?.matches(':hover') ? now : null))
    }
    el.addEventListener('pointerover', point)
    el.addEventListener('focusin', point)
    el.addEventListener('pointerleave', leave)
    el.addEventListener('focusout', blur)
    el.addEventListener('scroll', scroll, { passive: true })
    return () => {
      clearTimeout(scrolling)
      el.removeEventListener('scroll', scroll)
      el.removeEventListener('pointerover', point)
      el.removeEventListener('focusin', point)
      el.removeEventListener('pointerleave', leave)
      el.removeEventListener('focusout', blur)
    }
  }, [box])
  // A row that was scrolled away is gone from the document.
  const standing = row?.isConnected ? row : null
  return { row: standing, message: standing && find(keyAt(standing)) }
}
