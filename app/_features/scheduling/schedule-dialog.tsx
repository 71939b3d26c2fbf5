'use client'
import { useRef, useState, type FormEvent, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import type { ZoneId } from '#server/domain/time/units.ts'
import { Button } from '#app/_ui/button.tsx'
import { Dialog } from '#app/_ui/dialog.tsx'
import { isScheduleChord } from '#app/_ui/keys.ts'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { useTick } from '#app/_ui/use-tick.ts'
import { serverNow } from '#app/_client/server-clock.ts'
import { checkWhen, type WhenEntry } from './check-when.ts'
import { showClockEntry } from '#server/domain/time/clock-entry.ts'
import type { When } from './presets.ts'
import { WhenFields } from './when-fields.tsx'

type Props = {
  onClose: () => void
  title: string
  description?: ReactNode
  submitLabel: string
  /** What the fields begin with. */
  initial: { wallClock: string; zone: ZoneId }
  horizon_s: number
  /** @returns null when done, otherwise in plain words why not; the dialog stays and keeps what was entered. */
  onSubmit: (when: When) => Promise<string | null>
  /** A second thing that can be done with the chosen time. */
  secondary?: { label: string; onSubmit: (when: When) => Promise<string | null> }
  finalFocus?: RefObject<HTMLElement | null>
  /** Fields above the time. */
  children?: ReactNode
  /** Fields below the time, drawn anew with what is chosen there. Their values belong to the caller. */
  extras?: (chosen: ChosenTime) => ReactNode
  /** False while the fields around the time cannot be accepted as they stand. */
  ready?: boolean
}

/** What the time fields say at this moment; `when` is null while they name no second that can be promised. */
export type ChosenTime = {
  when: When | null
  now_ms: number
  /** Puts another time into the fields. */
  choose: (when: When) => void
}

/** Chooses a second to send at. Mount it to open it. */
export function ScheduleDialog({
  onClose,
  title,
  description,
  submitLabel,
  initial,
  horizon_s,
  onSubmit,
  secondary,
  finalFocus,
  children,
  extras,
  ready = true,
}: Props) {
  const { hour12 } = useTimeStyle()
  const now_ms = useTick(serverNow, 1000)
  const entryOf = ({ wallClock, zone }: Pick<When, 'wallClock' | 'zone'>): WhenEntry => ({
    date: wallClock.slice(0, 10),
    time: showClockEntry(wallClock.slice(11), hour12),
    zone,
    reading: null,
  })
  const [entry, setEntry] = useState<WhenEntry>(() => entryOf(initial))
  const choose = (when: When) => setEntry(entryOf(when))
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const check = checkWhen(entry, now_ms, horizon_s)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    return take(onSubmit)
  }
  const take = async (submitTo: (when: When) => Promise<string | null>) => {
    // Read anew: the beat that drew the preview may be almost a second old.
    const latest = checkWhen(entry, serverNow(), horizon_s)
    if (busy || !ready) return
    if (!latest.ok) return form.current?.querySelector<HTMLElement>('input[type=date]')?.focus()
    setBusy(true)
    const refused = await submitTo(latest.when)
    setBusy(false)
    setRefusal(refused)
    if (refused === null) onClose()
  }

  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (!isScheduleChord(event)) return
    event.preventDefault()
    event.currentTarget.requestSubmit()
  }

  return (
    <Dialog open onClose={onClose} title={title} description={description} {...(finalFocus ? { finalFocus } : {})}>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => void submit(event)}
        onKeyDown={onKeyDown}
        className="flex flex-col gap-5"
      >
        {children}
        <WhenFields entry={entry} onChange={setEntry} check={check} now_ms={now_ms} horizon_s={horizon_s} />
        {extras?.({ when: check.ok ? check.when : null, now_ms, choose })}
        {refusal && (
          <p role="alert" className="text-danger">
            {refusal}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Back</Button>
          {secondary && (
            <Button busy={busy} disabled={!check.ok} onClick={() => void take(secondary.onSubmit)}>
              {secondary.label}
            </Button>
          )}
          <Button type="submit" look="primary" busy={busy} disabled={!check.ok || !ready}>
            {submitLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
