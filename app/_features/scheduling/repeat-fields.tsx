'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import { ruleChoices, type ChoiceKey } from '#server/domain/recurrence/rule-choices.ts'
import { dayName, ruleWords, weekdayOf } from '#server/domain/recurrence/rule-words.ts'
import { formatRule, parseRule, WEEKDAYS, type Frequency, type Weekday } from '#server/domain/recurrence/rule.ts'
import { resolveSendAt } from '#server/domain/time/resolve-send-at.ts'
import type { OccurrenceView, SeriesView } from '#server/protocol/series-view.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { serverNow } from '#app/_client/server-clock.ts'
import { trpc } from '#app/_client/trpc.ts'
import { failureWords } from '#app/_client/words.ts'
import { SelectField, TextField } from '#app/_ui/text-field.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { clockTime, dayKey } from '#app/_ui/time-text.ts'
import { DayField } from '#app/_ui/day-field.tsx'
import { OccurrenceLines } from './occurrence-lines.tsx'
import type { When } from './presets.ts'
import { chosen, monthlyChoicesOf, repeatProblem, ruleOf, type Repeat } from './repeat.ts'

type Props = {
  repeat: Repeat
  onChange: (repeat: Repeat) => void
  /** The first one; null while the time fields name none. */
  when: When | null
  /** The series whose rule `keep` leaves as it is, and the day from which it changes; not given: from the next. */
  kept?: { series: SeriesView; from: string | undefined }
  /** Whether everyone who may post there may change it; absent where that is no question. */
  children?: ReactNode
}

/** Whether and how it comes again, with the next five dates exactly as they would be stored. */
export function RepeatFields({ repeat, onChange, when, kept, children }: Props) {
  const date = when?.wallClock.slice(0, 10) ?? null
  const change = (part: Partial<Repeat>) => onChange({ ...repeat, ...part })
  const choices = date ? ruleChoices(date) : []
  const selected = isChoice(repeat.how) && choices.length > 0 ? chosen(choices, repeat.how).key : repeat.how
  const repeats = repeat.how !== 'never'
  return (
    <section aria-label="Repeat" className="flex flex-col gap-3">
      <SelectField
        label="Repeat"
        value={selected}
        disabled={!date && !repeats}
        onChange={(event) => change({ how: event.target.value as Repeat['how'] })}
      >
        {kept ? (
          <option value="keep">As now: {ruleWords(parseRule(kept.series.rule), kept.series.start, null)}</option>
        ) : (
          <option value="never">Does not repeat</option>
        )}
        {choices.map(({ key, label }) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
        <option value="custom">Custom…</option>
      </SelectField>
      {repeat.how === 'custom' && date && <CustomRule repeat={repeat} change={change} date={date} />}
      {repeats && repeat.how !== 'keep' && date && <End repeat={repeat} change={change} date={date} />}
      {repeats && children}
      {repeats && when && <Preview repeat={repeat} when={when} kept={kept} />}
    </section>
  )
}

const isChoice = (how: Repeat['how']): how is ChoiceKey => how !== 'never' && how !== 'keep' && how !== 'custom'

type PartProps = { repeat: Repeat; change: (part: Partial<Repeat>) => void; date: string }

const UNIT_NAMES: Record<Frequency, string> = { DAILY: 'days', WEEKLY: 'weeks', MONTHLY: 'months', YEARLY: 'years' }

function CustomRule({ repeat, change, date }: PartProps) {
  const monthly = monthlyChoicesOf(repeat, date)
  return (
    <div className="flex flex-col gap-3 rounded-base border border-line px-3.5 py-3">
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label="Every"
          inputMode="numeric"
          autoComplete="off"
          value={repeat.interval}
          onChange={(event) => change({ interval: event.target.value })}
          className="tabular-nums"
        />
        <SelectField
          label="Unit"
          value={repeat.unit}
          onChange={(event) => change({ unit: event.target.value as Frequency })}
        >
          {Object.entries(UNIT_NAMES).map(([unit, name]) => (
            <option key={unit} value={unit}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      {repeat.unit === 'WEEKLY' && (
        <WeekdayBoxes
          days={repeat.days.length > 0 ? repeat.days : [weekdayOf(date)]}
          onChange={(days) => change({ days })}
        />
      )}
      {repeat.unit === 'MONTHLY' && (
        <SelectField
          label="On"
          value={chosen(monthly, repeat.monthly).key}
          onChange={(event) => change({ monthly: event.target.value as ChoiceKey })}
        >
          {monthly.map(({ key, label }) => (
            <option key={key} value={key}>
              {label.slice(label.indexOf(' on ') + 4)}
            </option>
          ))}
        </SelectField>
      )}
    </div>
  )
}

function WeekdayBoxes({ days, onChange }: { days: Weekday[]; onChange: (days: Weekday[]) => void }) {
  const toggle = (day: Weekday) => {
    const next = days.includes(day) ? days.filter((each) => each !== day) : [...days, day]
    if (next.length > 0) onChange(next)
  }
  return (
    <fieldset>
      <legend className="mb-1.5 text-small font-medium text-muted">On</legend>
      <div className="flex flex-wrap gap-1.5">
        {WEEKDAYS.map((day) => (
          <label
            key={day}
            className="flex min-h-(--touch) min-w-(--touch) cursor-pointer items-center justify-center gap-1.5 rounded-base border border-edge bg-raised px-2 text-small has-checked:border-brass has-checked:bg-brass-soft has-checked:font-semibold has-focus-visible:outline-2 has-focus-visible:outline-offset-2"
          >
            <input
              type="checkbox"
              className="size-4 accent-(--brass)"
              aria-label={dayName(day)}
              checked={days.includes(day)}
              onChange={() => toggle(day)}
            />
            <span aria-hidden>{dayName(day).slice(0, 3)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function End({ repeat, change, date }: PartProps) {
  const { zone } = useTimeStyle()
  const problem = repeatProblem({ ...repeat, interval: '1' }, date)
  return (
    <div className="grid grid-cols-2 items-start gap-3">
      <SelectField
        label="Ends"
        value={repeat.end}
        onChange={(event) => change({ end: event.target.value as Repeat['end'] })}
      >
        <option value="never">Never</option>
        <option value="until">On a day</option>
        <option value="count">After a number of times</option>
      </SelectField>
      {repeat.end === 'until' && (
        <DayField
          label="Last day"
          opens="left"
          today={dayKey(serverNow(), zone)}
          first={date}
          value={repeat.until}
          error={problem}
          onChange={(until) => change({ until })}
        />
      )}
      {repeat.end === 'count' && (
        <TextField
          label="Times"
          inputMode="numeric"
          autoComplete="off"
          value={repeat.count}
          error={problem}
          onChange={(event) => change({ count: event.target.value })}
          className="tabular-nums"
        />
      )}
    </div>
  )
}

function Preview({ repeat, when, kept }: { repeat: Repeat; when: When; kept: Props['kept'] }) {
  const { workspaceId } = useWorkspace()
  const style = useTimeStyle()
  const id = useId()
  const date = when.wallClock.slice(0, 10)
  const { wallClock, zone } = when
  const built = ruleOf(repeat, date)
  const isKept = repeat.how === 'keep'
  const asked = { ...(built ? { rule: formatRule(built) } : {}), wallClock, zone }
  const of = kept && { id: kept.series.id, ...(kept.from ? { from: kept.from } : {}) }
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['series-preview', workspaceId, asked, of, kept?.series.version],
    queryFn: () => trpc.series.preview.query({ workspaceId, ...asked, ...(of ? { of } : {}) }),
    enabled: isKept || built !== null,
    placeholderData: keepPreviousData,
    retry: false,
  })
  // Of a counted rule what is left is counted, and the server knows how many that are.
  const rule = isKept ? (data?.rule ?? kept?.series.rule) : asked.rule
  if (rule === undefined) {
    return (
      <p role="alert" className="rounded-base bg-danger-soft px-3.5 py-2.5 text-danger">
        {repeatProblem(repeat, date)}
      </p>
    )
  }
  const time = clockTime(resolveSendAt(when.wallClock, when.zone).sendAt * 1000, { ...style, zone: when.zone })
  return (
    <div
      role="group"
      aria-labelledby={id}
      aria-busy={isPlaceholderData || undefined}
      className="rounded-base bg-brass-soft px-3.5 py-2.5 aria-busy:opacity-60"
    >
      <p id={id} className="mb-1 font-medium tabular-nums">
        {ruleWords(parseRule(rule), when.wallClock, time)}
      </p>
      {error ? (
        <p role="alert" className="text-danger">
          {failureWords(error)}
        </p>
      ) : (
        <PreviewDates occurrences={data?.occurrences} zone={when.zone} />
      )}
    </div>
  )
}

function PreviewDates({ occurrences, zone }: { occurrences: Omit<OccurrenceView, 'id'>[] | undefined; zone: string }) {
  if (!occurrences) return <p className="text-small text-muted">Working out the next dates…</p>
  if (occurrences.length === 0) return <p className="text-danger">No day is left: choose a later end.</p>
  return <OccurrenceLines label="Next dates" occurrences={occurrences} zone={zone} />
}
