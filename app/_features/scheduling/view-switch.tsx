'use client'
import { CalendarDays, List } from 'lucide-react'
import { classNames } from '#app/_ui/class-names.ts'

export const VIEWS = ['list', 'week'] as const
export type View = (typeof VIEWS)[number]

/** List or week, remembered on this device. */
export function ViewSwitch({ view, onView }: { view: View; onView: (view: View) => void }) {
  const choice = (value: View, label: string, Icon: typeof List) => (
    <button
      type="button"
      aria-pressed={view === value}
      onClick={() => onView(value)}
      className={classNames(
        'inline-flex min-h-(--touch) items-center gap-1.5 rounded-small px-3 font-medium',
        view === value ? 'bg-selected text-ink' : 'text-muted hover:text-ink',
      )}
    >
      <Icon size={16} aria-hidden /> {label}
    </button>
  )
  return (
    <div role="group" aria-label="View" className="mb-4 inline-flex rounded-base border border-line p-0.5">
      {choice('list', 'List', List)}
      {choice('week', 'Week', CalendarDays)}
    </div>
  )
}
