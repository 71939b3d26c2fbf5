'use client'
import { timeToken } from '#server/domain/message/time-token.ts'
import { parseZone } from '#server/domain/time/zone.ts'
import { serverNow } from '#app/_client/server-clock.ts'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { clockTime, shortDay, zoneName } from '#app/_ui/time-text.ts'
import type { Selection, Writing } from './insert-time.tsx'
import { nextMorning, type When } from './presets.ts'
import { ScheduleDialog } from './lazy-schedule-dialog.tsx'

/** A time may be written of that lies further ahead than anything can be scheduled. */
const HORIZON_S = 5 * 366 * 86_400

/** The picker of times, for one that stands in a message. */
export function InsertTimeDialog({ field, write, at, onClose }: Writing & { at: Selection; onClose: () => void }) {
  const { zone, hour12 } = useTimeStyle()
  const insert = async (when: When): Promise<string | null> => {
    const at_ms = when.sendAt * 1000
    const day = shortDay(at_ms, when.zone, serverNow())
    const seen = `${day} at ${clockTime(at_ms, { zone: when.zone, hour12 })} ${zoneName(at_ms, when.zone)}`
    const text = field.current?.value ?? ''
    const before = text.slice(0, at.from)
    const token = `${/\S$/.test(before) ? ' ' : ''}${timeToken(when.sendAt, seen)}`
    write(before + token + text.slice(at.to))
    // The caret goes behind it once the field shows it.
    requestAnimationFrame(() => field.current?.setSelectionRange(at.from + token.length, at.from + token.length))
    return null
  }
  return (
    <ScheduleDialog
      title="Insert a time"
      description="Everyone who reads the message sees it on their own clock."
      submitLabel="Insert"
      initial={nextMorning(serverNow(), parseZone(zone))}
      horizon_s={HORIZON_S}
      onClose={onClose}
      onSubmit={insert}
      finalFocus={field}
    />
  )
}
