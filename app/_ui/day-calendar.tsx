'use client'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { DayPicker } from 'react-day-picker'
import { classNames } from './class-names.ts'
import { firstWeekday } from './first-weekday.ts'
import { longDay } from './time-text.ts'

type Props = {
  /** `YYYY-MM-DD`, all on the calendar of the zone that is chosen. */
  day: string
  today: string
  /** The days between that can be chosen; without one there is no end. */
  first?: string | undefined
  last?: string | undefined
  autoFocus?: boolean
  onChoose: (day: string) => void
}

/**
 * A month of days. A day is a date and nothing else: it is carried through the library as noon on the browser's clocks,
 * which every day has, so neither the browser's zone nor a clock change can make it another one (K86, K87).
 */
export function DayCalendar({ day, today, first, last, autoFocus = false, onChoose }: Props) {
  const chosen = isDay(day) ? noon(day) : undefined
  // The month follows the chosen day; leafing through moves away from it until another day is chosen.
  const [leafed, setLeafed] = useState<{ from: string; month: Date } | null>(null)
  const month = leafed?.from === day ? leafed.month : (chosen ?? noon(today))
  return (
    <DayPicker
      mode="single"
      required={false}
      selected={chosen}
      onSelect={(picked, pressed) => onChoose(isoDay(picked ?? pressed))}
      month={month}
      onMonthChange={(next) => setLeafed({ from: day, month: next })}
      today={noon(today)}
      autoFocus={autoFocus}
      disabled={[...(first ? [{ before: noon(first) }] : []), ...(last ? [{ after: noon(last) }] : [])]}
      {...(first ? { startMonth: noon(first) } : {})}
      {...(last ? { endMonth: noon(last) } : {})}
      weekStartsOn={(firstWeekday(navigator.language) % 7) as Weekday}
      showOutsideDays
      fixedWeeks
      classNames={LOOK}
      labels={{ labelDayButton: dayName }}
      components={{
        Chevron: ({ orientation }) =>
          orientation === 'left' ? <ChevronLeft size={16} aria-hidden /> : <ChevronRight size={16} aria-hidden />,
      }}
    />
  )
}

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)

function noon(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date, 12)
}

const isoDay = (at: Date): string =>
  [
    String(at.getFullYear()).padStart(4, '0'),
    ...[at.getMonth() + 1, at.getDate()].map((n) => String(n).padStart(2, '0')),
  ].join('-')

/** The number that is seen is a word of what is heard. */
function dayName(at: Date, { today, selected }: { today?: boolean; selected?: boolean }): string {
  const name = longDay(at.getTime(), Intl.DateTimeFormat().resolvedOptions().timeZone)
  return `${today ? 'Today, ' : ''}${name}${selected ? ', selected' : ''}`
}

type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6

const NAV_BUTTON =
  'inline-flex size-(--touch) items-center justify-center rounded-base text-muted hover:bg-hover hover:text-ink aria-disabled:opacity-40 aria-disabled:hover:bg-transparent'
const LOOK = {
  root: 'relative w-fit',
  months: 'flex',
  month: 'flex flex-col gap-1',
  month_caption: 'flex h-(--touch) items-center pl-2 font-medium',
  nav: 'absolute top-0 right-0 flex',
  button_previous: NAV_BUTTON,
  button_next: NAV_BUTTON,
  month_grid: 'border-collapse',
  weekday: 'w-10 pb-1 text-center text-small font-normal text-muted',
  day: 'p-0 text-center tabular-nums',
  day_button: classNames(
    'inline-flex h-9 w-10 items-center justify-center rounded-base hover:bg-hover pointer-coarse:h-(--touch)',
    'disabled:cursor-not-allowed disabled:text-muted disabled:opacity-45 disabled:hover:bg-transparent',
  ),
  selected: '[&>button]:bg-brass [&>button]:font-semibold [&>button]:text-on-brass [&>button]:hover:bg-brass-strong',
  today:
    '[&:not([data-selected])>button]:font-semibold [&:not([data-selected])>button]:text-brass [&>button]:underline [&>button]:underline-offset-4',
  outside: '[&:not([data-selected])>button]:text-muted',
}
