'use client'
import { Clock } from 'lucide-react'
import { lazy, Suspense, useRef, useState, type RefObject } from 'react'
import { timeToken } from '#server/domain/message/time-token.ts'
import { parseZone } from '#server/domain/time/zone.ts'
import { serverNow } from '#app/_client/server-clock.ts'
import { IconButton } from '#app/_ui/icon-button.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { clockTime, shortDay, zoneName } from '#app/_ui/time-text.ts'
import { nextMorning, type When } from './presets.ts'

/** Loaded when first wanted, as where a message is scheduled. */
const ScheduleDialog = lazy(() => import('./schedule-dialog.tsx').then((m) => ({ default: m.ScheduleDialog })))

/** A time may be written of that lies further ahead than anything can be scheduled. */
const HORIZON_S = 5 * 366 * 86_400

type Props = { field: RefObject<HTMLTextAreaElement | null>; write: (text: string) => void }

/** Puts a time into the text, which each reader sees on their own clock. */
export function InsertTime({ field, write }: Props) {
  const [choosing, setChoosing] = useState(false)
  const { zone, hour12 } = useTimeStyle()
  const caret = useRef({ from: 0, to: 0 })
  const open = () => {
    const { selectionStart = 0, selectionEnd = 0 } = field.current ?? {}
    caret.current = { from: selectionStart, to: selectionEnd }
    setChoosing(true)
  }
  const insert = async (when: When): Promise<string | null> => {
    const at_ms = when.sendAt * 1000
    const day = shortDay(at_ms, when.zone, serverNow())
    const seen = `${day} at ${clockTime(at_ms, { zone: when.zone, hour12 })} ${zoneName(at_ms, when.zone)}`
    const text = field.current?.value ?? ''
    const { from, to } = caret.current
    const before = text.slice(0, from)
    const token = `${/\S$/.test(before) ? ' ' : ''}${timeToken(when.sendAt, seen)}`
    write(before + token + text.slice(to))
    // The caret goes behind it once the field shows it.
    requestAnimationFrame(() => field.current?.setSelectionRange(from + token.length, from + token.length))
    return null
  }
  return (
    <>
      <IconButton label="Insert a time" onClick={open}>
        <Clock size={17} aria-hidden />
      </IconButton>
      {choosing && (
        <Suspense>
          <ScheduleDialog
            title="Insert a time"
            description="Everyone who reads the message sees it on their own clock."
            submitLabel="Insert"
            initial={nextMorning(serverNow(), parseZone(zone))}
            horizon_s={HORIZON_S}
            onClose={() => setChoosing(false)}
            onSubmit={insert}
            finalFocus={field}
          />
        </Suspense>
      )}
    </>
  )
}
