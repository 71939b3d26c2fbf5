'use client'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { clockTime } from '#app/_ui/time-text.ts'

const DAY_MIN = 1_440

/** The options of a choice among times of day, in minutes after midnight, on the clock the reader likes. One between the steps that was chosen elsewhere is among them. */
export function TimesOfDay({ step_min, chosen }: { step_min: number; chosen: number }) {
  const { hour12 } = useTimeStyle()
  const steps = new Set(Array.from({ length: DAY_MIN / step_min }, (_, i) => i * step_min)).add(chosen)
  return [...steps]
    .toSorted((a, b) => a - b)
    .map((minutes) => (
      <option key={minutes} value={minutes}>
        {clockTime(minutes * 60_000, { zone: 'UTC', hour12 })}
      </option>
    ))
}
