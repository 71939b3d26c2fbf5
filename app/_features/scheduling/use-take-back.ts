'use client'
import { useCallback } from 'react'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import { useConversationNames } from '#app/_client/react/conversation-names.ts'
import { serverNow } from '#app/_client/server-clock.ts'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { moment } from '#app/_ui/time-text.ts'
import { useToast, type ToastAction } from '#app/_ui/toast.tsx'
import { conditionsOf } from './conditions.ts'
import { promisedWhen } from './promised-when.ts'
import { useScheduledActions } from './use-scheduled-actions.ts'

type Reschedule = ReturnType<typeof useScheduledActions>['reschedule']

/** What a toast offers about a message that was moved: the time as it was promised before, under what it was tied to then. */
export function useTakeBack() {
  const actions = useScheduledActions()
  const { hour12 } = useTimeStyle()
  const nameOf = useConversationNames()
  const toast = useToast()
  return useCallback(
    (before: ScheduledView, after: ScheduledView, send: Reschedule = actions.reschedule): ToastAction => {
      const undo = async () => {
        const ties = tiesOf(before) === tiesOf(after) ? null : conditionsOf(before)
        const back = await send(before.id, after.version, promisedWhen(before), ties)
        if (!back) return
        if ('refused' in back) return toast({ tone: 'danger', text: back.refused })
        const words = moment(before.sendAt * 1000, { zone: before.zone, hour12 }, serverNow())
        toast({ text: `Message to ${nameOf(before.conversationId)} is back at ${words}` })
      }
      return { label: 'Undo', onPress: () => void undo() }
    },
    [actions, hour12, nameOf, toast],
  )
}

const tiesOf = ({ notAfter, guards }: ScheduledView): string => JSON.stringify([notAfter, guards])
