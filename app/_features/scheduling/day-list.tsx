'use client'
import { useState } from 'react'
import type { EpochSeconds } from '#server/domain/time/units.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import { classNames } from '#app/_ui/class-names.ts'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { dayKey, longDay, weekdayName } from '#app/_ui/time-text.ts'
import { Row, type RowProps } from './scheduled-list.tsx'
import { addDays } from './week-axis.ts'

type Item = { scheduled: ScheduledView; at: EpochSeconds }
type Props = { start: string; today: string; items: readonly Item[]; rowProps: RowProps }

/** A week on a narrow screen: its days with how many wait on each, and the messages of the chosen one. */
export function DayList({ start, today, items, rowProps }: Props) {
  const { zone } = useTimeStyle()
  const days = Array.from({ length: 7 }, (_, i) => addDays(start, i))
  const of = (day: string) => items.filter(({ at }) => dayKey(at * 1000, zone) === day)
  const [day, setDay] = useState(() =>
    days.includes(today) ? today : (days.find((each) => of(each).length > 0) ?? start),
  )
  const shown = of(day).toSorted((a, b) => a.at - b.at)
  const name = longDay(Date.parse(`${day}T12:00Z`), 'UTC')
  return (
    <>
      <div role="group" aria-label="Day" className="mb-4 grid grid-cols-7 gap-1">
        {days.map((each) => {
          const date = new Date(`${each}T12:00Z`)
          const count = of(each).length
          return (
            <button
              key={each}
              type="button"
              aria-pressed={each === day}
              aria-label={`${longDay(date.getTime(), 'UTC')}, ${count === 1 ? '1 message' : `${count} messages`}`}
              onClick={() => setDay(each)}
              className={classNames(
                'flex min-h-14 flex-col items-center justify-center rounded-base border py-1 text-small tabular-nums',
                each === day ? 'border-brass bg-selected font-semibold' : 'border-line bg-surface text-muted',
              )}
            >
              <span>{weekdayName(date.getUTCDay() || 7, 'short')}</span>
              <span className={classNames('text-body', each === today && 'text-brass')}>{date.getUTCDate()}</span>
              <span aria-hidden className="min-h-[1lh] text-brass">
                {count > 0 ? count : ''}
              </span>
            </button>
          )
        })}
      </div>
      <h3 className="mb-2 text-small font-medium text-muted">{name}</h3>
      {shown.length === 0 ? (
        <p className="py-6 text-center text-muted">Nothing is scheduled on this day.</p>
      ) : (
        <ul aria-label={`Scheduled on ${name}`} className="flex flex-col gap-2.5">
          {shown.map(({ scheduled }) => (
            <li key={scheduled.id}>
              <Row {...rowProps} scheduled={scheduled} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
