'use client'
import { useMemo } from 'react'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import { useToast } from '#app/_ui/toast.tsx'
import { useScheduledActions } from './use-scheduled-actions.ts'

/** Cancels, with a way back: the same for the same second, as a new message. What fails can be tried again where it is told. */
export function useCancel() {
  const actions = useScheduledActions()
  const toast = useToast()
  return useMemo(() => {
    const scheduleAgain = async (scheduled: ScheduledView): Promise<void> => {
      const outcome = await actions.again(scheduled.id)
      if (!outcome) return
      if ('done' in outcome) return toast({ text: 'Scheduled again for the same time.' })
      toast({
        tone: 'danger',
        text: `${outcome.refused} The text stands under Canceled.`,
        actions: outcome.code === null ? [{ label: 'Try again', onPress: () => void scheduleAgain(scheduled) }] : [],
      })
    }
    const cancel = async (scheduled: ScheduledView, name: string): Promise<void> => {
      const outcome = await actions.cancel(scheduled.id)
      if (!outcome) return
      if ('done' in outcome) {
        return toast({
          text: `Message to ${name} canceled.`,
          actions: [{ label: 'Undo', onPress: () => void scheduleAgain(scheduled) }],
        })
      }
      toast({
        tone: 'danger',
        text: outcome.refused,
        actions: outcome.code === null ? [{ label: 'Try again', onPress: () => void cancel(scheduled, name) }] : [],
      })
    }
    return cancel
  }, [actions, toast])
}
