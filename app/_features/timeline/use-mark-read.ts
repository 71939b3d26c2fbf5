'use client'
import { useEffect } from 'react'
import type { ConversationId } from '#server/domain/ids.ts'
import { useReadMarks } from '#app/_client/react/hooks.ts'

/** What stands at the bottom of a page that is being looked at has been read. */
export function useMarkRead(conversationId: ConversationId, lastSeq: number | undefined, atBottom: boolean): void {
  const markRead = useReadMarks()
  useEffect(() => {
    if (lastSeq === undefined || !atBottom) return
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
  }, [conversationId, lastSeq, atBottom, markRead])
}
