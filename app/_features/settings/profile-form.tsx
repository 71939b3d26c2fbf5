'use client'
import { useState, type FormEvent } from 'react'
import { useDirectorySync } from '#app/_client/react/hooks.ts'
import { useWorkspace, useWorkspaceRefresh } from '#app/_client/react/workspace-info.tsx'
import { serverNow } from '#app/_client/server-clock.ts'
import { formRefusal, type FormRefusal } from '#app/_client/form-refusal.ts'
import { trpc } from '#app/_client/trpc.ts'
import { Button } from '#app/_ui/button.tsx'
import { TextField } from '#app/_ui/text-field.tsx'
import { useToast } from '#app/_ui/toast.tsx'
import { browserZone } from '#app/_ui/zone-names.ts'
import { ZonePicker } from '#app/_ui/zone-picker.tsx'

export function ProfileForm() {
  const { workspaceId, me } = useWorkspace()
  const refreshWorkspace = useWorkspaceRefresh()
  const refreshDirectory = useDirectorySync()
  const toast = useToast()
  const [displayName, setDisplayName] = useState(me.displayName)
  const [zone, setZone] = useState(me.zone)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<FormRefusal | null>(null)
  const ownZone = browserZone()
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      await trpc.members.updateMe.mutate({ workspaceId, displayName, zone })
      await Promise.all([refreshWorkspace(), refreshDirectory()])
      setRefused(null)
      toast({ text: 'Your profile is saved.' })
    } catch (error) {
      setRefused(formRefusal(error))
    }
    setBusy(false)
  }
  return (
    <form onSubmit={(event) => void save(event)} aria-label="Profile" className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Display name"
          required
          maxLength={80}
          dir="auto"
          value={displayName}
          onChange={(event) => setDisplayName(event.target.value)}
          error={refused?.ofName ? refused.words : null}
        />
        <ZonePicker
          value={zone}
          onChange={setZone}
          at_ms={serverNow()}
          hint="All times here are shown in it. What is already scheduled keeps its own."
        />
      </div>
      {refused && !refused.ofName && (
        <p role="alert" className="text-danger">
          {refused.words}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          look="primary"
          busy={busy}
          disabled={displayName.trim() === '' || (displayName === me.displayName && zone === me.zone)}
        >
          Save profile
        </Button>
        {zone !== ownZone && (
          <Button look="quiet" onClick={() => setZone(ownZone)}>
            Use this browser’s zone: {ownZone.replaceAll('_', ' ')}
          </Button>
        )}
      </div>
    </form>
  )
}
