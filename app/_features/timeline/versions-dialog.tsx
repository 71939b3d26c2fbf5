'use client'
import { useQuery } from '@tanstack/react-query'
import type { ConversationId } from '#server/domain/ids.ts'
import { Queries } from '#app/_client/react/queries.tsx'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { serverNow } from '#app/_client/server-clock.ts'
import { trpc } from '#app/_client/trpc.ts'
import { failureWords } from '#app/_client/words.ts'
import { Dialog } from '#app/_ui/dialog.tsx'
import { ErrorPanel } from '#app/_ui/error-panel.tsx'
import { SkeletonRows } from '#app/_ui/skeleton.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { moment } from '#app/_ui/time-text.ts'
import type { TimelineMessage } from './group-messages.ts'
import { MessageText } from './message-text.tsx'

type Props = { conversationId: ConversationId; message: TimelineMessage; onClose: () => void }

/** What a message says and said before, newest first. */
export const VersionsDialog = (props: Props) => (
  <Dialog open onClose={props.onClose} title="What this message said" textOnly>
    <Queries>
      <Versions {...props} />
    </Queries>
  </Dialog>
)

function Versions({ conversationId, message }: Props) {
  const { workspaceId } = useWorkspace()
  const style = useTimeStyle()
  const { data, error, refetch } = useQuery({
    queryKey: ['message-versions', workspaceId, message.id, message.changedSeq],
    queryFn: () => trpc.messages.versions.query({ workspaceId, conversationId, messageId: message.id }),
  })
  if (error) return <ErrorPanel title="Not loaded" reason={failureWords(error)} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows label="Loading what it said before" />
  return (
    <ol className="flex flex-col gap-4">
      {data.map(({ text, fromMs }, index) => (
        <li key={fromMs}>
          <h3 className="text-small font-medium text-muted tabular-nums">
            {index === 0 ? 'Now, since ' : 'From '}
            {moment(fromMs, style, serverNow())}
            {index === data.length - 1 && ', as it was first said'}
          </h3>
          <div dir="auto" className="mt-0.5 wrap-anywhere whitespace-pre-wrap">
            <MessageText text={text} />
          </div>
        </li>
      ))}
    </ol>
  )
}
