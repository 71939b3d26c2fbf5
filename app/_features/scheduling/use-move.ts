'use client'
import { useCallback, useState } from 'react'
import type { MessageId } from '#server/domain/ids.ts'
import { epochSeconds, type EpochSeconds } from '#server/domain/time/units.ts'
import { parseZone, wallClockAt } from '#server/domain/time/zone.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import { useConversationNames } from '#app/_client/react/conversation-names.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { serverNow } from '#app/_client/server-clock.ts'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { moment } from '#app/_ui/time-text.ts'
import { useToast } from '#app/_ui/toast.tsx'
import type { Conditions } from './conditions.ts'
import type { AskedWhen } from './promised-when.ts'
import { useScheduledActions } from './use-scheduled-actions.ts'
import { useTakeBack } from './use-take-back.ts'

type Pending = { sendAt: EpochSeconds; version: number }

/** Why a message cannot be moved there, or null. @param now_ms the server's time */
export function moveProblem(
  { canEdit, status, notAfter }: ScheduledView,
  sendAt: number,
  now_ms: number,
  horizon_s: number,
): string | null {
  if (!canEdit || status !== 'SCHEDULED') return 'It can no longer be changed.'
  if (sendAt * 1000 <= now_ms) return 'That time has passed.'
  if (sendAt > Math.floor(now_ms / 1000) + horizon_s) return 'That is further ahead than this workspace allows.'
  if (notAfter !== null && sendAt > notAfter) return 'It was not to be sent that late.'
  return null
}

/**
 * Moves a message to another second, in the zone it was planned in: shown at once, confirmed by the server, and put back
 * with the reason where it refuses. The toast takes it back.
 */
export function useMove() {
  const actions = useScheduledActions()
  const { horizon_s } = useWorkspace()
  const { hour12 } = useTimeStyle()
  const nameOf = useConversationNames()
  const toast = useToast()
  const takeBack = useTakeBack()
  const [pending, setPending] = useState<ReadonlyMap<MessageId, Pending>>(NONE)

  const send = useCallback(
    async (id: MessageId, version: number, when: AskedWhen, conditions: Conditions | null) => {
      setPending((before) => new Map(before).set(id, { sendAt: when.sendAt, version }))
      const outcome = await actions.reschedule(id, version, when, conditions)
      // What went well stays until the list shows the next version, so that nothing jumps back in between.
      if (!outcome || 'refused' in outcome) setPending((before) => new Map([...before].filter(([key]) => key !== id)))
      return outcome
    },
    [actions],
  )

  const move = useCallback(
    async (scheduled: ScheduledView, sendAt: EpochSeconds): Promise<void> => {
      if (sendAt === scheduled.sendAt) return
      const problem = moveProblem(scheduled, sendAt, serverNow(), horizon_s)
      if (problem !== null) return toast({ tone: 'danger', text: `${problem} It stays where it was.` })
      const { id, version } = scheduled
      const zone = parseZone(scheduled.zone)
      const outcome = await send(id, version, { sendAt, zone, wallClock: wallClockAt(sendAt, zone) }, null)
      if (!outcome) return
      if ('refused' in outcome) return toast({ tone: 'danger', text: `${outcome.refused} It stays where it was.` })
      const name = nameOf(scheduled.conversationId)
      toast({
        text: `Message to ${name} rescheduled for ${moment(sendAt * 1000, { zone, hour12 }, serverNow())}`,
        actions: [takeBack(scheduled, outcome.done, send)],
      })
    },
    [send, takeBack, horizon_s, toast, nameOf, hour12],
  )

  /** When a message is due as far as this page knows. */
  const shownAt = useCallback(
    ({ id, version, sendAt }: ScheduledView): EpochSeconds => {
      const wanted = pending.get(id)
      return wanted && wanted.version >= version ? wanted.sendAt : epochSeconds(sendAt)
    },
    [pending],
  )
  return { move, shownAt }
}

const NONE: ReadonlyMap<MessageId, Pending> = new Map()
