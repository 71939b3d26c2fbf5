'use client'
import { useCallback } from 'react'
import type { ConversationId } from '#server/domain/ids.ts'
import { draftKey, type DraftRow } from '../store/rows.ts'
import { useWorkspaceClient } from './client-context.ts'
import { useLive } from './use-live.ts'

export type Draft = Pick<DraftRow, 'conversationId' | 'text' | 'changedMs'>

/** What was begun in any conversation and not sent, latest first; undefined until the store was read. */
export function useDrafts(): Draft[] | undefined {
  return useLive(async (db) => {
    const rows = await db.drafts.toArray()
    return rows
      .filter(({ key, conversationId, text }) => key === draftKey(conversationId) && text.trim() !== '')
      .toSorted((a, b) => b.changedMs - a.changedMs)
  }, [])
}

/** Replaces a draft of a conversation that is not on screen; an empty text deletes it. */
export function useWriteDraft(): (id: ConversationId, text: string) => void {
  const { ready } = useWorkspaceClient()
  return useCallback((id, text) => void ready.then((engine) => engine.setDraft(id, text)), [ready])
}
