'use client'
import { useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { ConversationId } from '#server/domain/ids.ts'
import { sectionPath } from '#app/_client/paths.ts'
import { Queries } from '#app/_client/react/queries.tsx'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { trpc } from '#app/_client/trpc.ts'
import { failureWords } from '#app/_client/words.ts'
import { AppLink } from '#app/_ui/app-link.tsx'
import { Button, buttonLook } from '#app/_ui/button.tsx'
import { EmptyState } from '#app/_ui/empty-state.tsx'
import { ErrorPanel } from '#app/_ui/error-panel.tsx'
import { PageHeader } from '#app/_ui/page-header.tsx'
import { SkeletonRows } from '#app/_ui/skeleton.tsx'
import { useChannelActions } from './use-channel-actions.ts'

type Props = { conversationId: ConversationId; leading: ReactNode }

/** A conversation one is not in: a public channel can be joined, anything else is answered as if it were not there (I7). */
export const NotInside = (props: Props) => (
  <Queries>
    <Outside {...props} />
  </Queries>
)

function Outside({ conversationId, leading }: Props) {
  const { workspaceId } = useWorkspace()
  const { join } = useChannelActions(conversationId)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const browse = useQuery({
    queryKey: ['browse', workspaceId],
    queryFn: () => trpc.conversations.browse.query({ workspaceId }),
  })
  const channel = browse.data?.find(({ conversation }) => conversation.id === conversationId)?.conversation
  const enter = async () => {
    setBusy(true)
    setRefused(await join())
    setBusy(false)
  }
  return (
    <>
      <PageHeader title={channel ? `#${channel.name}` : 'Conversation'} leading={leading} />
      {browse.error ? (
        <ErrorPanel
          title="This conversation could not be opened"
          reason={failureWords(browse.error)}
          onRetry={() => void browse.refetch()}
        />
      ) : !browse.data ? (
        <SkeletonRows label="Loading the conversation" />
      ) : channel && channel.archivedMs === null ? (
        <EmptyState
          title={`You are not in #${channel.name}`}
          action={
            <Button look="primary" busy={busy} onClick={() => void enter()}>
              Join #{channel.name}
            </Button>
          }
        >
          {refused ?? channel.purpose ?? channel.topic}
        </EmptyState>
      ) : (
        <EmptyState
          icon={<Lock size={28} aria-hidden />}
          title="You have no access to this conversation"
          action={
            <AppLink href={sectionPath(workspaceId, 'browse')} className={buttonLook('plain')}>
              Browse channels
            </AppLink>
          }
        >
          You may have left it or been removed, or it does not exist. Its messages are no longer on this device.
        </EmptyState>
      )}
    </>
  )
}
