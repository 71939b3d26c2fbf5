'use client'
import { useCallback } from 'react'
import { parseZone } from '#server/domain/time/zone.ts'
import type { EpochSeconds } from '#server/domain/time/units.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import { useToast } from '#app/_ui/toast.tsx'
import { useScheduledActions } from './use-scheduled-actions.ts'

/** Cancels, with a way back: the same text for the same second, as a new message. */
export function useCancel() {
  const actions = useScheduledActions()
  const toast = useToast()

  const scheduleAgain = useCallback(
    async ({ conversationId, text, threadRootId, sendAt, zone, wallClock }: ScheduledView, token: string) => {
      const outcome = await actions.create(
        { conversationId, text, threadRootId },
        { sendAt: sendAt as EpochSeconds, zone: parseZone(zone), wallClock },
        token,
      )
      if (!outcome) return
      toast(
        'done' in outcome
          ? { text: 'Scheduled again for the same time.' }
          : { tone: 'danger', text: `${outcome.refused} The text stands under Canceled.` },
      )
    },
    [actions, toast],
  )

  return useCallback(
    async (scheduled: ScheduledView, name: string) => {
      const outcome = await actions.cancel(scheduled.id)
      if (!outcome) return
      if ('refused' in outcome) return toast({ tone: 'danger', text: outcome.refused })
      const token = crypto.randomUUID()
      toast({
        text: `Message to ${name} canceled.`,
        actions: [{ label: 'Undo', onPress: () => void scheduleAgain(scheduled, token) }],
      })
    },
    [actions, scheduleAgain, toast],
  )
}
