'use client'
import { useEffect } from 'react'
import type { ConversationId } from '#server/domain/ids.ts'
import { conversationPath } from '#app/_client/paths.ts'
import { useConversationNames } from '#app/_client/react/conversation-names.ts'
import { useConversations } from '#app/_client/react/hooks.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { goTo } from '#app/_ui/app-link.tsx'
import { isCovered } from '#app/_ui/keys.ts'
import { sortConversations } from './sort-conversations.ts'

/** Alt with Up or Down goes to the conversation before or after this one, as the sidebar lists them; round at the ends. */
export function useNeighbourKeys(current: ConversationId | null): void {
  const { workspaceId } = useWorkspace()
  const conversations = useConversations()
  const nameOf = useConversationNames()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
      if (step === 0 || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || isCovered()) return
      const { channels, directs } = sortConversations(conversations ?? [], nameOf)
      const all = [...channels, ...directs].map(({ conversation }) => conversation)
      const at = all.findIndex(({ id }) => id === current)
      const next = all.at(at < 0 ? (step > 0 ? 0 : -1) : (at + step) % all.length)
      if (!next) return
      event.preventDefault()
      goTo(conversationPath(workspaceId, next))
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [workspaceId, conversations, nameOf, current])
}
