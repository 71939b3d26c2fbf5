'use client'
import { useState } from 'react'
import { Button } from '#app/_ui/button.tsx'
import { countdown } from '#app/_ui/span-text.ts'

/** So long before its second an edit in progress has to be decided. */
export const LAST_MINUTE_MS = 60_000

type Props = {
  left_ms: number
  /** Whether something was typed that is not saved. */
  changed: boolean
  busy: boolean
  onHold: () => void
}

/** A message that is being edited and about to go: hold it back, or let it go as it was saved. Nothing typed is lost. */
export function LastMinute({ left_ms, changed, busy, onHold }: Props) {
  const [letGo, setLetGo] = useState(false)
  if (letGo) {
    return (
      <div className="flex flex-wrap justify-between gap-x-3 rounded-base bg-sunken px-3.5 py-2.5">
        <p role="status">It goes out as it was last saved.{changed && ' What you typed stays here.'}</p>
        {/* Beside what is announced: it changes every second. */}
        <span className="text-muted tabular-nums">in {countdown(left_ms)}</span>
      </div>
    )
  }
  return (
    <div role="alert" aria-label="Last minute" className="rounded-base bg-warn-soft px-3.5 py-3">
      <p className="font-medium">It goes out within a minute, as it was last saved.</p>
      <p className="mt-1 text-muted">
        {changed ? 'Save your change now, or decide:' : 'Decide:'} held back, it is a draft with its text and its time,
        and nobody sends it.
      </p>
      <div className="mt-2.5 flex flex-wrap gap-2">
        <Button busy={busy} onClick={onHold}>
          Hold: keep it as a draft
        </Button>
        <Button busy={busy} onClick={() => setLetGo(true)}>
          Let go: send as saved
        </Button>
      </div>
    </div>
  )
}
