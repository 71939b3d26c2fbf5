'use client'
import { CalendarClock } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import type { ConversationId, MessageId } from '#server/domain/ids.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import { useConversationNames } from '#app/_client/react/conversation-names.ts'
import { useScheduled } from '#app/_client/react/hooks.ts'
import { useDrafts } from '#app/_client/react/use-drafts.ts'
import { useSeries } from '#app/_client/react/use-series.ts'
import { EmptyState } from '#app/_ui/empty-state.tsx'
import { SkeletonRows } from '#app/_ui/skeleton.tsx'
import { Tabs } from '#app/_ui/tabs.tsx'
import { SeriesList } from './series-list.tsx'
import { DraftsList } from './drafts-list.tsx'
import { HistoryDrawer } from './history-drawer.tsx'
import { RescheduleDialog, ScheduleAgainDialog, SendNowDialog } from './row-dialogs.tsx'
import type { RowCommand } from './row-actions.tsx'
import { ScheduledList } from './scheduled-list.tsx'
import { inShelf, type Shelf, type Tab } from './sort-scheduled.ts'
import { useCancel } from './use-cancel.ts'
import { useEdits } from './use-edits.ts'
import { useRowKeys } from './use-row-keys.ts'

type Open = {
  dialog: 'reschedule' | 'send-now' | 'history' | 'fix' | 'schedule-again' | 'schedule-mine'
  scheduled: ScheduledView
  text: string
}

/** What is begun and what is scheduled, live in every tab of the browser. @param tab part of the address */
export function ScheduledPage({ tab, onTab }: { tab: Tab; onTab: (tab: Tab) => void }) {
  const all = useScheduled() ?? []
  const running = useSeries().series?.filter(({ status }) => status !== 'ENDED').length ?? 0
  const count = (shelf: Shelf) => inShelf(all, shelf).length
  const tabs = [
    { value: 'drafts' as const, label: 'Drafts', count: (useDrafts()?.length ?? 0) + count('held') },
    { value: 'scheduled' as const, label: 'Scheduled', count: count('scheduled') },
    { value: 'repeating' as const, label: 'Repeating', count: running },
    { value: 'failed' as const, label: 'Failed', count: count('failed'), alarming: true },
    { value: 'sent' as const, label: 'Sent' },
    { value: 'canceled' as const, label: 'Canceled' },
  ]
  return (
    <Tabs label="Drafts and scheduled messages" tabs={tabs} value={tab} onChange={onTab}>
      <div className="mx-auto w-full max-w-3xl px-4 py-5 sm:px-6">
        {tab === 'repeating' ? (
          <SeriesList />
        ) : tab !== 'drafts' ? (
          <ScheduledShelf shelf={tab} />
        ) : (
          <>
            {count('held') > 0 && (
              <section aria-label="Held" className="mb-8">
                <h2 className="mb-2 font-semibold">Held for you</h2>
                <ScheduledShelf shelf="held" />
              </section>
            )}
            <DraftsList />
          </>
        )}
      </div>
    </Tabs>
  )
}

/** @param of one conversation alone */
export function ScheduledShelf({ shelf, of }: { shelf: Shelf; of?: ConversationId }) {
  const everything = useScheduled()
  const all = useMemo(
    () => (of ? everything?.filter(({ conversationId }) => conversationId === of) : everything),
    [everything, of],
  )
  const { edits, put, drop } = useEdits()
  const box = useRef<HTMLDivElement>(null)
  useRowKeys(box)
  const cancel = useCancel()
  const nameOf = useConversationNames()
  const [open, setOpen] = useState<Open | null>(null)
  const byId = useMemo(() => new Map(all?.map((each) => [each.id, each])), [all])

  const onCommand = (scheduled: ScheduledView, command: RowCommand) => {
    if (command === 'edit') put(scheduled.id, { text: scheduled.text, base: scheduled })
    else if (command === 'cancel') void cancel(scheduled, nameOf(scheduled.conversationId))
    else setOpen({ dialog: command, scheduled, text: scheduled.text })
  }
  // An edit in progress stays where it was begun, whatever has become of the message.
  const rowsOf = (which: Shelf): ScheduledView[] => {
    const there = inShelf(all ?? [], which)
    if (which !== 'scheduled') return there
    const held = Object.values(edits).filter(
      ({ base }) => !there.some(({ id }) => id === base.id) && (!of || base.conversationId === of),
    )
    return [...held.map(({ base }) => byId.get(base.id) ?? base), ...there]
  }
  const failed = inShelf(all ?? [], 'failed')
  const failedAside = failed.filter(({ id }) => !edits[id])
  const list = (rows: ScheduledView[], label: string) => (
    <ScheduledList
      label={label}
      rows={rows}
      current={(id) => byId.get(id)}
      edits={shelf === 'scheduled' ? edits : NO_EDITS}
      onEdit={put}
      onEditEnd={drop}
      onCommand={onCommand}
      onScheduleAsNew={(scheduled, text) => setOpen({ dialog: 'schedule-mine', scheduled, text })}
    />
  )
  return (
    <>
      {!all ? (
        <SkeletonRows rows={4} label="Loading scheduled messages" />
      ) : (
        <div ref={box}>
          {shelf === 'scheduled' && failedAside.length > 0 && (
            <section aria-label="Not sent" className="mb-8">
              <h2 className="mb-2 font-semibold text-danger">Not sent</h2>
              {list(failedAside, LIST_LABELS.failed)}
            </section>
          )}
          {rowsOf(shelf).length === 0 ? (
            <Nothing shelf={shelf} here={of !== undefined} />
          ) : (
            list(rowsOf(shelf), LIST_LABELS[shelf])
          )}
        </div>
      )}
      {open && (
        <OpenDialog
          open={open}
          name={nameOf(open.scheduled.conversationId)}
          current={byId.get(open.scheduled.id) ?? open.scheduled}
          onClose={() => setOpen(null)}
          onDropEdit={drop}
        />
      )}
    </>
  )
}

const NO_EDITS = {}

type DialogProps = {
  open: Open
  name: string
  current: ScheduledView
  onClose: () => void
  onDropEdit: (id: MessageId) => void
}

function OpenDialog({ open: { dialog, scheduled, text }, name, current, onClose, onDropEdit }: DialogProps) {
  const common = { scheduled, name, onClose }
  switch (dialog) {
    case 'reschedule':
      return <RescheduleDialog {...common} current={current} />
    case 'send-now':
      return <SendNowDialog {...common} />
    case 'history':
      return <HistoryDrawer {...common} scheduled={current} />
    case 'fix':
      return <ScheduleAgainDialog {...common} title="Fix & reschedule" text={text} as="retry" />
    case 'schedule-again':
      return <ScheduleAgainDialog {...common} title="Schedule again" text={text} as="new" />
    case 'schedule-mine':
      return (
        <ScheduleAgainDialog
          {...common}
          title="Schedule as a new message"
          text={text}
          as="new"
          onDone={() => onDropEdit(scheduled.id)}
        />
      )
  }
}

const LIST_LABELS: Record<Shelf, string> = {
  scheduled: 'Scheduled messages',
  failed: 'Messages that could not be sent',
  sent: 'Sent scheduled messages',
  canceled: 'Canceled messages',
  held: 'Messages held for you',
}

const EMPTY: Record<Shelf, { title: string; text: string }> = {
  scheduled: {
    title: 'Nothing is scheduled',
    text: 'Write a message in any conversation, open the small arrow beside Send and choose when it should arrive.',
  },
  failed: {
    title: 'Nothing has failed',
    text: 'If a message cannot be sent at its time, it waits here with its text, the reason and what you can do.',
  },
  sent: {
    title: 'Nothing sent yet',
    text: 'Scheduled messages that have been sent stand here, with the planned and the real time.',
  },
  held: { title: 'Nothing is held', text: 'What was held has been scheduled again.' },
  canceled: {
    title: 'Nothing was canceled',
    text: 'Canceled messages keep their text here, so that you can schedule them again.',
  },
}

const Nothing = ({ shelf, here }: { shelf: Shelf; here: boolean }) => (
  <EmptyState
    icon={<CalendarClock size={28} aria-hidden />}
    title={here ? 'Nothing is scheduled here any more' : EMPTY[shelf].title}
  >
    {!here && EMPTY[shelf].text}
  </EmptyState>
)
