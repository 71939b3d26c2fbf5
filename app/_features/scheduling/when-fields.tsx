'use client'
import { epochSeconds } from '#server/domain/time/units.ts'
import { parseClockEntry, showClockEntry } from '#server/domain/time/clock-entry.ts'
import { parseZone, wallClockAt } from '#server/domain/time/zone.ts'
import { TextField } from '#app/_ui/text-field.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { zoneOffset } from '#app/_ui/time-text.ts'
import { ZonePicker } from '#app/_ui/zone-picker.tsx'
import type { WhenCheck, WhenEntry } from './check-when.ts'
import { DayCalendar } from '#app/_ui/day-calendar.tsx'

type Props = {
  entry: WhenEntry
  onChange: (entry: WhenEntry) => void
  check: WhenCheck
  now_ms: number
  horizon_s: number
}

/** A calendar, the time and the zone. */
export function WhenFields({ entry, onChange, check, now_ms, horizon_s }: Props) {
  const { hour12 } = useTimeStyle()
  const shownAt_ms = check.ok ? check.when.sendAt * 1000 : now_ms
  const dayThere = (at_ms: number) => wallClockAt(epochSeconds(Math.floor(at_ms / 1000)), entry.zone).slice(0, 10)
  const change = (part: Partial<WhenEntry>) => onChange({ ...entry, reading: null, ...part })
  const tidy = () => {
    const clock = parseClockEntry(entry.time)
    const tidied = clock && showClockEntry(clock, hour12)
    if (tidied && tidied !== entry.time) onChange({ ...entry, time: tidied })
  }
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-x-5 gap-y-4">
        <div
          role="group"
          aria-label="Day"
          className="flex justify-center rounded-base border border-line p-2 max-sm:w-full"
        >
          <DayCalendar
            day={entry.date}
            today={dayThere(now_ms)}
            first={dayThere(now_ms)}
            last={dayThere(now_ms + horizon_s * 1000)}
            onChoose={(date) => change({ date })}
          />
        </div>
        <div className="flex min-w-52 flex-1 flex-col gap-4">
          <TextField
            label="Time"
            required
            autoComplete="off"
            spellCheck={false}
            placeholder={hour12 ? '9:00 AM' : '09:00'}
            value={entry.time}
            onChange={(e) => change({ time: e.target.value })}
            onBlur={tidy}
            className="tabular-nums"
          />
          <ZonePicker
            value={entry.zone}
            onChange={(zone) => change({ zone: parseZone(zone) })}
            at_ms={shownAt_ms}
            hint={
              <>
                Times are in {entry.zone.replaceAll('_', ' ')}{' '}
                <span className="whitespace-nowrap">({zoneOffset(shownAt_ms, entry.zone)}).</span>
              </>
            }
          />
        </div>
      </div>
    </div>
  )
}
