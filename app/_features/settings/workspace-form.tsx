'use client'
import { useState, type FormEvent } from 'react'
import { useWorkspace, useWorkspaceRefresh } from '#app/_client/react/workspace-info.tsx'
import { formRefusal, type FormRefusal } from '#app/_client/form-refusal.ts'
import { trpc } from '#app/_client/trpc.ts'
import { Button } from '#app/_ui/button.tsx'
import { SelectField, TextField } from '#app/_ui/text-field.tsx'
import { span } from '#app/_ui/span-text.ts'
import { useToast } from '#app/_ui/toast.tsx'

const MINUTE_S = 60
const HOUR_S = 3600
const DAY_S = 86_400
const FREEZES = [0, MINUTE_S, 5 * MINUTE_S, 15 * MINUTE_S, HOUR_S, DAY_S]
const LATE_POLICIES = [5 * MINUTE_S, HOUR_S, 6 * HOUR_S, DAY_S, 7 * DAY_S, 30 * DAY_S]
const HORIZONS = [120 * DAY_S, 366 * DAY_S, 2 * 366 * DAY_S, 5 * 366 * DAY_S]

export function WorkspaceForm() {
  const workspace = useWorkspace()
  const refresh = useWorkspaceRefresh()
  const toast = useToast()
  const [name, setName] = useState(workspace.name)
  const [freeze_s, setFreeze] = useState(workspace.freeze_s)
  const [latePolicy_s, setLatePolicy] = useState(workspace.latePolicy_s)
  const [horizon_s, setHorizon] = useState(workspace.horizon_s)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<FormRefusal | null>(null)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      await trpc.workspaces.updateSettings.mutate({
        workspaceId: workspace.workspaceId,
        name,
        freeze_s,
        latePolicy_s,
        horizon_s,
      })
      await refresh()
      setRefused(null)
      toast({ text: 'The workspace settings are saved.' })
    } catch (error) {
      setRefused(formRefusal(error))
    }
    setBusy(false)
  }
  return (
    <form onSubmit={(event) => void save(event)} aria-label="Workspace settings" className="flex flex-col gap-4">
      <TextField
        label="Workspace name"
        required
        maxLength={80}
        dir="auto"
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={refused?.ofName ? refused.words : null}
      />
      <SpanField
        label="Scheduled messages can be changed"
        hint="Holds for messages scheduled from now on; the others keep what they were promised."
        value={freeze_s}
        choices={FREEZES}
        onChange={setFreeze}
        words={(s) => (s === 0 ? 'until they are sent' : `until ${span(s * 1000)} before`)}
      />
      <SpanField
        label="A message that could not be sent in time"
        hint="Later than this it is not sent at all; its author is told and keeps the text."
        value={latePolicy_s}
        choices={LATE_POLICIES}
        onChange={setLatePolicy}
        words={(s) => `is still sent up to ${span(s * 1000)} late`}
      />
      <SpanField
        label="Messages can be scheduled"
        value={horizon_s}
        choices={HORIZONS}
        onChange={setHorizon}
        words={(s) => `up to ${Math.floor(s / DAY_S)} days ahead`}
      />
      {refused && !refused.ofName && (
        <p role="alert" className="text-danger">
          {refused.words}
        </p>
      )}
      <div>
        <Button type="submit" look="primary" busy={busy} disabled={name.trim() === ''}>
          Save workspace
        </Button>
      </div>
    </form>
  )
}

type SpanProps = {
  label: string
  hint?: string
  value: number
  choices: number[]
  onChange: (seconds: number) => void
  words: (seconds: number) => string
}

/** A choice of durations in seconds; a value set elsewhere is kept among them. */
function SpanField({ label, hint, value, choices, onChange, words }: SpanProps) {
  const all = choices.includes(value) ? choices : [...choices, value].toSorted((a, b) => a - b)
  return (
    <SelectField label={label} hint={hint} value={value} onChange={(event) => onChange(Number(event.target.value))}>
      {all.map((seconds) => (
        <option key={seconds} value={seconds}>
          {words(seconds)}
        </option>
      ))}
    </SelectField>
  )
}
