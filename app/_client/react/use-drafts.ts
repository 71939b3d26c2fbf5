'use client'
import { useCallback } from 'react'
import type { AttachedFile } from '#server/domain/files/attached-file.ts'
import type { ConversationId } from '#server/domain/ids.ts'
import { draftKey, type DraftRow } from '../store/rows.ts'
import { useWorkspaceClient } from './client-context.ts'
import { useLive } from './use-live.ts'

export type Draft = Pick<DraftRow, 'conversationId' | 'text' | 'changedMs' | 'files'>

/** What was begun in any conversation and not sent, latest first; undefined until the store was read. */
export function useDrafts(): Draft[] | undefined {
  return useLive(async (db) => {
    const rows = await db.drafts.toArray()
    return rows
      .filter(
        ({ key, conversationId, text, files }) => key === draftKey(conversationId) && (text.trim() !== '' || files),
      )
      .toSorted((a, b) => b.changedMs - a.changedMs)
  }, [])
}

/** Replaces a draft of a conversation that is not on screen; without text and files it is deleted. */
export function useWriteDraft(): (id: ConversationId, text: string, files: readonly AttachedFile[]) => void {
  const { ready } = useWorkspaceClient()
  return useCallback(
    (id, text, files) =>
      void ready.then(async (engine) => {
        await engine.setDraft(id, text)
        await engine.setDraftFiles(id, () => [...files])
      }),
    [ready],
  )
}
