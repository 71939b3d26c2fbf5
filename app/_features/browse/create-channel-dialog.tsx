'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { formRefusal, type FormRefusal } from '#app/_client/form-refusal.ts'
import { conversationPath } from '#app/_client/paths.ts'
import { useDirectorySync } from '#app/_client/react/hooks.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { trpc } from '#app/_client/trpc.ts'
import { goTo } from '#app/_ui/app-link.tsx'
import { Button } from '#app/_ui/button.tsx'
import { Dialog } from '#app/_ui/dialog.tsx'
import { TextField } from '#app/_ui/text-field.tsx'

export function CreateChannelDialog({ onClose }: { onClose: () => void }) {
  const { workspaceId } = useWorkspace()
  const refresh = useDirectorySync()
  const queries = useQueryClient()
  const [kind, setKind] = useState<'public' | 'private'>('public')
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<FormRefusal | null>(null)
  const create = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const topic = String(form.get('topic')).trim()
    setBusy(true)
    try {
      const conversation = await trpc.conversations.create.mutate({
        workspaceId,
        name: String(form.get('name')),
        kind,
        ...(topic ? { topic } : {}),
      })
      await refresh()
      void queries.invalidateQueries({ queryKey: ['browse', workspaceId] })
      onClose()
      goTo(conversationPath(workspaceId, conversation))
    } catch (error) {
      setRefused(formRefusal(error))
      setBusy(false)
    }
  }
  return (
    <Dialog open onClose={onClose} title="Create a channel">
      <form onSubmit={(event) => void create(event)} className="flex flex-col gap-4">
        <TextField
          label="Name"
          name="name"
          required
          maxLength={80}
          autoComplete="off"
          placeholder="launch-plan"
          error={refused?.ofName ? refused.words : null}
          hint="Short and clear; spaces become hyphens."
        />
        <TextField label="Topic (optional)" name="topic" maxLength={250} autoComplete="off" />
        <fieldset className="flex flex-col gap-1">
          <legend className="mb-1 text-small font-medium text-muted">Who can find and join it</legend>
          <KindChoice kind="public" chosen={kind} onChoose={setKind} label="Public" text="Everyone in the workspace." />
          <KindChoice
            kind="private"
            chosen={kind}
            onChoose={setKind}
            label="Private"
            text="Only people who are added."
          />
        </fieldset>
        {refused && !refused.ofName && (
          <p role="alert" className="text-danger">
            {refused.words}
          </p>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Back</Button>
          <Button type="submit" look="primary" busy={busy}>
            Create
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

type Kind = 'public' | 'private'
type ChoiceProps = { kind: Kind; chosen: Kind; onChoose: (kind: Kind) => void; label: string; text: string }

const KindChoice = ({ kind, chosen, onChoose, label, text }: ChoiceProps) => (
  <label className="flex min-h-(--touch) cursor-pointer items-center gap-2.5">
    <input
      type="radio"
      name="kind"
      aria-label={label}
      className="size-4 accent-brass"
      checked={chosen === kind}
      onChange={() => onChoose(kind)}
    />
    <span>
      <b className="font-medium">{label}.</b> <span className="text-muted">{text}</span>
    </span>
  </label>
)
