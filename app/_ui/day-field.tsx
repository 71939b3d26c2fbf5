'use client'
import { CalendarDays } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { described, Field, FIELD_LOOK } from './text-field.tsx'
import { classNames } from './class-names.ts'
import { IconButton } from './icon-button.tsx'
import { lazyPart } from './lazy-part.tsx'
import { useMedia } from './use-media.ts'

const DayCalendar = lazyPart(() => import('./day-calendar.tsx').then((m) => m.DayCalendar))

type Props = {
  label: string
  /** `YYYY-MM-DD`; empty: none. */
  value: string
  /** In the reader's zone, which need not be the browser's. */
  today: string
  first?: string | undefined
  last?: string | undefined
  /** Where the calendar opens: below, to the right or to the left, over what is there; `inside` makes room, as in a dialog. */
  opens?: 'right' | 'left' | 'inside'
  error?: string | null | undefined
  onChange: (day: string) => void
}

/**
 * A day, typed or chosen in a calendar. The browser's own calendar would show today where the browser is, so ours opens in
 * its place (K87), on a phone with a tap on the field.
 */
export function DayField({ label, value, today, first, last, opens = 'right', error, onChange }: Props) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const taps = useMedia('(pointer: coarse)')
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLSpanElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.querySelector('button')?.focus()
  }
  return (
    <div
      ref={box}
      className="relative"
      onBlur={(event) => !box.current?.contains(event.relatedTarget) && setOpen(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return
        event.stopPropagation()
        close()
      }}
    >
      <Field id={id} label={label} error={error}>
        <div className="relative">
          <input
            id={id}
            type="date"
            readOnly={taps}
            min={first}
            max={last}
            value={value}
            {...described(id, null, error)}
            onChange={(event) => onChange(event.target.value)}
            onClick={() => taps && setOpen(!open)}
            className={classNames(FIELD_LOOK, 'pr-(--touch) [&::-webkit-calendar-picker-indicator]:hidden')}
          />
          <span ref={button} className="absolute inset-y-0 right-0">
            <IconButton
              label={`${label}: calendar`}
              aria-haspopup="dialog"
              aria-expanded={open}
              onClick={() => setOpen(!open)}
            >
              <CalendarDays size={16} aria-hidden />
            </IconButton>
          </span>
        </div>
      </Field>
      {open && (
        <div
          role="dialog"
          aria-label={label}
          tabIndex={-1}
          className={classNames(
            'mt-1 rounded-large border border-line bg-surface p-2',
            opens === 'inside' ? 'w-fit' : 'absolute top-full z-30 shadow-float',
            opens === 'left' && 'right-0',
            opens === 'right' && 'left-0',
          )}
        >
          <DayCalendar
            day={value}
            today={today}
            first={first}
            last={last}
            autoFocus
            onMissing={() => setOpen(false)}
            onChoose={(day) => {
              onChange(day)
              close()
            }}
          />
        </div>
      )}
    </div>
  )
}
