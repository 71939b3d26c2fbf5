'use client'
import { useState } from 'react'
import type { MemberId } from '#server/domain/ids.ts'
import type { ConversationView } from '#server/protocol/frame.ts'
import { useMembers } from '#app/_client/react/hooks.ts'
import { useOpenProfile } from '#app/_client/react/profile.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { failureWords } from '#app/_client/words.ts'
import { Button } from '#app/_ui/button.tsx'
import { Dialog } from '#app/_ui/dialog.tsx'
import { LongList } from '#app/_ui/long-list.tsx'
import { TextField } from '#app/_ui/text-field.tsx'
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
  const openProfile = useOpenProfile()
  const inside = useConversationMembers(conversation.id)
  const { remove } = useChannelActions(conversation.id)
  const [busy, setBusy] = useState<MemberId | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const [query, setQuery] = useState('')
  const wanted = query.trim().toLocaleLowerCase()
  const nameOf = (id: MemberId) => members?.get(id)?.displayName ?? ''
  const shown = (inside.data ?? [])
    .filter((id) => nameOf(id).toLocaleLowerCase().includes(wanted))
    .toSorted((a, b) => BY_NAME.compare(nameOf(a), nameOf(b)))
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
        <>
          {inside.data.length > SEARCH_FROM && (
            <TextField
              label="Find somebody"
              type="search"
              value={query}
              onChange={(event) => setQuery(event.target.value)}
              className="mb-2"
            />
          )}
          <LongList key={wanted} label="Members" items={shown} className="flex flex-col">
            {(id) => (
              <MemberLine
                key={id}
                member={members?.get(id)}
                isMe={id === me.memberId}
                onProfile={() => {
                  onClose()
                  openProfile(id)
                }}
              >
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
            )}
          </LongList>
          {shown.length === 0 && <p className="py-6 text-center text-muted">Nobody of that name is here.</p>}
        </>
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

const BY_NAME = new Intl.Collator('en', { numeric: true })
/** Fewer are looked through faster than searched. */
const SEARCH_FROM = 12
