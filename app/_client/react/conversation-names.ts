'use client'
import { useCallback } from 'react'
import type { ConversationId } from '#server/domain/ids.ts'
import { conversationPath, homePath } from '../paths.ts'
import { useConversations, useMembers } from './hooks.ts'
import { useWorkspace } from './workspace-info.tsx'

/** What people call a conversation: `#general`, `Ana Souza`. */
export function useConversationNames(): (id: ConversationId) => string {
  const { me } = useWorkspace()
  const conversations = useConversations()
  const members = useMembers()
  return useCallback(
    (id) => {
      const found = conversations?.find(({ conversation }) => conversation.id === id)
      if (!found) return conversations ? 'a conversation you are no longer in' : '…'
      if (found.conversation.kind !== 'direct') return `#${found.conversation.name}`
      const others = found.memberIds.filter((memberId) => memberId !== me.memberId)
      if (others.length === 0) return `${me.displayName} (you)`
      return others.map((memberId) => members?.get(memberId)?.displayName ?? '…').join(', ')
    },
    [conversations, members, me],
  )
}

export function useConversationPaths(): (id: ConversationId) => string {
  const { workspaceId } = useWorkspace()
  const conversations = useConversations()
  return useCallback(
    (id) => {
      const found = conversations?.find(({ conversation }) => conversation.id === id)
      return found ? conversationPath(workspaceId, found.conversation) : homePath(workspaceId)
    },
    [conversations, workspaceId],
  )
}
