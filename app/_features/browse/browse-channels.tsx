'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { LayoutList, Hash, Plus } from 'lucide-react'
import { useState } from 'react'
import type { ConversationView } from '#server/protocol/frame.ts'
import { conversationPath } from '#app/_client/paths.ts'
import { useDirectorySync } from '#app/_client/react/hooks.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { trpc } from '#app/_client/trpc.ts'
import { failureWords } from '#app/_client/words.ts'
import { AppLink, goTo } from '#app/_ui/app-link.tsx'
import { Button, buttonLook } from '#app/_ui/button.tsx'
import { EmptyState } from '#app/_ui/empty-state.tsx'
import { ErrorPanel } from '#app/_ui/error-panel.tsx'
import { SkeletonRows } from '#app/_ui/skeleton.tsx'
import { TextField } from '#app/_ui/text-field.tsx'
import { useToast } from '#app/_ui/toast.tsx'
import { CreateChannelDialog } from './create-channel-dialog.tsx'

type Found = { conversation: ConversationView; memberCount: number; joined: boolean }

/** Every public channel of the workspace, to look into and to join; and a new one. */
export function BrowseChannels() {
  const { workspaceId } = useWorkspace()
  const found = useQuery({
    queryKey: ['browse', workspaceId],
    queryFn: () => trpc.conversations.browse.query({ workspaceId }),
  })
  const [query, setQuery] = useState('')
  const [creating, setCreating] = useState(false)
  const wanted = query.trim().toLocaleLowerCase().replace(/^#/, '')
  const shown = (found.data ?? [])
    .filter(
      ({ conversation }) =>
        conversation.name.includes(wanted) ||
        `${conversation.topic} ${conversation.purpose ?? ''}`.toLocaleLowerCase().includes(wanted),
    )
    .toSorted(
      (a, b) =>
        Number(a.conversation.archivedMs !== null) - Number(b.conversation.archivedMs !== null) ||
        a.conversation.name.localeCompare(b.conversation.name),
    )
  return (
    <div className="scroll-calm min-h-0 flex-1">
      <div className="mx-auto w-full max-w-3xl px-4 py-5 sm:px-6">
        <div className="flex flex-wrap items-end gap-3">
          <TextField
            label="Find a channel"
            type="search"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            className="min-w-48 flex-1"
          />
          <Button look="primary" onClick={() => setCreating(true)}>
            <Plus size={16} aria-hidden /> Create channel
          </Button>
        </div>
        {found.error ? (
          <ErrorPanel
            title="The channels could not be loaded"
            reason={failureWords(found.error)}
            onRetry={() => void found.refetch()}
          />
        ) : !found.data ? (
          <SkeletonRows label="Loading channels" />
        ) : shown.length === 0 ? (
          <EmptyState
            icon={<LayoutList size={28} aria-hidden />}
            title={wanted ? 'No channel of that name' : 'No public channels yet'}
          >
            {wanted
              ? 'Private channels are not listed here: somebody in them has to add you.'
              : 'Create the first one.'}
          </EmptyState>
        ) : (
          <ul aria-label="Channels" className="mt-5 flex flex-col divide-y divide-line">
            {shown.map((each) => (
              <ChannelLine key={each.conversation.id} found={each} />
            ))}
          </ul>
        )}
      </div>
      {creating && <CreateChannelDialog onClose={() => setCreating(false)} />}
    </div>
  )
}

function ChannelLine({ found: { conversation, memberCount, joined } }: { found: Found }) {
  const { workspaceId } = useWorkspace()
  const refresh = useDirectorySync()
  const queries = useQueryClient()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const href = conversationPath(workspaceId, conversation)
  const join = async () => {
    setBusy(true)
    try {
      await trpc.conversations.join.mutate({ workspaceId, conversationId: conversation.id })
      await refresh()
      void queries.invalidateQueries({ queryKey: ['browse', workspaceId] })
      goTo(href)
    } catch (error) {
      toast({ tone: 'danger', text: failureWords(error) })
      setBusy(false)
    }
  }
  return (
    <li className="flex items-center gap-3 py-3">
      <Hash size={18} aria-hidden className="shrink-0 text-muted" />
      <div className="min-w-0 flex-1 leading-snug">
        <p className="truncate font-semibold" dir="auto">
          {conversation.name}
        </p>
        <p className="truncate text-small text-muted tabular-nums">
          {conversation.archivedMs !== null && 'archived · '}
          {memberCount} {memberCount === 1 ? 'member' : 'members'}
          {(conversation.purpose ?? conversation.topic) && (
            <span dir="auto"> · {conversation.purpose ?? conversation.topic}</span>
          )}
        </p>
      </div>
      {joined ? (
        <AppLink href={href} className={buttonLook('quiet')} aria-label={`Open #${conversation.name}`}>
          Open
        </AppLink>
      ) : (
        <Button
          busy={busy}
          disabled={conversation.archivedMs !== null}
          onClick={() => void join()}
          aria-label={`Join #${conversation.name}`}
        >
          Join
        </Button>
      )}
    </li>
  )
}
