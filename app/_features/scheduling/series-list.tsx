'use client'
import { Repeat as RepeatIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { MessageId, SeriesId } from '#server/domain/ids.ts'
import type { SeriesView } from '#server/protocol/series-view.ts'
import { useConversationNames, useConversationPaths } from '#app/_client/react/conversation-names.ts'
import { useMembers } from '#app/_client/react/hooks.ts'
import { useSeries } from '#app/_client/react/use-series.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { failureWords } from '#app/_client/words.ts'
import { EmptyState } from '#app/_ui/empty-state.tsx'
import { ErrorPanel } from '#app/_ui/error-panel.tsx'
import { SkeletonRows } from '#app/_ui/skeleton.tsx'
import { useToast } from '#app/_ui/toast.tsx'
import { SeriesCard, type SeriesCommand } from './series-card.tsx'
import { EditFollowingDialog, EndSeriesDialog, HandOverDialog } from './series-dialogs.tsx'
import { SeriesHistory } from './series-history.tsx'
import { besidesWords } from './series-words.ts'
import { useSeriesActions } from './use-series-actions.ts'

type Open = { command: 'edit' | 'hand-over' | 'end' | 'history'; series: SeriesView }

/**
 * Messages that come again and again: those that need somebody first, those that are over last.
 * @param wanted the one that was asked for: it is scrolled to and focused once it is there
 */
export function SeriesList({ wanted }: { wanted: SeriesId | null }) {
  const { series, error, retry } = useSeries()
  const [open, setOpen] = useState<Open | null>(null)
  const nameOf = useConversationNames()
  const pathOf = useConversationPaths()
  const members = useMembers()
  const steer = useSteer()
  const box = useRef<HTMLDivElement>(null)
  const isThere = series?.some(({ id }) => id === wanted) ?? false
  useEffect(() => {
    if (!isThere) return
    const card = box.current?.querySelector<HTMLElement>(`[data-series="${wanted}"]`)
    card?.focus({ preventScroll: true })
    card?.scrollIntoView({ block: 'center' })
  }, [wanted, isThere])
  const authorOf = ({ authorId }: SeriesView) => members?.get(authorId)?.displayName ?? 'somebody'
  const onCommand = (of: SeriesView, command: SeriesCommand) => {
    if (command === 'skip' || command === 'pause' || command === 'resume') void steer(of, command)
    else setOpen({ command, series: of })
  }
  if (error) return <ErrorPanel title="The list could not be loaded" reason={failureWords(error)} onRetry={retry} />
  if (!series) return <SkeletonRows rows={3} label="Loading repeating messages" />
  if (series.length === 0) {
    return (
      <EmptyState icon={<RepeatIcon size={28} aria-hidden />} title="Nothing repeats">
        Choose “Repeat” where you schedule a message, and it comes again every day, week, month or year.
      </EmptyState>
    )
  }
  const sections = [
    { label: 'Somebody is needed', rows: series.filter((each) => each.status === 'PAUSED' && !each.canChange) },
    {
      label: 'Repeating messages',
      rows: series.filter((each) => each.status !== 'ENDED' && (each.status !== 'PAUSED' || each.canChange)),
    },
    { label: 'Ended', rows: series.filter(({ status }) => status === 'ENDED') },
  ].filter(({ rows }) => rows.length > 0)
  // What a dialog shows is what the series is now; one that is gone from the list stays as it was.
  const current = open && (series.find(({ id }) => id === open.series.id) ?? open.series)
  return (
    <div ref={box} className="flex flex-col gap-6">
      {sections.map(({ label, rows }) => (
        <section key={label} aria-label={label}>
          {sections.length > 1 && <h2 className="mb-2 text-small font-medium text-muted">{label}</h2>}
          <ul className="flex flex-col gap-2.5">
            {rows.map((each) => (
              <li key={each.id}>
                <SeriesCard
                  series={each}
                  name={nameOf(each.conversationId)}
                  href={pathOf(each.conversationId)}
                  author={authorOf(each)}
                  onCommand={(command) => onCommand(each, command)}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {open && current && (
        <OpenDialog
          command={open.command}
          series={current}
          opened={open.series}
          name={nameOf(current.conversationId)}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  )
}

type DialogProps = {
  command: Open['command']
  series: SeriesView
  opened: SeriesView
  name: string
  onClose: () => void
}

function OpenDialog({ command, series, opened, name, onClose }: DialogProps) {
  const common = { name, onClose }
  switch (command) {
    case 'edit':
      return <EditFollowingDialog {...common} series={opened} latest={series} />
    case 'hand-over':
      return <HandOverDialog {...common} series={series} />
    case 'end':
      return <EndSeriesDialog {...common} series={series} />
    case 'history':
      return <SeriesHistory {...common} series={series} />
  }
}

const DONE = {
  skip: 'The next one is skipped.',
  pause: 'Paused. Nothing of it is waiting any more.',
  resume: 'Resumed. It goes on with the next date.',
}

/** Skip, pause and resume need no question: a skip can be undone, pause and resume take each other back. */
function useSteer() {
  const actions = useSeriesActions()
  const toast = useToast()
  const { me } = useWorkspace()
  const unskip = async (id: MessageId): Promise<void> => {
    const outcome = await actions.unskip(id)
    if (!outcome) return
    toast('refused' in outcome ? { tone: 'danger', text: outcome.refused } : { text: 'It is the next one again.' })
  }
  return async (series: SeriesView, command: keyof typeof DONE): Promise<void> => {
    const act = { skip: actions.skipNext, pause: actions.pause, resume: actions.resume }[command]
    const outcome = await act(series)
    if (!outcome) return
    if ('refused' in outcome) return toast({ tone: 'danger', text: outcome.refused })
    const { series: next, skipped } = outcome.done
    const text = DONE[command] + besidesWords(outcome.done, 'paused')
    // Only its author can have it again: another would be the author of that one.
    if (skipped && series.authorId === me.memberId)
      return toast({ text, actions: [{ label: 'Undo', onPress: () => void unskip(skipped) }] })
    const undo = command === 'pause' && next ? [{ label: 'Resume', onPress: () => void actions.resume(next) }] : []
    toast({ text, actions: undo })
  }
}
