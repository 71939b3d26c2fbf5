'use client'
import type { LucideIcon } from 'lucide-react'
import { classNames } from './class-names.ts'

type Props<V extends string> = {
  label: string
  choices: readonly { value: V; label: string; Icon: LucideIcon }[]
  value: V
  onValue: (value: V) => void
}

/** A few ways to look at the same thing, one of them pressed. */
export function PressSwitch<V extends string>({ label, choices, value, onValue }: Props<V>) {
  return (
    <div role="group" aria-label={label} className="mb-4 inline-flex rounded-base border border-line p-0.5">
      {choices.map(({ value: each, label: words, Icon }) => (
        <button
          key={each}
          type="button"
          aria-pressed={value === each}
          onClick={() => onValue(each)}
          className={classNames(
            'inline-flex min-h-(--touch) items-center gap-1.5 rounded-small px-3 font-medium',
            value === each ? 'bg-selected text-ink' : 'text-muted hover:text-ink',
          )}
        >
          <Icon size={16} aria-hidden /> {words}
        </button>
      ))}
    </div>
  )
}
