'use client'
import type { OccurrenceView } from '#server/protocol/series-view.ts'
import { serverNow } from '#app/_client/server-clock.ts'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { clockTime, shortDay, zoneName, zoneOffset } from '#app/_ui/time-text.ts'

type Props = {
  label: string
  occurrences: readonly Omit<OccurrenceView, 'id'>[]
  /** The zone they were planned in. */
  zone: string
}

/** Coming dates, one a line; where a clock change lies before one or moves it, that is said. */
export function OccurrenceLines({ label, occurrences, zone }: Props) {
  const style = { ...useTimeStyle(), zone }
  return (
    <ol aria-label={label} className="flex flex-col gap-0.5 text-small tabular-nums">
      {occurrences.map(({ sendAt, wallClock, kind }, index) => {
        const at_ms = sendAt * 1000
        const before = occurrences[index - 1]
        const shifted = before !== undefined && zoneOffset(before.sendAt * 1000, zone) !== zoneOffset(at_ms, zone)
        return (
          <li key={wallClock + sendAt} className="flex flex-wrap gap-x-2">
            <span>
              {shortDay(at_ms, zone, serverNow())} at {clockTime(at_ms, style)} {zoneName(at_ms, zone)}
            </span>
            {kind !== 'exact' ? (
              <span className="text-warn">
                {kind === 'gap'
                  ? `the clock skips ${clockOf(wallClock, style.hour12)} that day`
                  : 'the clock shows this twice: the first is meant'}
              </span>
            ) : (
              shifted && <span className="text-muted">clocks have changed</span>
            )}
          </li>
        )
      })}
    </ol>
  )
}

/** The time of day of a wall clock, as the reader writes it. */
const clockOf = (wallClock: string, hour12: boolean): string =>
  clockTime(Date.parse(`${wallClock}Z`), { zone: 'UTC', hour12 })
