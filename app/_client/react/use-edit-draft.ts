'use client'
import { useCallback, useState } from 'react'
import type { ConversationId, MessageId } from '#server/domain/ids.ts'
import { draftKey, editOf } from '../store/rows.ts'
import { useWorkspaceClient } from './client-context.ts'
import { useLive } from './use-live.ts'

export type MessageRef = { conversationId: ConversationId; messageId: MessageId }

type Edit = { text: string; seenEditedMs: number | null }

/**
 * A new text for a message, kept on every key until it is saved or let go, together with the version of the message that
 * its author has seen: also after a reload nothing newer is replaced unseen.
 * @param stands the message as it is now
 * @returns `edit` is undefined until the store was read
 */
export function useEditDraft(
  { conversationId, messageId }: MessageRef,
  stands: { text: string; editedMs: number | null },
) {
  const { ready } = useWorkspaceClient()
  const place = editOf(messageId)
  const key = draftKey(conversationId, place)
  const [begun] = useState<Edit>({ text: stands.text, seenEditedMs: stands.editedMs })
  const kept = useLive(
    async (db) => {
      const row = await db.drafts.get(key)
      return row ? { text: row.text, seenEditedMs: row.seenEditedMs ?? null } : begun
    },
    [key],
  )
  const [written, setWritten] = useState<Edit | null>(null)
  const setEdit = useCallback(
    (next: Edit) => {
      setWritten(next)
      const { text, seenEditedMs } = next
      void ready.then((engine) => engine.setDraft(conversationId, text, place, { seenEditedMs }))
    },
    [ready, conversationId, place],
  )
  const forget = useCallback(
    () => void ready.then((engine) => engine.setDraft(conversationId, '', place)),
    [ready, conversationId, place],
  )
  return { edit: written ?? kept, setEdit, forget }
}
