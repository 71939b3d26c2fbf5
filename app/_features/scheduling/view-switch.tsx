'use client'
import { CalendarDays, List } from 'lucide-react'
import { PressSwitch } from '#app/_ui/press-switch.tsx'

export const VIEWS = ['list', 'week'] as const
export type View = (typeof VIEWS)[number]

const CHOICES = [
  { value: 'list' as const, label: 'List', Icon: List },
  { value: 'week' as const, label: 'Week', Icon: CalendarDays },
]

/** List or week, remembered on this device. */
export function ViewSwitch({ view, onView }: { view: View; onView: (view: View) => void }) {
  return <PressSwitch label="View" choices={CHOICES} value={view} onValue={onView} />
}
