'use client'
import { useQuery } from '@tanstack/react-query'
import { formatId, type MemberId } from '#server/domain/ids.ts'
import type { ScheduledEventView, ScheduledView } from '#server/protocol/scheduled-view.ts'
import { useMembers } from '#app/_client/react/hooks.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { trpc } from '#app/_client/trpc.ts'
import { EVENT_WORDS, failureWords } from '#app/_client/words.ts'
import { classNames } from '#app/_ui/class-names.ts'
import { CopyButton } from '#app/_ui/copy-button.tsx'
import { Dialog } from '#app/_ui/dialog.tsx'
import { ErrorPanel } from '#app/_ui/error-panel.tsx'
import { SkeletonRows } from '#app/_ui/skeleton.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { moment } from '#app/_ui/time-text.ts'
import { describeEvent, type Line } from './describe-event.ts'
import { DiffText } from './diff-text.tsx'

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
            <EventLine key={event.id} event={event} />
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

function EventLine({ event }: { event: ScheduledEventView }) {
  const style = useTimeStyle()
  const { me } = useWorkspace()
  const members = useMembers()
  const nameOf = (id: string) =>
    id === me.memberId ? 'you' : (members?.get(id as MemberId)?.displayName ?? 'a former member')
  const actor =
    event.actorId === null
      ? 'Carillon'
      : event.actorId === me.memberId
        ? 'You'
        : (members?.get(event.actorId)?.displayName ?? 'A former member')
  return (
    <li className="relative">
      <span
        aria-hidden
        className="absolute top-2 -left-[1.3125rem] size-2.5 rounded-full border-2 border-surface bg-brass"
      />
      <p className="font-medium">{EVENT_WORDS[event.kind]}</p>
      <p className="text-small text-muted tabular-nums">
        {actor}
        {clientWords(event.client)} ·{' '}
        <time dateTime={new Date(event.at_ms).toISOString()}>{moment(event.at_ms, style, event.at_ms)}</time>
      </p>
      {describeEvent(event, style, nameOf).map((line) => (
        <DetailLine key={line.label + line.text} line={line} />
      ))}
    </li>
  )
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

const DetailLine = ({ line }: { line: Line }) => (
  <div className="mt-1.5">
    <span className="text-small text-muted">{line.label} </span>
    {line.isText ? (
      <blockquote
        dir="auto"
        className={classNames(
          'mt-0.5 rounded-small border border-line bg-raised px-2.5 py-1.5 wrap-anywhere whitespace-pre-wrap',
          !line.diff && 'line-clamp-6',
        )}
      >
        {line.diff ? <DiffText parts={line.diff} /> : line.text}
      </blockquote>
    ) : (
      <span className="tabular-nums">{line.text}</span>
    )}
  </div>
)

function clientWords(client: string): string {
  if (client === 'web') return ', in the browser'
  if (client.startsWith('slack:')) return `, through the API (${client.slice(6)})`
  return client === '' || client === 'system' ? '' : `, through ${client}`
}
