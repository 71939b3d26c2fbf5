'use client'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { distance } from '#app/_ui/span-text.ts'
import { clockSeconds, longDay, zoneName, type TimeStyle } from '#app/_ui/time-text.ts'
import type { WhenCheck, WhenEntry } from './check-when.ts'

type Props = { entry: WhenEntry; check: WhenCheck; now_ms: number; horizon_s: number }

/** In full what will happen, or why it cannot. A new time is announced; what changes every second is not. */
export function WhenPreview({ entry, check, now_ms, horizon_s }: Props) {
  const style = { ...useTimeStyle(), zone: entry.zone }
  if (!check.ok) {
    return (
      <div className="rounded-base bg-danger-soft px-3.5 py-2.5 text-danger">
        <p role="alert">{problemWords(check, style, horizon_s)}</p>
        {check.problem === 'past' && (
          <p className="text-small tabular-nums">
            It is {clockSeconds(now_ms, style)} {zoneName(now_ms, style.zone)} on {longDay(now_ms, style.zone)}.
          </p>
        )}
      </div>
    )
  }
  const at_ms = check.when.sendAt * 1000
  return (
    <div role="group" aria-label="When it will be sent" className="rounded-base bg-brass-soft px-3.5 py-2.5">
      <p aria-live="polite" className="font-medium">
        {longDay(at_ms, entry.zone)} at <span className="time">{clockSeconds(at_ms, style)}</span>{' '}
        {zoneName(at_ms, entry.zone)}
      </p>
      <p className="text-small text-muted tabular-nums">
        {distance(now_ms, at_ms)} · {entry.zone.replaceAll('_', ' ')}
      </p>
    </div>
  )
}

function problemWords(check: Extract<WhenCheck, { ok: false }>, style: TimeStyle, horizon_s: number): string {
  switch (check.problem) {
    case 'no-date':
      return 'Choose a date that is on the calendar.'
    case 'no-time':
      return `Write the time as ${style.hour12 ? '9:00 AM, 4pm or 2:30:15 PM' : '9:00, 16:30 or 14:30:15'}.`
    case 'past':
      return 'That time has passed. Choose a later one.'
    case 'too-far':
      return `That is too far ahead: ${Math.floor(horizon_s / 86_400)} days are the most, until ${longDay(check.latest * 1000, style.zone)} at ${clockSeconds(check.latest * 1000, style)}.`
  }
}
