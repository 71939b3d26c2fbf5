'use client'
import { ShieldCheck } from 'lucide-react'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { conditionChips, type Conditioned } from './conditions.ts'

/** What a message is tied to, in its row. */
export function ConditionChips({ scheduled }: { scheduled: Conditioned & { zone: string } }) {
  return <Chips chips={conditionChips(scheduled, { ...useTimeStyle(), zone: scheduled.zone })} />
}

export function Chips({ chips }: { chips: readonly string[] }) {
  if (chips.length === 0) return null
  return (
    <ul aria-label="Conditions" className="mt-1.5 flex flex-wrap gap-1.5">
      {chips.map((chip) => (
        <li
          key={chip}
          className="flex items-center gap-1 rounded-small bg-sunken px-1.5 py-0.5 text-small text-muted tabular-nums"
        >
          <ShieldCheck size={13} aria-hidden className="shrink-0" />
          {chip}
        </li>
      ))}
    </ul>
  )
}
