'use client'
import { useQuery } from '@tanstack/react-query'
import type { SeriesEventView, SeriesView } from '#server/protocol/series-view.ts'
import { useShownText } from '#app/_client/react/use-shown-text.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { trpc } from '#app/_client/trpc.ts'
import { failureWords } from '#app/_client/words.ts'
import { Dialog } from '#app/_ui/dialog.tsx'
import { ErrorPanel } from '#app/_ui/error-panel.tsx'
import { SkeletonRows } from '#app/_ui/skeleton.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { EventLine, useNameInTrail } from './event-line.tsx'
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
        <ol aria-label="History" className="flex flex-col gap-5 border-l border-line pl-4">
          {data.map((event) => (
            <EventOf key={event.id} event={event} zone={series.zone} />
          ))}
        </ol>
      )}
    </Dialog>
  )
}

function EventOf({ event, zone }: { event: SeriesEventView; zone: string }) {
  const style = useTimeStyle()
  const nameOf = useNameInTrail()
  const { kind, actorId, client, at_ms } = event
  const lines = seriesEventLines(event, { ...style, zone }, { nameOf, shown: useShownText() })
  return <EventLine title={SERIES_EVENT_WORDS[kind]} {...{ actorId, client, at_ms, lines }} />
}
