'use client'
import { useQuery } from '@tanstack/react-query'
import type { ConversationId } from '#server/domain/ids.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { trpc } from '#app/_client/trpc.ts'

/** Who is in a conversation, by the server. */
export function useConversationMembers(conversationId: ConversationId) {
  const { workspaceId } = useWorkspace()
  return useQuery({
    queryKey: ['conversation-members', workspaceId, conversationId],
    queryFn: () => trpc.conversations.members.query({ workspaceId, conversationId }),
    refetchInterval: 60_000,
  })
}
