'use client'
import { useState, type FormEvent } from 'react'
import { checkWorkHours, hasDay, USUAL_HOURS, WEEKDAYS, type WorkHours } from '#server/domain/time/working-hours.ts'
import { useWorkspace, useWorkspaceRefresh } from '#app/_client/react/workspace-info.tsx'
import { trpc } from '#app/_client/trpc.ts'
import { failureWords } from '#app/_client/words.ts'
import { Button } from '#app/_ui/button.tsx'
import { SelectField } from '#app/_ui/text-field.tsx'
import { useToast } from '#app/_ui/toast.tsx'
import { TimesOfDay } from './times-of-day.tsx'

const DAY_MIN = 1_440

/** Days and hours in which one likes to be written to; others are told when they choose a time outside of them. */
export function WorkingHoursForm() {
  const { workspaceId, me } = useWorkspace()
  const refresh = useWorkspaceRefresh()
  const toast = useToast()
  const saved = me.workHours ?? null
  const [hours, setHours] = useState<WorkHours>(saved ?? USUAL_HOURS)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const isSaved = saved !== null && JSON.stringify(saved) === JSON.stringify(hours)

  const store = async (workHours: WorkHours | null) => {
    setBusy(true)
    try {
      await trpc.members.updateMe.mutate({ workspaceId, workHours: workHours && checkWorkHours(workHours) })
      await refresh()
      setHours(workHours ?? USUAL_HOURS)
      setRefused(null)
      toast({ text: workHours ? 'Your working hours are saved.' : 'Your working hours are the usual ones again.' })
    } catch (error) {
      setRefused(failureWords(error))
    }
    setBusy(false)
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    void store(hours)
  }
  const noDay = hours.days === 0
  return (
    <form onSubmit={save} aria-label="Working hours" className="flex flex-col gap-4">
      <fieldset aria-describedby="working-days-note">
        <legend className="text-small font-medium text-muted">Working days</legend>
        <div className="mt-1.5 flex flex-wrap gap-1.5">
          {WEEKDAYS.map((name, day) => (
            <label
              key={name}
              className="flex min-h-(--touch) cursor-pointer items-center gap-2 rounded-base border border-edge px-2.5 hover:bg-hover has-checked:border-brass has-checked:bg-brass-soft"
            >
              <input
                type="checkbox"
                aria-label={name}
                checked={hasDay(hours, day)}
                onChange={() => setHours({ ...hours, days: hours.days ^ (1 << day) })}
                className="size-4 accent-(--brass)"
              />
              <span aria-hidden>{name.slice(0, 3)}</span>
            </label>
          ))}
        </div>
        <p id="working-days-note" role="status" className={noDay ? 'mt-1.5 text-small text-danger' : 'hidden'}>
          {noDay && 'Choose at least one day.'}
        </p>
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-2">
        <TimeOfDay label="From" value={hours.from_min} onChange={(from_min) => setHours({ ...hours, from_min })} />
        <TimeOfDay
          label="To"
          value={hours.to_min % DAY_MIN}
          onChange={(to_min) => setHours({ ...hours, to_min: to_min === 0 ? DAY_MIN : to_min })}
          hint={hours.to_min <= hours.from_min ? 'That is on the next day.' : undefined}
        />
      </div>
      {refused && (
        <p role="alert" className="text-danger">
          {refused}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={busy} disabled={noDay || isSaved}>
          Save working hours
        </Button>
        {saved && (
          <Button look="quiet" busy={busy} onClick={() => void store(null)}>
            Use the usual ones
          </Button>
        )}
      </div>
    </form>
  )
}

type TimeProps = { label: string; value: number; onChange: (minutes: number) => void; hint?: string | undefined }

const TimeOfDay = ({ label, value, onChange, hint }: TimeProps) => (
  <SelectField label={label} value={value} hint={hint} onChange={(event) => onChange(Number(event.target.value))}>
    <TimesOfDay step_min={15} chosen={value} />
  </SelectField>
)
