'use client'
import { useEffect, useState } from 'react'
import type { ConversationId } from '#server/domain/ids.ts'
import { useReadMarks } from '#app/_client/react/hooks.ts'

type Seen = { lastSeq: number | undefined; atBottom: boolean; readTurn: number }

/**
 * What stands at the bottom of a page that is being looked at has been read. What the reader marks unread meanwhile stays
 * so until they go and come back.
 */
export function useMarkRead(conversationId: ConversationId, { lastSeq, atBottom, readTurn }: Seen): void {
  const markRead = useReadMarks()
  const [turnOfVisit] = useState(readTurn)
  useEffect(() => {
    if (lastSeq === undefined || !atBottom || readTurn !== turnOfVisit) return
    const mark = () => {
      if (document.visibilityState === 'visible' && document.hasFocus()) markRead(conversationId, lastSeq)
    }
    mark()
    document.addEventListener('visibilitychange', mark)
    window.addEventListener('focus', mark)
    return () => {
      document.removeEventListener('visibilitychange', mark)
      window.removeEventListener('focus', mark)
    }
  }, [conversationId, lastSeq, atBottom, markRead, readTurn, turnOfVisit])
}
