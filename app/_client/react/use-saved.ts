'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { trpc } from '../trpc.ts'
import { failureWords } from '../words.ts'
import type { MessageRef } from './use-edit-draft.ts'
import { useWorkspace } from './workspace-info.tsx'

/** What one keeps at hand, asked for whenever it is looked at. Within `Queries`. */
export function useSaved() {
  const { workspaceId } = useWorkspace()
  const queries = useQueryClient()
  const key = ['saved', workspaceId]
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: () => trpc.messages.saved.query({ workspaceId }),
    staleTime: 0,
  })
  /** @returns null when done, otherwise why not */
  const save = useCallback(
    async (ref: MessageRef, on: boolean): Promise<string | null> => {
      try {
        await trpc.messages.save.mutate({ workspaceId, ...ref, on })
        return null
      } catch (refused) {
        return failureWords(refused)
      } finally {
        await queries.invalidateQueries({ queryKey: ['saved', workspaceId] })
      }
    },
    [workspaceId, queries],
  )
  return { saved: data, error, retry: () => void refetch(), save }
}
