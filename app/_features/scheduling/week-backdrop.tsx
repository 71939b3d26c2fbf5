'use client'
import { classNames } from '#app/_ui/class-names.ts'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { clockTime, weekdayName } from '#app/_ui/time-text.ts'
import { holesOf, type WeekAxis } from './week-axis.ts'

/** Pixels per minute: an hour is 48. */
export const SCALE = 0.8
export const GUTTER_PX = 60

export function DayHeads({ axis, today }: { axis: WeekAxis; today: string }) {
  return (
    <ol
      aria-label="Days"
      className="grid border-b border-line pr-(--scrollbar,0px)"
      style={{ gridTemplateColumns: `${GUTTER_PX}px repeat(7, 1fr)` }}
    >
      <li aria-hidden />
      {axis.days.map(({ date }) => {
        const day = new Date(`${date}T12:00Z`)
        return (
          <li
            key={date}
            aria-current={date === today ? 'date' : undefined}
            className={classNames(
              'py-1.5 text-center text-small tabular-nums',
              date === today ? 'font-semibold text-brass' : 'text-muted',
            )}
          >
            {weekdayName(day.getUTCDay() || 7, 'short')} <span className="text-body">{day.getUTCDate()}</span>
          </li>
        )
      })}
    </ol>
  )
}

/** The hours at the side; the second time round is said. */
export function Scale({ axis }: { axis: WeekAxis }) {
  const { hour12 } = useTimeStyle()
  const marks = axis.parts.flatMap((part) =>
    Array.from({ length: 25 }, (_, hour) => hour * 60)
      .filter((minute) => minute >= part.from && minute < part.to)
      .map((minute) => ({ minute, top: part.top + minute - part.from, again: part.pass === 2 })),
  )
  return (
    <div aria-hidden className="absolute inset-y-0 left-0" style={{ width: GUTTER_PX }}>
      {marks.map(({ minute, top, again }) => (
        <span
          key={`${minute} ${again}`}
          className="time absolute right-1 -translate-y-1/2 text-[0.6875rem] whitespace-nowrap text-muted first:translate-y-0"
          style={{ top: top * SCALE }}
        >
          {clockTime(minute * 60_000, { zone: 'UTC', hour12 })}
          {again && <sup>2nd</sup>}
        </span>
      ))}
    </div>
  )
}

export function Columns({ axis, today }: { axis: WeekAxis; today: string }) {
  return (
    <div
      aria-hidden
      className="absolute inset-0 grid grid-cols-7 bg-[repeating-linear-gradient(to_bottom,var(--line)_0_1px,transparent_1px_48px)]"
    >
      {axis.days.map((day) => (
        <div
          key={day.date}
          className={classNames('relative border-l border-line', day.date === today && 'bg-brass-soft/40')}
        >
          {holesOf(axis, day).map(({ from, to }) => (
            <div
              key={from}
              className="absolute inset-x-0 flex items-center justify-center overflow-hidden bg-[repeating-linear-gradient(45deg,var(--line)_0_2px,var(--sunken)_2px_7px)] text-[0.6875rem] text-muted"
              style={{ top: from * SCALE, height: (to - from) * SCALE }}
            >
              <span className="rounded-small bg-surface px-1">not on this day</span>
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
