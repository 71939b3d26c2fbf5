'use client'
import { useState } from 'react'
import type { SeriesId } from '#server/domain/ids.ts'
import { useScheduled } from '#app/_client/react/hooks.ts'
import { useDraftCount } from '#app/_client/react/use-planned-drafts.ts'
import { useSeries } from '#app/_client/react/use-series.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { Tabs } from '#app/_ui/tabs.tsx'
import { SeriesList } from './series-list.tsx'
import { DraftsList } from './drafts-list.tsx'
import { NO_FILTER } from './filter-scheduled.ts'
import { ScheduledShelf } from './scheduled-shelf.tsx'
import { inShelf, type Shelf, type Tab } from './sort-scheduled.ts'
import { WorkspacePending } from './workspace-pending.tsx'

type Props = { tab: Tab; series: SeriesId | null; onTab: (tab: Tab) => void }

/** What is begun and what is scheduled, live in every tab of the browser. @param tab, series parts of the address */
export function ScheduledPage({ tab, series, onTab }: Props) {
  const { me } = useWorkspace()
  const all = useScheduled() ?? []
  const running = useSeries().series?.filter(({ status }) => status !== 'ENDED').length ?? 0
  const [filter, setFilter] = useState(NO_FILTER)
  const count = (shelf: Shelf) => inShelf(all, shelf).length
  const tabs = [
    { value: 'drafts' as const, label: 'Drafts', count: useDraftCount() + count('held') },
    { value: 'scheduled' as const, label: 'Scheduled', count: count('scheduled') },
    { value: 'repeating' as const, label: 'Repeating', count: running },
    { value: 'failed' as const, label: 'Failed', count: count('failed'), alarming: true },
    { value: 'sent' as const, label: 'Sent' },
    { value: 'canceled' as const, label: 'Canceled' },
    ...(me.role === 'member' ? [] : [{ value: 'everyone' as const, label: 'Everyone’s' }]),
  ]
  const shown = tab === 'everyone' && me.role === 'member' ? 'scheduled' : tab
  return (
    <Tabs label="Drafts and scheduled messages" tabs={tabs} value={shown} onChange={onTab}>
      {shown === 'everyone' ? (
        <WorkspacePending />
      ) : shown === 'drafts' || shown === 'repeating' ? (
        <div className="mx-auto w-full max-w-3xl px-4 py-5 sm:px-6">
          {shown === 'drafts' && count('held') > 0 && (
            <section aria-label="Held" className="mb-8">
              <h2 className="mb-2 font-semibold">Held for you</h2>
              <ScheduledShelf shelf="held" />
            </section>
          )}
          {shown === 'drafts' ? <DraftsList /> : <SeriesList wanted={series} />}
        </div>
      ) : (
        <ScheduledShelf key={shown} shelf={shown} filter={filter} onFilter={setFilter} onShelf={onTab} />
      )}
    </Tabs>
  )
}
