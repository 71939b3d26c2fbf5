'use client'
import { useState } from 'react'
import type { MemberId } from '#server/domain/ids.ts'
import type { ConversationView } from '#server/protocol/frame.ts'
import { useMembers } from '#app/_client/react/hooks.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { failureWords } from '#app/_client/words.ts'
import { Button } from '#app/_ui/button.tsx'
import { Dialog } from '#app/_ui/dialog.tsx'
import { ErrorPanel } from '#app/_ui/error-panel.tsx'
import { SkeletonRows } from '#app/_ui/skeleton.tsx'
import { MemberLine } from './member-line.tsx'
import { useChannelActions } from './use-channel-actions.ts'
import { useConversationMembers } from './use-conversation-members.ts'

type Props = { conversation: ConversationView; name: string; onClose: () => void; onAdd: () => void }

/** Who is in the channel; whoever is in it may add and remove. */
export function MembersDialog({ conversation, name, onClose, onAdd }: Props) {
  const { me } = useWorkspace()
  const members = useMembers()
  const inside = useConversationMembers(conversation.id)
  const { remove } = useChannelActions(conversation.id)
  const [busy, setBusy] = useState<MemberId | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const take = async (memberId: MemberId) => {
    setBusy(memberId)
    setRefused(await remove(memberId))
    setBusy(null)
  }
  return (
    <Dialog open onClose={onClose} title={`Members of ${name}`}>
      <Button onClick={onAdd} className="mb-3 w-full">
        Add people…
      </Button>
      {refused && (
        <p role="alert" className="mb-2 text-danger">
          {refused}
        </p>
      )}
      {inside.data ? (
        <ul aria-label="Members" className="flex flex-col">
          {inside.data.map((id) => (
            <MemberLine key={id} member={members?.get(id)} isMe={id === me.memberId}>
              {id !== me.memberId && (
                <Button
                  look="quiet"
                  busy={busy === id}
                  onClick={() => void take(id)}
                  aria-label={`Remove ${members?.get(id)?.displayName ?? 'member'} from ${name}`}
                >
                  Remove
                </Button>
              )}
            </MemberLine>
          ))}
        </ul>
      ) : inside.error ? (
        <ErrorPanel
          title="The members could not be loaded"
          reason={failureWords(inside.error)}
          onRetry={() => void inside.refetch()}
        />
      ) : (
        <SkeletonRows rows={3} label="Loading members" />
      )}
    </Dialog>
  )
}
