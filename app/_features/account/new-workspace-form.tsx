'use client'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState, type FormEvent } from 'react'
import { homePath } from '#app/_client/paths.ts'
import { trpc } from '#app/_client/trpc.ts'
import { failureWords } from '#app/_client/words.ts'
import { Button } from '#app/_ui/button.tsx'
import { SkeletonRows } from '#app/_ui/skeleton.tsx'
import { TextField } from '#app/_ui/text-field.tsx'
import { ZonePicker } from '#app/_ui/zone-picker.tsx'
import { useBrowserZone } from './use-browser-zone.ts'
import { useSignedIn } from './use-signed-in.ts'

/** The first thing a new person does, if nobody has invited them. */
export function NewWorkspaceForm() {
  const session = useSignedIn('/new')
  if (!session) return <SkeletonRows rows={3} label="Loading" />
  return <Form ownName={session.name} />
}

function Form({ ownName }: { ownName: string }) {
  const router = useRouter()
  const [zone, setZone] = useBrowserZone()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const mine = useQuery({ queryKey: ['workspaces'], queryFn: () => trpc.workspaces.mine.query() })
  const create = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setBusy(true)
    try {
      const made = await trpc.workspaces.create.mutate({
        name: String(form.get('workspace')),
        displayName: String(form.get('displayName')),
        zone,
      })
      void mine.refetch()
      router.push(homePath(made.workspaceId))
    } catch (error) {
      setRefused(failureWords(error))
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void create(event)} aria-label="Create a workspace" className="flex flex-col gap-4">
      <div>
        <h1 className="text-title font-semibold tracking-tight">Create a workspace</h1>
        <p className="mt-1 text-muted">A place for your team. You can invite people as soon as it is there.</p>
      </div>
      <TextField
        label="Workspace name"
        name="workspace"
        required
        maxLength={80}
        autoFocus
        autoComplete="organization"
        error={refused}
      />
      <TextField
        label="Your name there"
        name="displayName"
        required
        maxLength={80}
        defaultValue={ownName}
        autoComplete="name"
      />
      <ZonePicker
        value={zone}
        onChange={setZone}
        at_ms={Date.now()}
        hint="Taken from your browser. Your messages are planned in it."
      />
      <Button type="submit" look="primary" busy={busy} className="mt-1">
        Create workspace
      </Button>
    </form>
  )
}
