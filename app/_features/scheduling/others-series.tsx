'use client'
import { CirclePause, Play, Repeat as RepeatIcon, X } from 'lucide-react'
import { useState } from 'react'
import type { MemberId } from '#server/domain/ids.ts'
import type { OthersSeriesView } from '#server/protocol/series-view.ts'
import { useConversationNames } from '#app/_client/react/conversation-names.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { serverNow } from '#app/_client/server-clock.ts'
import { trpc } from '#app/_client/trpc.ts'
import { failureWords } from '#app/_client/words.ts'
import { Button } from '#app/_ui/button.tsx'
import { ConfirmDialog } from '#app/_ui/confirm-dialog.tsx'
import { EmptyState } from '#app/_ui/empty-state.tsx'
import { ErrorPanel } from '#app/_ui/error-panel.tsx'
import { SkeletonRows } from '#app/_ui/skeleton.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { moment } from '#app/_ui/time-text.ts'
import { useToast } from '#app/_ui/toast.tsx'
import { othersPlace } from './others-place.ts'
import { besidesWords, pauseWords, repeatsWords } from './series-words.ts'
import { useOthersSeries } from './use-others-series.ts'

/** For administrators: what others let repeat, without texts. @param authorId null: everybody's */
export function OthersSeries({ authorId, nameOf }: { authorId: MemberId | null; nameOf: (id: MemberId) => string }) {
  const { items, more, error, loadMore, refresh } = useOthersSeries(authorId)
  if (error && !items)
    return <ErrorPanel title="The list could not be loaded" reason={failureWords(error)} onRetry={refresh} />
  if (!items) return <SkeletonRows rows={3} label="Loading what repeats" />
  if (items.length === 0) {
    return (
      <EmptyState icon={<RepeatIcon size={28} aria-hidden />} title="Nothing repeats">
        {authorId ? 'This person lets nothing repeat.' : 'Nobody else in this workspace lets anything repeat.'}
      </EmptyState>
    )
  }
  return (
    <>
      <ul aria-label="Repeating messages of others" className="flex flex-col gap-2.5">
        {items.map((series) => (
          <li key={series.id}>
            <OthersSeriesRow series={series} author={nameOf(series.authorId)} onChanged={refresh} />
          </li>
        ))}
      </ul>
      {more && (
        <Button look="quiet" className="mt-4 w-full text-muted" onClick={loadMore}>
          Show more
        </Button>
      )}
    </>
  )
}

type RowProps = { series: OthersSeriesView; author: string; onChanged: () => void }

function OthersSeriesRow({ series, author, onChanged }: RowProps) {
  const style = useTimeStyle()
  const nameOf = useConversationNames()
  const { ending, busy, refused, steer, setEnding } = useSteering(series, author, onChanged)
  const place = othersPlace(series.conversation, nameOf)
  const words = repeatsWords(series, style.hour12)
  const { next, pausedBecause } = series
  return (
    <article
      aria-label={`Repeating message of ${author} to ${place}: ${words}`}
      className="rounded-large border border-line bg-surface px-4 py-3 sm:px-5"
    >
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
        <p className="min-w-0 truncate text-muted">
          <bdi className="font-semibold text-ink">{author}</bdi> to <bdi>{place}</bdi>
        </p>
        <p className="flex items-baseline gap-1.5 font-semibold tabular-nums">
          <RepeatIcon size={14} aria-hidden className="shrink-0 self-center text-brass" />
          {words}
        </p>
      </header>
      <p className="mt-1 text-small text-muted tabular-nums">
        {series.zone.replaceAll('_', ' ')}
        {series.belongsTo === 'channel' && ' · belongs to the channel'}
        {next && ` · next ${moment(next.sendAt * 1000, { ...style, zone: series.zone }, serverNow())}`}
        {series.status === 'ACTIVE' && !next && ' · nothing more will come'}
      </p>
      {pausedBecause && (
        <p className="mt-2 flex items-start gap-2 rounded-base bg-warn-soft px-3 py-2">
          <CirclePause size={16} aria-hidden className="mt-1 shrink-0 text-warn" />
          {pausedBecause === 'by_hand'
            ? `Paused by ${author} or somebody who may: nothing of it is waiting.`
            : pauseWords(pausedBecause, author)}
        </p>
      )}
      <div className="-mx-2 mt-1.5 flex flex-wrap items-center">
        {series.canPause && (
          <Button look="quiet" disabled={busy} onClick={() => void steer('pause')} className={ACTION}>
            <CirclePause size={15} aria-hidden />
            Pause
          </Button>
        )}
        {series.canResume && (
          <Button look="quiet" disabled={busy} onClick={() => void steer('resume')} className={ACTION}>
            <Play size={15} aria-hidden />
            Resume
          </Button>
        )}
        {series.canEnd && (
          <Button look="quiet" disabled={busy} onClick={() => setEnding(true)} className={ACTION}>
            <X size={15} aria-hidden />
            End
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={ending}
        onClose={() => setEnding(false)}
        title={`End this repeating message of ${author}?`}
        description="Nothing more of it is sent. What was sent stays. They are told. This cannot be undone."
        confirmLabel="End it"
        look="danger"
        busy={busy}
        error={refused}
        onConfirm={() => void steer('end')}
      />
    </article>
  )
}

type Command = 'pause' | 'resume' | 'end'

function useSteering({ id, version }: OthersSeriesView, author: string, onChanged: () => void) {
  const { workspaceId } = useWorkspace()
  const toast = useToast()
  const [ending, setEnding] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const call = (command: Command, seen: { version?: number }) => {
    const target = { workspaceId, id, ...seen }
    if (command === 'pause') return trpc.othersScheduled.pauseSeries.mutate(target)
    if (command === 'resume') return trpc.othersScheduled.resumeSeries.mutate(target)
    return trpc.othersScheduled.endSeries.mutate(target)
  }
  const steer = async (command: Command, seen: { version?: number } = { version }): Promise<void> => {
    setBusy(true)
    setRefused(null)
    try {
      const came = await call(command, seen)
      setEnding(false)
      const besides = command === 'end' ? { ...came, edited: [] } : came
      toast({
        text: `The repeating message of ${author} ${DONE[command]}${besidesWords(besides, 'paused')} They are told.`,
        actions: command === 'pause' ? [{ label: 'Resume', onPress: () => void steer('resume', {}) }] : [],
      })
    } catch (error) {
      if (command === 'end') setRefused(failureWords(error))
      else toast({ tone: 'danger', text: failureWords(error) })
    }
    setBusy(false)
    onChanged()
  }
  return { ending, busy, refused, steer, setEnding }
}

const DONE: Record<Command, string> = {
  pause: 'is paused.',
  resume: 'goes on with its next date.',
  end: 'is ended.',
}

const ACTION = 'gap-1.5 px-2 text-small text-muted hover:text-ink disabled:opacity-50'
