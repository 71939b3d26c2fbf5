'use client'
import { useRef, useState, type FormEvent, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import type { ZoneId } from '#server/domain/time/units.ts'
import { Button } from '#app/_ui/button.tsx'
import { Dialog } from '#app/_ui/dialog.tsx'
import { isScheduleChord } from '#app/_ui/keys.ts'
import { useTick } from '#app/_ui/use-tick.ts'
import { serverNow } from '#app/_client/server-clock.ts'
import type { When } from './presets.ts'
import type { Refusal } from './refusal.ts'
import { ReadingChoice } from './reading-choice.tsx'
import { SayWhen } from './say-when.tsx'
import { useWhen, type FirstWhen } from './use-when.ts'
import { WhenFields } from './when-fields.tsx'
import { WhenPreview } from './when-preview.tsx'

type Props = {
  onClose: () => void
  title: string
  description?: ReactNode
  submitLabel: string
  /** What the fields begin with. */
  initial: FirstWhen
  horizon_s: number
  /** "Their time": the zone of the other person of a direct conversation. */
  theirs?: ZoneId | undefined
  /** It comes again and again, each time in the usual reading: of a clock change nothing is left to choose. */
  repeats?: boolean
  /** @returns null when done, otherwise why not; the dialog stays and keeps what was entered. */
  onSubmit: (when: When) => Promise<Refusal | null>
  /** A second thing that can be done with the chosen time. */
  secondary?: { label: string; onSubmit: (when: When) => Promise<Refusal | null> }
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
  theirs,
  repeats = false,
  onSubmit,
  secondary,
  finalFocus,
  children,
  extras,
  ready = true,
}: Props) {
  const now_ms = useTick(serverNow, 1000)
  const { words, entry, say, mean, change, pick, choose, check, committed } = useWhen({
    initial,
    horizon_s,
    theirs,
    repeats,
  })
  const [busy, setBusy] = useState(false)
  const [insisted, setInsisted] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const checked = check(now_ms)
  const when = words.said !== 'no-time' && checked.ok ? checked.when : null

  const take = async (chosen: When, submitTo = onSubmit) => {
    setBusy(true)
    const refused = await submitTo(chosen)
    setBusy(false)
    setRefusal(refused)
    if (refused === null) onClose()
  }
  const commit = (submitTo = onSubmit) => {
    if (busy || !ready) return
    setInsisted(true)
    // What the field holds and was not read yet was not shown yet either: it is read and shown, and not committed.
    if (field.current && field.current.value !== words.text) return void say(field.current.value)
    // Read anew: the beat that drew the preview may be almost a second old.
    const chosen = committed()
    if (chosen) void take(chosen, submitTo)
    else field.current?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    commit()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    // The button is switched off while the words say no time, so Enter would do nothing and say nothing.
    if (event.key === 'Enter' && event.target === field.current) setInsisted(true)
    if (!isScheduleChord(event)) return
    event.preventDefault()
    event.currentTarget.requestSubmit()
  }

  return (
    <Dialog open wide onClose={onClose} title={title} description={description} {...(finalFocus ? { finalFocus } : {})}>
      <form noValidate onSubmit={submit} onKeyDown={onKeyDown} className="flex flex-col gap-4">
        {children}
        <SayWhen
          ref={field}
          words={words}
          now_ms={now_ms}
          insisted={insisted}
          onSay={(text) => {
            setInsisted(false)
            say(text)
          }}
          onMean={mean}
        />
        {words.said !== 'no-time' && (
          <WhenPreview entry={entry} check={checked} now_ms={now_ms} horizon_s={horizon_s} />
        )}
        {when && checked.readings && !repeats && (
          <ReadingChoice entry={entry} readings={checked.readings} onChange={pick} />
        )}
        <WhenFields entry={entry} onChange={change} check={checked} now_ms={now_ms} horizon_s={horizon_s} />
        {extras?.({ when, now_ms, choose })}
        {refusal && <RefusalLine refusal={refusal} busy={busy} onInstead={(instead) => void take(instead)} />}
        <div className="sticky -bottom-5 -mx-5 -mb-5 flex flex-wrap justify-end gap-2 rounded-b-large border-t border-line bg-surface px-5 py-3">
          <Button onClick={onClose}>Back</Button>
          {secondary && (
            <Button busy={busy} disabled={!when} onClick={() => commit(secondary.onSubmit)}>
              {secondary.label}
            </Button>
          )}
          <Button type="submit" look="primary" busy={busy} disabled={!when || !ready}>
            {submitLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function RefusalLine({
  refusal,
  busy,
  onInstead,
}: {
  refusal: Refusal
  busy: boolean
  onInstead: (when: When) => void
}) {
  const { words, instead } = typeof refusal === 'string' ? { words: refusal } : refusal
  return (
    <div className="flex flex-col items-start gap-2">
      <p role="alert" className="text-danger">
        {words}
      </p>
      {instead && (
        <Button busy={busy} onClick={() => onInstead(instead)}>
          Take the server’s reading
        </Button>
      )}
    </div>
  )
}
