'use client'
import { useCallback } from 'react'
import { filesOf, type AttachedFile } from '#server/domain/files/attached-file.ts'
import type { ConversationId } from '#server/domain/ids.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import { sectionPath } from '#app/_client/paths.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { serverNow } from '#app/_client/server-clock.ts'
import { goTo } from '#app/_ui/app-link.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { moment } from '#app/_ui/time-text.ts'
import { useToast } from '#app/_ui/toast.tsx'
import { NO_CONDITIONS } from './conditions.ts'
import { beginEdit } from './use-edits.ts'
import type { When } from './presets.ts'
import type { Refusal } from './refusal.ts'
import type { ReplyTo } from './schedule-button.tsx'
import { useRetryToken } from './use-retry-token.ts'
import { refusalOf, useScheduledActions } from './use-scheduled-actions.ts'

type Options = {
  conversationId: ConversationId
  name: string
  reply?: ReplyTo | undefined
  restore: (text: string, files?: readonly AttachedFile[]) => void
}

/** Schedules a new message and says so, with a way back. @returns null when done, otherwise why not */
export function useScheduleNew({ conversationId, name, reply, restore }: Options) {
  const { workspaceId } = useWorkspace()
  const { hour12 } = useTimeStyle()
  const toast = useToast()
  const actions = useScheduledActions()
  const tokenOf = useRetryToken()

  const undo = useCallback(
    async (scheduled: ScheduledView) => {
      const outcome = await actions.cancel(scheduled.id)
      if (!outcome) return
      if ('refused' in outcome) return toast({ tone: 'danger', text: outcome.refused })
      restore(scheduled.text, filesOf(scheduled.payload))
      toast({ text: 'Not scheduled any more. The text is back in the message field.' })
    },
    [actions, restore, toast],
  )

  return useCallback(
    async (
      text: string,
      when: When,
      conditions = NO_CONDITIONS,
      files: readonly AttachedFile[] = [],
    ): Promise<Refusal | null> => {
      const fileIds = files.map(({ id }) => id)
      const token = tokenOf(JSON.stringify([conversationId, reply, text, fileIds, when.sendAt, when.zone, conditions]))
      const draft = { conversationId, text, threadRootId: null, fileIds, ...reply }
      const outcome = await actions.create(draft, when, token.value, conditions)
      if (!outcome) return 'This message is being scheduled already.'
      if ('refused' in outcome) return refusalOf(outcome)
      token.spend()
      const { done } = outcome
      toast({
        text: `Message to ${name} scheduled for ${moment(done.sendAt * 1000, { zone: done.zone, hour12 }, serverNow())}`,
        actions: [
          { label: 'Undo', onPress: () => void undo(done) },
          {
            label: 'Edit',
            onPress: () => {
              beginEdit(done)
              goTo(sectionPath(workspaceId, 'scheduled'))
            },
          },
          { label: 'View', onPress: () => goTo(sectionPath(workspaceId, 'scheduled')) },
        ],
      })
      return null
    },
    [tokenOf, conversationId, reply, actions, toast, name, hour12, undo, workspaceId],
  )
}
