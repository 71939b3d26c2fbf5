'use client'
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import type { MessageId } from '#server/domain/ids.ts'

/** One of the items is a tab stop; the arrows, J and K go to the one before or after it by time. */
export function useRovingFocus(layer: RefObject<HTMLElement | null>, order: readonly MessageId[]) {
  const [chosen, set] = useState<MessageId | null>(null)
  const current = chosen !== null && order.includes(chosen) ? chosen : (order[0] ?? null)
  const wanted = useRef<MessageId | null>(null)
  useEffect(() => {
    if (wanted.current === null) return
    layer.current?.querySelector<HTMLElement>(`[data-item="${wanted.current}"]`)?.focus()
    wanted.current = null
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (!step) return
    event.preventDefault()
    const next = order[order.indexOf(current ?? ('' as MessageId)) + step]
    if (next === undefined) return
    wanted.current = next
    set(next)
  }
  return { current, set, onKeyDown }
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, j: 1, ArrowUp: -1, ArrowLeft: -1, k: -1 }
