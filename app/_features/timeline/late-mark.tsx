'use client'
import { Clock } from 'lucide-react'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { clockSeconds, dayKey, shortDay } from '#app/_ui/time-text.ts'
import type { TimelineMessage } from './group-messages.ts'

/** When it should have been there, and when it was (C7). */
export function LateMark({ message }: { message: TimelineMessage }) {
  const style = useTimeStyle()
  const planned_ms = (message.sendAt ?? 0) * 1000
  const sameDay = dayKey(planned_ms, style.zone) === dayKey(message.createdMs, style.zone)
  const day = sameDay ? '' : `${shortDay(planned_ms, style.zone, message.createdMs)} `
  return (
    <p className="mt-0.5 flex items-center gap-1.5 text-small text-warn tabular-nums">
      <Clock size={13} aria-hidden className="shrink-0" />
      sent late: planned {day}
      {clockSeconds(planned_ms, style)}, sent {clockSeconds(message.createdMs, style)}
    </p>
  )
}
