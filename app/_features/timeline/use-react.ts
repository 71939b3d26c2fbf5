'use client'
import { useCallback } from 'react'
import type { ConversationId, MessageId } from '#server/domain/ids.ts'
import { useMessageActions } from '#app/_client/react/use-message-actions.ts'
import { useToast } from '#app/_ui/toast.tsx'

/** Puts one's name under an emoji, or takes it away; tells why not. */
export function useReact(conversationId: ConversationId): (id: MessageId, emoji: string, on: boolean) => Promise<void> {
  const { react } = useMessageActions()
  const toast = useToast()
  return useCallback(
    async (messageId, emoji, on) => {
      const refused = await react({ conversationId, messageId }, { emoji, on })
      if (refused) toast({ tone: 'danger', text: refused.words })
    },
    [react, conversationId, toast],
  )
}
