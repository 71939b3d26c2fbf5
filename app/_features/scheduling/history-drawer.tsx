'use client'
import { useQuery } from '@tanstack/react-query'
import { formatId } from '#server/domain/ids.ts'
import type { ScheduledEventView, ScheduledView } from '#server/protocol/scheduled-view.ts'
import { useShownText } from '#app/_client/react/use-shown-text.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { trpc } from '#app/_client/trpc.ts'
import { EVENT_WORDS, failureWords } from '#app/_client/words.ts'
import { CopyButton } from '#app/_ui/copy-button.tsx'
import { Dialog } from '#app/_ui/dialog.tsx'
import { ErrorPanel } from '#app/_ui/error-panel.tsx'
import { SkeletonRows } from '#app/_ui/skeleton.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { describeEvent } from './describe-event.ts'
import { EventLine, useNameInTrail } from './event-line.tsx'

/** Everything that happened to one scheduled message: who, what, when, from which client. */
export function HistoryDrawer({
  scheduled,
  name,
  onClose,
}: {
  scheduled: ScheduledView
  name: string
  onClose: () => void
}) {
  const { workspaceId } = useWorkspace()
  const { id, version, status } = scheduled
  const history = useQuery({
    queryKey: ['scheduled-history', workspaceId, id, version, status],
    queryFn: () => trpc.scheduled.history.query({ workspaceId, id }),
    placeholderData: (before) => before,
  })
  return (
    <Dialog open onClose={onClose} place="side" title="History" description={<>Message to {name}</>}>
      <MessageId id={id} />
      {history.data ? (
        <ol aria-label="History" className="flex flex-col gap-5 border-l border-line pl-4">
          {history.data.map((event) => (
            <EventOf key={event.id} event={event} />
          ))}
        </ol>
      ) : history.error ? (
        <ErrorPanel
          title="The history could not be loaded"
          reason={failureWords(history.error)}
          onRetry={() => void history.refetch()}
        />
      ) : (
        <SkeletonRows rows={3} label="Loading the history" />
      )}
    </Dialog>
  )
}

function EventOf({ event }: { event: ScheduledEventView }) {
  const style = useTimeStyle()
  const nameOf = useNameInTrail()
  const { kind, actorId, client, at_ms } = event
  const lines = describeEvent(event, style, { nameOf, shown: useShownText() })
  return <EventLine title={EVENT_WORDS[kind]} {...{ actorId, client, at_ms, lines }} />
}

/** Its name everywhere else: in the API, and for whoever runs the installation. */
function MessageId({ id }: { id: ScheduledView['id'] }) {
  const publicId = formatId('scheduled', id)
  return (
    <div className="mb-5 rounded-base border border-line bg-sunken px-3 pt-2 pb-1">
      <p className="text-small text-muted">
        Id of this message <span className="font-medium text-ink tabular-nums select-all">{publicId}</span>
      </p>
      <div className="-mx-2 flex flex-wrap">
        <CopyButton look="quiet" text={publicId} label="Copy id" className={COPY} />
        <CopyButton
          look="quiet"
          text={`npm run explain -- ${publicId}`}
          label="Copy “explain” command"
          className={COPY}
        />
      </div>
    </div>
  )
}
const COPY = 'gap-1.5 px-2 text-small text-muted hover:text-ink'
