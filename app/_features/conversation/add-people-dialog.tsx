'use client'
import { useState } from 'react'
import type { MemberId } from '#server/domain/ids.ts'
import type { ConversationView } from '#server/protocol/frame.ts'
import { useMembers } from '#app/_client/react/hooks.ts'
import { Button } from '#app/_ui/button.tsx'
import { Dialog } from '#app/_ui/dialog.tsx'
import { TextField } from '#app/_ui/text-field.tsx'
import { MemberLine } from './member-line.tsx'
import { useChannelActions } from './use-channel-actions.ts'
import { useConversationMembers } from './use-conversation-members.ts'

/** Adds people of the workspace to a channel. */
export function AddPeopleDialog({
  conversation,
  name,
  onClose,
}: {
  conversation: ConversationView
  name: string
  onClose: () => void
}) {
  const members = useMembers()
  const inside = useConversationMembers(conversation.id)
  const { invite } = useChannelActions(conversation.id)
  const [query, setQuery] = useState('')
  const [busy, setBusy] = useState<MemberId | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const there = new Set(inside.data)
  const wanted = query.trim().toLocaleLowerCase()
  const outside = [...(members?.values() ?? [])]
    .filter((member) => !member.deactivated && !there.has(member.id))
    .filter(
      (member) =>
        member.displayName.toLocaleLowerCase().includes(wanted) || member.email.toLocaleLowerCase().includes(wanted),
    )
    .toSorted((a, b) => a.displayName.localeCompare(b.displayName))
  const add = async (memberId: MemberId) => {
    setBusy(memberId)
    setRefused(await invite(memberId))
    setBusy(null)
  }
  return (
    <Dialog open onClose={onClose} title={`Add people to ${name}`}>
      <TextField label="Find somebody" type="search" value={query} onChange={(event) => setQuery(event.target.value)} />
      {refused && (
        <p role="alert" className="mt-2 text-danger">
          {refused}
        </p>
      )}
      <ul aria-label="People to add" className="mt-2 flex flex-col">
        {outside.slice(0, SHOWN).map((member) => (
          <MemberLine key={member.id} member={member} isMe={false}>
            <Button
              busy={busy === member.id}
              onClick={() => void add(member.id)}
              aria-label={`Add ${member.displayName} to ${name}`}
            >
              Add
            </Button>
          </MemberLine>
        ))}
      </ul>
      {outside.length === 0 && (
        <p className="py-6 text-center text-muted">
          {wanted ? 'Nobody of that name is missing here.' : 'Everyone of the workspace is here already.'}
        </p>
      )}
      {outside.length > SHOWN && (
        <p className="py-2 text-small text-muted tabular-nums">{outside.length - SHOWN} more: write part of a name.</p>
      )}
    </Dialog>
  )
}

const SHOWN = 30
