'use client'
import { useCallback } from 'react'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import { sectionPath } from '#app/_client/paths.ts'
import { useConversationNames } from '#app/_client/react/conversation-names.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { goTo } from '#app/_ui/app-link.tsx'
import { useToast } from '#app/_ui/toast.tsx'
import type { Edit } from './use-edits.ts'
import { useScheduledActions } from './use-scheduled-actions.ts'

/** Holds a message back as it is being edited, and says where it is. */
export function useHold() {
  const { workspaceId } = useWorkspace()
  const actions = useScheduledActions()
  const nameOf = useConversationNames()
  const toast = useToast()
  return useCallback(
    async (scheduled: ScheduledView, { text, files }: Edit) => {
      const outcome = await actions.hold(
        scheduled.id,
        text,
        files?.map((file) => file.id),
      )
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
