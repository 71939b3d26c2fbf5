'use client'
import { useState, type FormEvent } from 'react'
import type { ConversationView } from '#server/protocol/frame.ts'
import { useConversations } from '#app/_client/react/hooks.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { trpc } from '#app/_client/trpc.ts'
import { failureWords } from '#app/_client/words.ts'
import { Button } from '#app/_ui/button.tsx'
import { CopyButton } from '#app/_ui/copy-button.tsx'
import { Dialog } from '#app/_ui/dialog.tsx'
import { SelectField, TextField } from '#app/_ui/text-field.tsx'

type Props = { onMade: () => void; onClose: () => void }

/** Asks what it is for and where it posts, then shows the address, this once. */
export function NewWebhookDialog({ onMade, onClose }: Props) {
  const [address, setAddress] = useState<string | null>(null)
  const made = (path: string) => {
    setAddress(location.origin + path)
    onMade()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={address ? 'Copy the address now' : 'New webhook'}
      description={
        address
          ? 'It is shown only this once; the server keeps no copy of it. Whoever has it can post.'
          : 'An address that a program posts to, as to Slack’s incoming webhooks.'
      }
    >
      {address ? <MadeWebhook address={address} onClose={onClose} /> : <WebhookForm onMade={made} />}
    </Dialog>
  )
}

function WebhookForm({ onMade }: { onMade: (path: string) => void }) {
  const { workspaceId, me } = useWorkspace()
  const conversations = useConversations()
  const channels = (conversations ?? [])
    .map(({ conversation }) => conversation)
    .filter((conversation) => mayPostTo(conversation, me.role !== 'member'))
    .toSorted((a, b) => a.name.localeCompare(b.name))
  const [label, setLabel] = useState('')
  const [chosen, setChosen] = useState('')
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const channel = channels.find(({ id }) => id === chosen) ?? channels[0]
  const create = async (event: FormEvent) => {
    event.preventDefault()
    if (!channel) return
    setBusy(true)
    try {
      onMade((await trpc.webhooks.create.mutate({ workspaceId, conversationId: channel.id, label })).path)
    } catch (error) {
      setRefused(failureWords(error))
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void create(event)} className="flex flex-col gap-4">
      <TextField
        label="What it is for"
        required
        maxLength={80}
        value={label}
        onChange={(event) => setLabel(event.target.value)}
        placeholder="Build results"
      />
      <SelectField
        label="It posts to"
        value={channel?.id ?? ''}
        onChange={(event) => setChosen(event.target.value)}
        hint={
          conversations && channels.length === 0
            ? 'You are in no channel that you may post to. Join one first.'
            : 'Its messages appear as yours, and stop when you leave the channel.'
        }
      >
        {channels.map(({ id, name }) => (
          <option key={id} value={id}>
            #{name}
          </option>
        ))}
      </SelectField>
      {refused && (
        <p role="alert" className="text-danger">
          {refused}
        </p>
      )}
      <div className="flex justify-end">
        <Button type="submit" look="primary" busy={busy} disabled={!channel || label.trim() === ''}>
          Create webhook
        </Button>
      </div>
    </form>
  )
}

const mayPostTo = ({ kind, archivedMs, posting }: ConversationView, administers: boolean): boolean =>
  kind !== 'direct' && archivedMs === null && (posting === 'everyone' || administers)

function MadeWebhook({ address, onClose }: { address: string; onClose: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      <TextField
        label="Address"
        readOnly
        value={address}
        onFocus={(event) => event.currentTarget.select()}
        hint={`Programs POST JSON to it, such as {"text": "All tests pass"}.`}
        className="font-medium"
      />
      <div className="flex flex-wrap justify-end gap-2">
        <CopyButton text={address} label="Copy address" />
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  )
}
