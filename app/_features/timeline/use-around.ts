'use client'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ConversationId, MessageId } from '#server/domain/ids.ts'
import type { MessageView } from '#server/protocol/frame.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { trpc } from '#app/_client/trpc.ts'

type Around = { messages: MessageView[]; moreBefore: boolean; moreAfter: boolean }
const NOTHING: Around = { messages: [], moreBefore: false, moreAfter: false }
const BESIDE = 25
const PAGE = 50

/** Messages beside one, and more of them on both sides as they are asked for. */
export function useAround(conversationId: ConversationId, messageId: MessageId) {
  const { workspaceId } = useWorkspace()
  const [around, setAround] = useState(NOTHING)
  const [error, setError] = useState<unknown>(null)
  const [loading, setLoading] = useState(true)
  const mounted = useRef(true)

  const ask = useCallback(
    async (at: MessageId | number, before: number, after: number, put: (page: Around) => void) => {
      setLoading(true)
      setError(null)
      try {
        const page = await trpc.messages.around.query({ workspaceId, conversationId, at, before, after })
        if (mounted.current) put(page)
      } catch (failure) {
        if (mounted.current) setError(failure)
      }
      if (mounted.current) setLoading(false)
    },
    [workspaceId, conversationId],
  )
  const load = useCallback(() => void ask(messageId, BESIDE, BESIDE, setAround), [ask, messageId])
  useEffect(() => {
    mounted.current = true
    load()
    return () => {
      mounted.current = false
    }
  }, [load])

  const [first, last] = [around.messages[0], around.messages.at(-1)]
  const loadOlder = () => {
    if (!first) return
    void ask(first.seq - 1, PAGE, 0, (page) =>
      setAround((now) => ({ ...now, messages: [...page.messages, ...now.messages], moreBefore: page.moreBefore })),
    )
  }
  const loadNewer = () => {
    if (!last) return
    void ask(last.seq, 0, PAGE, (page) =>
      setAround((now) => ({ ...now, messages: [...now.messages, ...page.messages], moreAfter: page.moreAfter })),
    )
  }
  return { ...around, error, loading, loadOlder, loadNewer, retry: load }
}
