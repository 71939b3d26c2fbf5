'use client'
import { useState, type FormEvent } from 'react'
import type { ConversationView } from '#server/protocol/frame.ts'
import { Queries } from '#app/_client/react/queries.tsx'
import { Button } from '#app/_ui/button.tsx'
import { ConfirmDialog } from '#app/_ui/confirm-dialog.tsx'
import { Dialog } from '#app/_ui/dialog.tsx'
import { TextField } from '#app/_ui/text-field.tsx'
import { AddPeopleDialog } from './add-people-dialog.tsx'
import { MembersDialog } from './members-dialog.tsx'
import { PinsDialog } from './pins-dialog.tsx'
import { useChannelActions } from './use-channel-actions.ts'

export type ChannelDialog = 'members' | 'invite' | 'pins' | 'topic' | 'purpose' | 'rename' | 'leave' | 'archive'
type Props = {
  dialog: ChannelDialog
  conversation: ConversationView
  name: string
  onDialog: (next: ChannelDialog | null) => void
  onLeft: () => void
}

export const ChannelDialogs = (props: Props) => (
  <Queries>
    <ChosenDialog {...props} />
  </Queries>
)

function ChosenDialog({ dialog, conversation, name, onDialog, onLeft }: Props) {
  const onClose = () => onDialog(null)
  const actions = useChannelActions(conversation.id)
  switch (dialog) {
    case 'members':
      return (
        <MembersDialog conversation={conversation} name={name} onClose={onClose} onAdd={() => onDialog('invite')} />
      )
    case 'invite':
      return <AddPeopleDialog conversation={conversation} name={name} onClose={onClose} />
    case 'pins':
      return <PinsDialog conversation={conversation} name={name} onClose={onClose} />
    case 'topic':
      return (
        <AboutDialog
          what="Topic"
          hint="What this channel is for right now. Everyone in it sees this."
          {...{ name, onClose }}
          before={conversation.topic}
          save={actions.setTopic}
        />
      )
    case 'purpose':
      return (
        <AboutDialog
          what="Purpose"
          hint="What this channel is for at all. It is shown at its beginning and to who looks for a channel."
          {...{ name, onClose }}
          before={conversation.purpose ?? ''}
          save={actions.setPurpose}
        />
      )
    case 'rename':
      return <RenameDialog conversation={conversation} name={name} onClose={onClose} />
    case 'leave':
      return (
        <AskFirst
          title={`Leave ${name}?`}
          description={`Its messages leave this device. Messages you have scheduled there will not be sent.${conversation.kind === 'private' ? ' To come back, somebody in it has to add you.' : ''}`}
          confirmLabel="Leave channel"
          cancelLabel="Stay"
          onClose={onClose}
          act={actions.leave}
          onDone={onLeft}
        />
      )
    case 'archive':
      return (
        <AskFirst
          title={`Archive ${name}?`}
          description="Nobody can post in it any more, and messages scheduled there will fail with this reason. Its history stays readable."
          confirmLabel="Archive channel"
          cancelLabel="Keep it open"
          onClose={onClose}
          act={actions.archive}
          onDone={onClose}
        />
      )
  }
}

type AskProps = {
  title: string
  description: string
  confirmLabel: string
  cancelLabel: string
  onClose: () => void
  act: () => Promise<string | null>
  onDone: () => void
}

function AskFirst({ act, onDone, ...rest }: AskProps) {
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const confirm = async () => {
    setBusy(true)
    const refusal = await act()
    setBusy(false)
    setRefused(refusal)
    if (refusal === null) onDone()
  }
  return <ConfirmDialog open look="danger" busy={busy} error={refused} onConfirm={() => void confirm()} {...rest} />
}

type AboutProps = {
  what: 'Topic' | 'Purpose'
  hint: string
  name: string
  before: string
  /** @returns null when done, otherwise why not */
  save: (text: string) => Promise<string | null>
  onClose: () => void
}

function AboutDialog({ what, hint, name, before, save, onClose }: AboutProps) {
  const [text, setText] = useState(before)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const refusal = await save(text)
    setBusy(false)
    setRefused(refusal)
    if (refusal === null) onClose()
  }
  return (
    <Dialog open onClose={onClose} title={`${what} of ${name}`}>
      <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <TextField
          label={what}
          dir="auto"
          maxLength={250}
          value={text}
          onChange={(e) => setText(e.target.value)}
          hint={hint}
        />
        {refused && (
          <p role="alert" className="text-danger">
            {refused}
          </p>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Back</Button>
          <Button type="submit" look="primary" busy={busy}>
            Save {what.toLowerCase()}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function RenameDialog({
  conversation,
  name,
  onClose,
}: {
  conversation: ConversationView
  name: string
  onClose: () => void
}) {
  const { rename } = useChannelActions(conversation.id)
  const [wanted, setWanted] = useState(conversation.name)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const refusal = await rename(wanted)
    setBusy(false)
    setRefused(refusal)
    if (refusal === null) onClose()
  }
  return (
    <Dialog open onClose={onClose} title={`Rename ${name}`}>
      <form onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
        <TextField
          label="New name"
          dir="auto"
          maxLength={80}
          value={wanted}
          onChange={(e) => setWanted(e.target.value)}
          error={refused}
          hint="Everyone sees it at once. Links to the channel and what is scheduled there keep working."
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Back</Button>
          <Button type="submit" look="primary" busy={busy} disabled={wanted.trim() === ''}>
            Rename channel
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
