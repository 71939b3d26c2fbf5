'use client'
import { useState, type KeyboardEvent } from 'react'
import { shiftTime, type Shift } from '#server/domain/time/move-wall-clock.ts'
import type { MessageId } from '#server/domain/ids.ts'
import { epochSeconds, type EpochSeconds } from '#server/domain/time/units.ts'
import { parseZone } from '#server/domain/time/zone.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { serverNow } from '#app/_client/server-clock.ts'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { moment } from '#app/_ui/time-text.ts'
import { moveProblem } from './use-move.ts'

type Item = { scheduled: ScheduledView; at: EpochSeconds }
type Options = {
  onMove: (scheduled: ScheduledView, at: EpochSeconds) => void
  onShow: (at: EpochSeconds) => void
}

const QUARTER_S = 900

/**
 * Moving by keyboard: M takes a message up, the arrows carry it (a quarter of an hour, with Shift an hour; a day, with
 * Page a week), Enter puts it down, Escape puts it back. Each step is said.
 */
export function useKeyMove({ onMove, onShow }: Options) {
  const style = useTimeStyle()
  const { horizon_s } = useWorkspace()
  const [held, setHeld] = useState<(Item & { id: MessageId }) | null>(null)
  const [words, setWords] = useState('')
  const say = (scheduled: ScheduledView, at: EpochSeconds) => {
    const problem = moveProblem(scheduled, at, serverNow(), horizon_s)
    return `${moment(at * 1000, style, serverNow())}${problem ? `. ${problem}` : ''}`
  }

  /** @returns whether the key was for this */
  const onKeyDown = (event: KeyboardEvent, { scheduled, at }: Item): boolean => {
    if (!held) {
      if (event.key.toLowerCase() !== 'm' || !scheduled.canEdit) return false
      event.preventDefault()
      setHeld({ scheduled, at, id: scheduled.id })
      setWords(`Moving. ${say(scheduled, at)}. Arrows move it, Enter puts it there, Escape puts it back.`)
      return true
    }
    const next = step(event, held.at, style.zone)
    if (next !== null) {
      event.preventDefault()
      setHeld({ ...held, at: next })
      setWords(say(held.scheduled, next))
      onShow(next)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const problem = moveProblem(held.scheduled, held.at, serverNow(), horizon_s)
      if (problem && held.at !== held.scheduled.sendAt) {
        setWords(`${problem} Choose another time, or press Escape.`)
        return true
      }
      setHeld(null)
      setWords(`Put at ${say(held.scheduled, held.at)}`)
      onMove(held.scheduled, held.at)
    } else if (event.key === 'Escape') {
      event.preventDefault()
      putBack()
      onShow(at)
    }
    // While it is carried, no other key means anything.
    return event.key !== 'Tab'
  }
  const putBack = () => {
    setHeld(null)
    setWords('Put back where it was.')
  }
  return { held, words, onKeyDown, onBlur: () => held && putBack() }
}

/** The next full quarter in that direction by the instants themselves, so that no real time is passed over; days by the wall clock. */
function step(event: KeyboardEvent, at: EpochSeconds, zone: string): EpochSeconds | null {
  const quarters = (n: number) =>
    epochSeconds((n > 0 ? Math.floor(at / QUARTER_S) + n : Math.ceil(at / QUARTER_S) + n) * QUARTER_S)
  const shift = (by: Shift) => shiftTime(at, parseZone(zone), by).sendAt
  switch (event.key) {
    case 'ArrowDown':
      return quarters(event.shiftKey ? 4 : 1)
    case 'ArrowUp':
      return quarters(event.shiftKey ? -4 : -1)
    case 'ArrowRight':
      return shift({ amount: 1, unit: 'days' })
    case 'ArrowLeft':
      return shift({ amount: -1, unit: 'days' })
    case 'PageDown':
      return shift({ amount: 1, unit: 'weeks' })
    case 'PageUp':
      return shift({ amount: -1, unit: 'weeks' })
    default:
      return null
  }
}
