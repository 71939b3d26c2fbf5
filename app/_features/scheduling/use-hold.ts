'use client'
import { useCallback } from 'react'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import { sectionPath } from '#app/_client/paths.ts'
import { useConversationNames } from '#app/_client/react/conversation-names.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { goTo } from '#app/_ui/app-link.tsx'
import { useToast } from '#app/_ui/toast.tsx'
import { useScheduledActions } from './use-scheduled-actions.ts'

/** Holds a message back and says where it is. @param text what is being typed */
export function useHold() {
  const { workspaceId } = useWorkspace()
  const actions = useScheduledActions()
  const nameOf = useConversationNames()
  const toast = useToast()
  return useCallback(
    async (scheduled: ScheduledView, text: string) => {
      const outcome = await actions.hold(scheduled.id, text)
      if (outcome && 'done' in outcome) {
        toast({
          text: `Message to ${nameOf(scheduled.conversationId)} held back. Its text and time are under Drafts.`,
          actions: [{ label: 'View', onPress: () => goTo(`${sectionPath(workspaceId, 'scheduled')}?show=drafts`) }],
        })
      }
      return outcome
    },
    [actions, nameOf, toast, workspaceId],
  )
}
