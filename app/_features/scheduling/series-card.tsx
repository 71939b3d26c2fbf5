'use client'
import { CirclePause, History, Pencil, Play, Repeat as RepeatIcon, SkipForward, UserRoundCog, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SeriesView } from '#server/protocol/series-view.ts'
import { useShownText } from '#app/_client/react/use-shown-text.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { AppLink } from '#app/_ui/app-link.tsx'
import { Button } from '#app/_ui/button.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { Chips } from './condition-chips.tsx'
import { repeatingChips } from './conditions.ts'
import { RowFiles } from './row-files.tsx'
import { OccurrenceLines } from './occurrence-lines.tsx'
import { pauseWords, repeatsWords } from './series-words.ts'

export type SeriesCommand = 'skip' | 'pause' | 'resume' | 'edit' | 'hand-over' | 'end' | 'history'

type Props = {
  series: SeriesView
  name: string
  href: string
  author: string
  onCommand: (command: SeriesCommand) => void
}

/** One message that comes again and again: when, where, its text, the next dates, and what can be done. */
export function SeriesCard({ series, name, href, author, onCommand }: Props) {
  const { hour12 } = useTimeStyle()
  const { me } = useWorkspace()
  const shown = useShownText()
  const own = series.authorId === me.memberId
  const words = repeatsWords(series, hour12)
  return (
    <article
      aria-label={`Repeating message to ${name}: ${words}`}
      data-series={series.id}
      tabIndex={-1}
      className="rounded-large border border-line bg-surface px-4 py-3 sm:px-5"
    >
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
        <p className="min-w-0 truncate text-muted">
          To{' '}
          <AppLink href={href} className="font-semibold text-ink hover:underline">
            {name}
          </AppLink>
        </p>
        <p className="flex items-baseline gap-1.5 font-semibold tabular-nums">
          <RepeatIcon size={14} aria-hidden className="shrink-0 self-center text-brass" />
          {words}
        </p>
      </header>
      <p className="text-small text-muted">
        {series.zone.replaceAll('_', ' ')}
        {!own && ` · sent as ${author}`}
        {series.belongsTo === 'channel' && ' · belongs to the channel'}
      </p>
      {series.text === null ? (
        <p className="mt-1 text-muted italic">Its text is seen by whoever takes it on.</p>
      ) : (
        <p dir="auto" className="mt-1 line-clamp-6 wrap-anywhere whitespace-pre-wrap">
          {shown(series.text)}
        </p>
      )}
      <RowFiles payload={series.payload} />
      <Chips chips={repeatingChips(series)} />
      <Standing series={series} author={own ? null : author} />
      <div className="-mx-2 mt-1.5 flex flex-wrap items-center">
        <Actions series={series} onCommand={onCommand} />
      </div>
    </article>
  )
}

function Standing({ series, author }: { series: SeriesView; author: string | null }) {
  if (series.status === 'ENDED') return <p className="mt-2 text-small text-muted">Ended.</p>
  if (series.status === 'PAUSED' && series.pausedBecause) {
    return (
      <p className="mt-2 flex items-start gap-2 rounded-base bg-warn-soft px-3 py-2">
        <CirclePause size={16} aria-hidden className="mt-1 shrink-0 text-warn" />
        {pauseWords(series.pausedBecause, author)}
      </p>
    )
  }
  if (series.upcoming.length === 0) return <p className="mt-2 text-small text-muted">Nothing more will come.</p>
  return (
    <div className="mt-2">
      <p className="text-small font-medium text-muted">Next</p>
      <OccurrenceLines label="Next dates" occurrences={series.upcoming} zone={series.zone} />
    </div>
  )
}

function Actions({ series, onCommand }: Pick<Props, 'series' | 'onCommand'>) {
  const { status, canChange, canSettle } = series
  const action = (command: SeriesCommand, label: string, icon: ReactNode) => (
    <Button
      look="quiet"
      data-command={command}
      onClick={() => onCommand(command)}
      className="gap-1.5 px-2 text-small text-muted hover:text-ink disabled:opacity-50"
    >
      {icon}
      {label}
    </Button>
  )
  return (
    <>
      {status === 'ACTIVE' && canChange && (
        <>
          {action('skip', 'Skip next', <SkipForward size={15} aria-hidden />)}
          {action('pause', 'Pause', <CirclePause size={15} aria-hidden />)}
        </>
      )}
      {status === 'PAUSED' && canChange && action('resume', 'Resume', <Play size={15} aria-hidden />)}
      {status !== 'ENDED' && canChange && action('edit', 'Edit all following', <Pencil size={15} aria-hidden />)}
      {status !== 'ENDED' && canSettle && (
        <>
          {action('hand-over', 'Hand over', <UserRoundCog size={15} aria-hidden />)}
          {action('end', 'End', <X size={15} aria-hidden />)}
        </>
      )}
      {action('history', 'History', <History size={15} aria-hidden />)}
    </>
  )
}
