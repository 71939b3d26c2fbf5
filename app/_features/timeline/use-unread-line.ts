'use client'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useWorkspaceClient } from '#app/_client/react/client-context.ts'
import { serverNow } from '#app/_client/server-clock.ts'
import { firstUnread, type TimelineMessage, type Visit } from './group-messages.ts'

/**
 * Above which message the line "New" stands: once per visit, where it stays until the reader goes and comes back.
 * Looking at another window or tab ends a visit.
 */
export function useUnreadLine(messages: readonly TimelineMessage[], readSeq: number, readTurn: number): number | null {
  const { memberId } = useWorkspaceClient()
  const [visit, setVisit] = useState<Visit>(() => ({ readSeq, since_ms: serverNow() }))
  const newestRead = useRef(readSeq)
  newestRead.current = readSeq
  // What is marked unread has the line above it at once.
  const [turn, setTurn] = useState(readTurn)
  if (turn !== readTurn) {
    setTurn(readTurn)
    setVisit({ readSeq, since_ms: serverNow() })
  }
  useEffect(() => {
    const back = () => {
      if (document.visibilityState === 'visible') setVisit({ readSeq: newestRead.current, since_ms: serverNow() })
    }
    document.addEventListener('visibilitychange', back)
    window.addEventListener('focus', back)
    return () => {
      document.removeEventListener('visibilitychange', back)
      window.removeEventListener('focus', back)
    }
  }, [])
  return useMemo(() => firstUnread(messages, visit, memberId), [messages, visit, memberId])
}
