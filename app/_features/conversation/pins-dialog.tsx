import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Pin } from 'lucide-react'
import { useState } from 'react'
import { plainText } from '#server/domain/message/time-token.ts'
import type { ConversationView, MessageView } from '#server/protocol/frame.ts'
import { messageLink } from '#server/protocol/message-link.ts'
import { useMembers } from '#app/_client/react/hooks.ts'
import { useNames } from '#app/_client/react/use-names.ts'
import { useMessageActions } from '#app/_client/react/use-message-actions.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { serverNow } from '#app/_client/server-clock.ts'
import { trpc } from '#app/_client/trpc.ts'
import { failureWords } from '#app/_client/words.ts'
import { AppLink } from '#app/_ui/app-link.tsx'
import { Button, buttonLook } from '#app/_ui/button.tsx'
import { Dialog } from '#app/_ui/dialog.tsx'
import { EmptyState } from '#app/_ui/empty-state.tsx'
import { ErrorPanel } from '#app/_ui/error-panel.tsx'
import { SkeletonRows } from '#app/_ui/skeleton.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { clockTime, shortDay } from '#app/_ui/time-text.ts'

type Props = { conversation: ConversationView; name: string; onClose: () => void }

/** What is kept at hand for everyone in a channel. */
export function PinsDialog({ conversation, name, onClose }: Props) {
  const { workspaceId } = useWorkspace()
  const { data, error, refetch } = useQuery({
    queryKey: ['pins', workspaceId, conversation.id],
    queryFn: () => trpc.messages.pinned.query({ workspaceId, conversationId: conversation.id }),
    staleTime: 0,
  })
  return (
    <Dialog open onClose={onClose} title={`Pinned in ${name}`} textOnly>
      {error ? (
        <ErrorPanel title="Not loaded" reason={failureWords(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows label="Loading what is pinned" />
      ) : data.length === 0 ? (
        <EmptyState icon={<Pin size={28} aria-hidden />} title="Nothing is pinned here">
          Choose “Pin for everyone” at a message, and it stays at hand for the whole channel.
        </EmptyState>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {data.map((message) => (
            <PinnedMessage key={message.id} conversation={conversation} message={message} onClose={onClose} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

type RowProps = { conversation: ConversationView; message: MessageView; onClose: () => void }

function PinnedMessage({ conversation, message, onClose }: RowProps) {
  const { workspaceId } = useWorkspace()
  const members = useMembers()
  const names = useNames()
  const style = useTimeStyle()
  const queries = useQueryClient()
  const { pin } = useMessageActions()
  const [refused, setRefused] = useState<string | null>(null)
  const nameOf = (id: MessageView['authorId']) => members?.get(id)?.displayName ?? 'Former member'
  const takeOff = async () => {
    const refusal = await pin({ conversationId: conversation.id, messageId: message.id }, false)
    setRefused(refusal?.words ?? null)
    await queries.invalidateQueries({ queryKey: ['pins', workspaceId, conversation.id] })
  }
  return (
    <li className="py-3">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold">{nameOf(message.authorId)}</span>
        <span className="text-small text-muted tabular-nums">
          {shortDay(message.createdMs, style.zone, serverNow())} at {clockTime(message.createdMs, style)}
          {message.pinned && `, pinned by ${nameOf(message.pinned.byId)}`}
        </span>
      </p>
      <p dir="auto" className="mt-0.5 line-clamp-4 wrap-anywhere whitespace-pre-wrap">
        {names.toField(plainText(message.text))}
      </p>
      {refused && (
        <p role="alert" className="text-danger">
          {refused}
        </p>
      )}
      <div className="mt-1.5 flex gap-2">
        <AppLink
          href={messageLink(workspaceId, conversation, message.id)}
          onClick={onClose}
          className={buttonLook('plain')}
        >
          Show it
        </AppLink>
        {conversation.archivedMs === null && (
          <Button look="quiet" onClick={() => void takeOff()}>
            Take the pin off
          </Button>
        )}
      </div>
    </li>
  )
}
