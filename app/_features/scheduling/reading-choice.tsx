'use client'
import { useId } from 'react'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { clockSeconds, longDay, zoneName, zoneOffset } from '#app/_ui/time-text.ts'
import type { Readings, WhenEntry } from './check-when.ts'

type Props = { entry: WhenEntry; readings: Readings; onChange: (entry: WhenEntry) => void }

/** Which of two instants, where a clock change skips a time or shows it twice (T2). */
export function ReadingChoice({ entry, readings, onChange }: Props) {
  const name = useId()
  const style = { ...useTimeStyle(), zone: entry.zone }
  const day = longDay(readings.second * 1000, entry.zone)
  const picked = entry.reading ?? (readings.kind === 'gap' ? 'second' : 'first')
  return (
    <fieldset className="rounded-base border border-line bg-warn-soft px-3.5 py-2.5">
      <legend className="sr-only">The clock changes that day</legend>
      <p className="mb-1.5">
        {readings.kind === 'gap'
          ? `The clock changes on ${day} and skips this time. Choose what is meant:`
          : `The clock changes on ${day} and shows this time twice. Choose which one is meant:`}
      </p>
      {(['first', 'second'] as const).map((reading) => (
        <label key={reading} className="flex min-h-(--touch) cursor-pointer items-center gap-2.5">
          <input
            type="radio"
            name={name}
            className="size-4 accent-brass"
            checked={picked === reading}
            onChange={() => onChange({ ...entry, reading })}
          />
          <span className="tabular-nums">
            {WHICH[readings.kind][reading]}: {clockSeconds(readings[reading] * 1000, style)}{' '}
            {zoneName(readings[reading] * 1000, entry.zone)} ({zoneOffset(readings[reading] * 1000, entry.zone)})
          </span>
        </label>
      ))}
    </fieldset>
  )
}

const WHICH = { gap: { first: 'Earlier', second: 'Later' }, fold: { first: 'First', second: 'Second' } } as const
