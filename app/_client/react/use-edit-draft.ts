'use client'
import { useCallback, useState } from 'react'
import type { ConversationId, MessageId } from '#server/domain/ids.ts'
import { draftKey, editOf } from '../store/rows.ts'
import { useWorkspaceClient } from './client-context.ts'
import { useLive } from './use-live.ts'

export type MessageRef = { conversationId: ConversationId; messageId: MessageId }

/** A new text for a message, kept on every key until it is saved or let go; undefined until the store was read. */
export function useEditDraft({ conversationId, messageId }: MessageRef, stands: string) {
  const { ready } = useWorkspaceClient()
  const place = editOf(messageId)
  const key = draftKey(conversationId, place)
  const kept = useLive(async (db) => ({ text: (await db.drafts.get(key))?.text ?? null }), [key])
  const [typed, setTyped] = useState<string | null>(null)
  const setText = useCallback(
    (text: string) => {
      setTyped(text)
      void ready.then((engine) => engine.setDraft(conversationId, text, place))
    },
    [ready, conversationId, place],
  )
  const forget = useCallback(
    () => void ready.then((engine) => engine.setDraft(conversationId, '', place)),
    [ready, conversationId, place],
  )
  return { text: typed ?? (kept && (kept.text ?? stands)), setText, forget }
}
