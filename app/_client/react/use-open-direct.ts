'use client'
import { useCallback } from 'react'
import type { MemberId } from '#server/domain/ids.ts'
import { conversationPath } from '../paths.ts'
import { trpc } from '../trpc.ts'
import { useDirectorySync } from './hooks.ts'
import { useWorkspace } from './workspace-info.tsx'

/** Opens the direct conversation with somebody, if there is none yet. @returns its address @throws as the call does */
export function useOpenDirect(): (memberId: MemberId) => Promise<string> {
  const { workspaceId } = useWorkspace()
  const refresh = useDirectorySync()
  return useCallback(
    async (memberId) => {
      const conversation = await trpc.conversations.openDirect.mutate({ workspaceId, memberId })
      await refresh()
      return conversationPath(workspaceId, conversation)
    },
    [workspaceId, refresh],
  )
}
