'use client'
import { useEffect, useState } from 'react'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import { serverNow } from '#app/_client/server-clock.ts'

/** The longest that a browser's timer can wait. */
const LONGEST_MS = 2 ** 31 - 1

/** Whether the workspace's freeze has begun: told by the clock, since nobody sends word when it does (C1). */
export function useWindowClosed({ sendAt, editableUntil }: ScheduledView): boolean {
  const isClosed = () => editableUntil < sendAt && serverNow() >= editableUntil * 1000
  const [, redraw] = useState(0)
  const closed = isClosed()
  useEffect(() => {
    if (closed || editableUntil >= sendAt) return
    const left_ms = editableUntil * 1000 - serverNow()
    const timer = setTimeout(() => redraw((n) => n + 1), Math.min(Math.max(left_ms, 0) + 50, LONGEST_MS))
    return () => clearTimeout(timer)
  })
  return closed
}
