'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { ConversationId, MemberId } from '#server/domain/ids.ts'
import { useDirectorySync } from '#app/_client/react/hooks.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { trpc } from '#app/_client/trpc.ts'
import { failureWords } from '#app/_client/words.ts'

/** What can be done with a channel. Each answers null when done, otherwise in plain words why not. */
export function useChannelActions(conversationId: ConversationId) {
  const { workspaceId } = useWorkspace()
  const queries = useQueryClient()
  const refresh = useDirectorySync()
  const run = useCallback(
    async (call: () => Promise<unknown>): Promise<string | null> => {
      try {
        await call()
        return null
      } catch (error) {
        return failureWords(error)
      } finally {
        void refresh()
        void queries.invalidateQueries({ queryKey: ['conversation-members', workspaceId, conversationId] })
        void queries.invalidateQueries({ queryKey: ['browse', workspaceId] })
      }
    },
    [refresh, queries, workspaceId, conversationId],
  )
  return useMemo(() => {
    const at = { workspaceId, conversationId }
    return {
      join: () => run(() => trpc.conversations.join.mutate(at)),
      leave: () => run(() => trpc.conversations.leave.mutate(at)),
      invite: (memberId: MemberId) => run(() => trpc.conversations.invite.mutate({ ...at, memberId })),
      remove: (memberId: MemberId) => run(() => trpc.conversations.remove.mutate({ ...at, memberId })),
      archive: () => run(() => trpc.conversations.archive.mutate({ ...at, archived: true })),
      reopen: () => run(() => trpc.conversations.archive.mutate({ ...at, archived: false })),
      rename: (name: string) => run(() => trpc.conversations.rename.mutate({ ...at, name })),
      setPurpose: (purpose: string) => run(() => trpc.conversations.setPurpose.mutate({ ...at, purpose })),
      setTopic: (topic: string) => run(() => trpc.conversations.setTopic.mutate({ ...at, topic })),
    }
  }, [run, workspaceId, conversationId])
}
