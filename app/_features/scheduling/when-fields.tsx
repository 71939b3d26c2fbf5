'use client'
import { useId } from 'react'
import { parseZone, wallClockAt } from '#server/domain/time/zone.ts'
import { epochSeconds } from '#server/domain/time/units.ts'
import { TextField } from '#app/_ui/text-field.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { clockSeconds, distance, longDay, zoneName, zoneOffset } from '#app/_ui/time-text.ts'
import { ZonePicker } from '#app/_ui/zone-picker.tsx'
import type { Readings, WhenCheck, WhenEntry } from './check-when.ts'
import { parseClockEntry, showClockEntry } from '#server/domain/time/clock-entry.ts'

type Props = {
  entry: WhenEntry
  onChange: (entry: WhenEntry) => void
  check: WhenCheck
  now_ms: number
  horizon_s: number
}

/** Date, time and zone, and under them in full what will happen, or why it cannot. */
export function WhenFields({ entry, onChange, check, now_ms, horizon_s }: Props) {
  const { hour12 } = useTimeStyle()
  const shownAt_ms = check.ok ? check.when.sendAt * 1000 : now_ms
  const today = wallClockAt(epochSeconds(Math.floor(now_ms / 1000)), entry.zone).slice(0, 10)
  const last = wallClockAt(epochSeconds(Math.floor(now_ms / 1000) + horizon_s), entry.zone).slice(0, 10)
  const change = (part: Partial<WhenEntry>) => onChange({ ...entry, reading: null, ...part })
  const tidy = () => {
    const clock = parseClockEntry(entry.time)
    if (clock) onChange({ ...entry, time: showClockEntry(clock, hour12) })
  }
  return (
    <div className="flex flex-col gap-4">
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label="Date"
          type="date"
          required
          min={today}
          max={last}
          value={entry.date}
          onChange={(e) => change({ date: e.target.value })}
        />
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
      </div>
      <ZonePicker
        value={entry.zone}
        onChange={(zone) => change({ zone: parseZone(zone) })}
        at_ms={shownAt_ms}
        hint={`Times are in ${entry.zone.replaceAll('_', ' ')} (${zoneOffset(shownAt_ms, entry.zone)}).`}
      />
      {check.readings && (
        <ReadingChoice
          entry={entry}
          readings={check.readings}
          chosen={check.ok ? check.when.sendAt : null}
          onChange={onChange}
        />
      )}
      <Preview entry={entry} check={check} now_ms={now_ms} horizon_s={horizon_s} />
    </div>
  )
}

function Preview({ entry, check, now_ms, horizon_s }: Omit<Props, 'onChange'>) {
  const style = { ...useTimeStyle(), zone: entry.zone }
  if (!check.ok) {
    return (
      <p role="alert" className="rounded-base bg-danger-soft px-3.5 py-2.5 text-danger">
        {problemWords(check, now_ms, style, horizon_s)}
      </p>
    )
  }
  const at_ms = check.when.sendAt * 1000
  return (
    <div role="group" aria-label="When it will be sent" className="rounded-base bg-brass-soft px-3.5 py-2.5">
      <p className="font-medium">
        {longDay(at_ms, entry.zone)} at <span className="time">{clockSeconds(at_ms, style)}</span>{' '}
        {zoneName(at_ms, entry.zone)}
      </p>
      <p className="text-small text-muted tabular-nums">
        {distance(now_ms, at_ms)} · {entry.zone.replaceAll('_', ' ')}
      </p>
    </div>
  )
}

type Style = ReturnType<typeof useTimeStyle>

function problemWords(
  check: Extract<WhenCheck, { ok: false }>,
  now_ms: number,
  style: Style,
  horizon_s: number,
): string {
  switch (check.problem) {
    case 'no-date':
      return 'Choose a date that is on the calendar.'
    case 'no-time':
      return `Write the time as ${style.hour12 ? '9:00 AM, 4pm or 2:30:15 PM' : '9:00, 16:30 or 14:30:15'}.`
    case 'past':
      return `That time has passed: it is ${clockSeconds(now_ms, style)} ${zoneName(now_ms, style.zone)} on ${longDay(now_ms, style.zone)}. Choose a later one.`
    case 'too-far':
      return `That is too far ahead: ${Math.floor(horizon_s / 86_400)} days are the most, until ${longDay(check.latest * 1000, style.zone)} at ${clockSeconds(check.latest * 1000, style)}.`
  }
}

function ReadingChoice({
  entry,
  readings,
  chosen,
  onChange,
}: {
  entry: WhenEntry
  readings: Readings
  chosen: number | null
  onChange: Props['onChange']
}) {
  const name = useId()
  const style = { ...useTimeStyle(), zone: entry.zone }
  const day = longDay(readings.second * 1000, entry.zone)
  const picked =
    entry.reading ??
    (chosen === readings.first
      ? 'first'
      : chosen === readings.second
        ? 'second'
        : readings.kind === 'gap'
          ? 'second'
          : 'first')
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
            {clockSeconds(readings[reading] * 1000, style)} {zoneName(readings[reading] * 1000, entry.zone)} (
            {zoneOffset(readings[reading] * 1000, entry.zone)})
          </span>
        </label>
      ))}
    </fieldset>
  )
}
