'use client'
import { useCallback } from 'react'
import type { MemberId } from '#server/domain/ids.ts'
import { sectionPath } from '#app/_client/paths.ts'
import { useDirectorySync } from '#app/_client/react/hooks.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { serverNow } from '#app/_client/server-clock.ts'
import { trpc } from '#app/_client/trpc.ts'
import { failureWords } from '#app/_client/words.ts'
import { goTo } from '#app/_ui/app-link.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { moment } from '#app/_ui/time-text.ts'
import { useToast } from '#app/_ui/toast.tsx'
import type { When } from './presets.ts'
import { useRetryToken } from './use-retry-token.ts'
import { useScheduledActions } from './use-scheduled-actions.ts'

type Reminder = { whom: 'me' | MemberId; name: string; text: string }

/**
 * A reminder is a scheduled direct message to oneself or somebody else.
 * @param restore puts the text back into the field when it is taken back
 */
export function useRemind(restore: (text: string) => void) {
  const { workspaceId, me } = useWorkspace()
  const { hour12 } = useTimeStyle()
  const refreshDirectory = useDirectorySync()
  const actions = useScheduledActions()
  const tokenOf = useRetryToken()
  const toast = useToast()
  return useCallback(
    async ({ whom, name, text }: Reminder, when: When): Promise<string | null> => {
      const memberId = whom === 'me' ? me.memberId : whom
      const token = tokenOf(JSON.stringify([memberId, text, when.sendAt, when.zone]))
      try {
        const { id: conversationId } = await trpc.conversations.openDirect.mutate({ workspaceId, memberId })
        const outcome = await actions.create({ conversationId, text, threadRootId: null }, when, token.value)
        if (!outcome) return 'This reminder is being scheduled already.'
        if ('refused' in outcome) return outcome.refused
        token.spend()
        void refreshDirectory()
        const undo = async () => {
          const canceled = await actions.cancel(outcome.done.id)
          if (!canceled) return
          if ('refused' in canceled) return toast({ tone: 'danger', text: canceled.refused })
          restore(text)
          toast({ text: 'Not scheduled any more. The text is back in the message field.' })
        }
        const shown = moment(when.sendAt * 1000, { zone: when.zone, hour12 }, serverNow())
        toast({
          text: `Reminder for ${name} scheduled for ${shown}`,
          actions: [
            { label: 'Undo', onPress: () => void undo() },
            { label: 'View', onPress: () => goTo(sectionPath(workspaceId, 'scheduled')) },
          ],
        })
        return null
      } catch (error) {
        return failureWords(error)
      }
    },
    [workspaceId, me.memberId, hour12, refreshDirectory, actions, tokenOf, toast, restore],
  )
}
