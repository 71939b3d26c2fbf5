'use client'
import { useState } from 'react'
import { useWorkspace, useWorkspaceRefresh } from '#app/_client/react/workspace-info.tsx'
import { trpc } from '#app/_client/trpc.ts'
import { failureWords } from '#app/_client/words.ts'
import { useToast } from '#app/_ui/toast.tsx'

type Policy = { adminsReadScheduled: boolean; adminsManageScheduled: boolean }

/** What administrators may do with what others have scheduled. Takes effect at once. */
export function SchedulingPolicy() {
  const workspace = useWorkspace()
  const refresh = useWorkspaceRefresh()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  // Shown at once; what the server has shows again when it refuses.
  const [wanted, setWanted] = useState<Partial<Policy>>({})
  const set = async (changed: Partial<Policy>) => {
    setBusy(true)
    setWanted(changed)
    try {
      await trpc.workspaces.updateSettings.mutate({ workspaceId: workspace.workspaceId, ...changed })
      await refresh()
      toast({ text: 'The rule is saved.' })
    } catch (error) {
      toast({ tone: 'danger', text: failureWords(error) })
    }
    setWanted({})
    setBusy(false)
  }
  const choice = (field: keyof Policy, label: string, hint: string) => (
    <label className="flex min-h-(--touch) cursor-pointer items-start gap-3 py-1">
      <input
        type="checkbox"
        disabled={busy}
        checked={wanted[field] ?? workspace[field] ?? false}
        onChange={(event) => void set({ [field]: event.target.checked })}
        className="mt-1 size-4 shrink-0 accent-brass"
      />
      <span>
        {label}
        <span className="block text-small text-muted">{hint}</span>
      </span>
    </label>
  )
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 font-medium">What administrators may do with what others have scheduled</legend>
      {choice(
        'adminsManageScheduled',
        'Cancel and reschedule it, pause and end what repeats',
        'Its author is told, and its history says who did it.',
      )}
      {choice(
        'adminsReadScheduled',
        'Read its text',
        'Off, a text is its author’s alone until it is sent. On, every look stands in the message’s history.',
      )}
    </fieldset>
  )
}
