'use client'
import { useQuery } from '@tanstack/react-query'
import type { MemberId } from '#server/domain/ids.ts'
import type { SeriesEventView, SeriesView } from '#server/protocol/series-view.ts'
import { useMembers } from '#app/_client/react/hooks.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { trpc } from '#app/_client/trpc.ts'
import { failureWords } from '#app/_client/words.ts'
import { Dialog } from '#app/_ui/dialog.tsx'
import { ErrorPanel } from '#app/_ui/error-panel.tsx'
import { SkeletonRows } from '#app/_ui/skeleton.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { moment } from '#app/_ui/time-text.ts'
import { SERIES_EVENT_WORDS, seriesEventLines } from './series-words.ts'

/** Everything that happened to a series; each of its messages has a history of its own. */
export function SeriesHistory({ series, name, onClose }: { series: SeriesView; name: string; onClose: () => void }) {
  const { workspaceId } = useWorkspace()
  const { data, error, refetch } = useQuery({
    queryKey: ['series-history', workspaceId, series.id, series.version],
    queryFn: () => trpc.series.history.query({ workspaceId, id: series.id }),
  })
  return (
    <Dialog open onClose={onClose} place="side" textOnly title="History" description={<>Repeating message to {name}</>}>
      {error ? (
        <ErrorPanel
          title="The history could not be loaded"
          reason={failureWords(error)}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <SkeletonRows rows={4} label="Loading the history" />
      ) : (
        <ol aria-label="History" className="flex flex-col gap-4">
          {data.map((event) => (
            <Line key={event.id} event={event} zone={series.zone} />
          ))}
        </ol>
      )}
    </Dialog>
  )
}

function Line({ event, zone }: { event: SeriesEventView; zone: string }) {
  const style = useTimeStyle()
  const members = useMembers()
  const nameOf = (id: unknown) => members?.get(id as MemberId)?.displayName ?? 'somebody'
  const actor = event.actorId === null ? 'The system' : nameOf(event.actorId)
  return (
    <li className="border-l-2 border-line pl-3">
      <p className="font-semibold">{SERIES_EVENT_WORDS[event.kind]}</p>
      <p className="text-small text-muted tabular-nums">
        {actor} · <time dateTime={new Date(event.at_ms).toISOString()}>{moment(event.at_ms, style, event.at_ms)}</time>
      </p>
      {seriesEventLines(event, { ...style, zone }, nameOf).map(({ label, text, isText }) => (
        <div key={label + text} className="mt-1.5">
          <span className="text-small text-muted">{label} </span>
          {isText ? (
            <blockquote
              dir="auto"
              className="mt-0.5 line-clamp-6 rounded-small border border-line bg-raised px-2.5 py-1.5 wrap-anywhere whitespace-pre-wrap"
            >
              {text}
            </blockquote>
          ) : (
            <span className="tabular-nums">{text}</span>
          )}
        </div>
      ))}
    </li>
  )
}
