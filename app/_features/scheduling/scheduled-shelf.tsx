'use client'
import { useMemo, useRef, useState } from 'react'
import type { ConversationId, MessageId } from '#server/domain/ids.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import { useConversationNames } from '#app/_client/react/conversation-names.ts'
import { useShownText } from '#app/_client/react/use-shown-text.ts'
import { useScheduled } from '#app/_client/react/hooks.ts'
import { classNames } from '#app/_ui/class-names.ts'
import { useDeviceChoice } from '#app/_ui/device-choice.ts'
import { lazyPart } from '#app/_ui/lazy-part.tsx'
import { SkeletonRows } from '#app/_ui/skeleton.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { dayKey } from '#app/_ui/time-text.ts'
import { BatchReportPanel } from './batch-report.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { FilterBar } from './filter-bar.tsx'
import { filterScheduled, isFiltering, NO_FILTER, type ScheduledFilter } from './filter-scheduled.ts'
import { Nothing } from './nothing.tsx'
import { OpenDialog, type Open } from './open-dialog.tsx'
import type { RowCommand } from './row-actions.tsx'
import { ScheduledList } from './scheduled-list.tsx'
import { inShelf, SHELVES, type FoundShelf, type Shelf } from './sort-scheduled.ts'
import { useBatch } from './use-batch.ts'
import { useCancel } from './use-cancel.ts'
import { useEdits, type Edit } from './use-edits.ts'
import { useRowKeys } from './use-row-keys.ts'
import { useSelection } from './use-selection.ts'
import { VIEWS, ViewSwitch } from './view-switch.tsx'

const WeekCalendar = lazyPart(() => import('./week-calendar.tsx').then((m) => m.WeekCalendar))

type Props = {
  shelf: Shelf
  /** One conversation alone. */
  of?: ConversationId
  /** Without it: no search, no week and not many at once. */
  filter?: ScheduledFilter
  onFilter?: (filter: ScheduledFilter) => void
  onShelf?: (shelf: FoundShelf) => void
}

/** What stands in one state: found by the filter, as a list or a week, alone or many at once. */
export function ScheduledShelf({ shelf, of, filter = NO_FILTER, onFilter, onShelf }: Props) {
  const everywhere = useScheduled()
  const all = useMemo(
    () => (of ? everywhere?.filter(({ conversationId }) => conversationId === of) : everywhere),
    [everywhere, of],
  )
  const { zone } = useTimeStyle()
  const { edits, put, drop } = useEdits()
  const box = useRef<HTMLDivElement>(null)
  const cancel = useCancel()
  const nameOf = useConversationNames()
  const shownText = useShownText()
  const batch = useBatch()
  const [view, setView] = useDeviceChoice('carillon:scheduled-view', VIEWS, 'list')
  const [open, setOpen] = useState<Open | null>(null)
  const byId = useMemo(() => new Map(all?.map((each) => [each.id, each])), [all])

  // An edit in progress stays where it was begun, whatever has become of the message.
  const rowsOf = (which: Shelf): ScheduledView[] => {
    const there = inShelf(all ?? [], which)
    const found = filterScheduled(there, filter, { nameOf, shown: shownText, dayOf: (at_ms) => dayKey(at_ms, zone) })
    if (which !== 'scheduled') return found
    const held = Object.values(edits).filter(
      ({ base }) => !found.some(({ id }) => id === base.id) && (!of || base.conversationId === of),
    )
    return [...held.map(({ base }) => byId.get(base.id) ?? base), ...found]
  }
  const everything = filter.status === 'all'
  const shown = everything ? SHELVES.filter((each) => rowsOf(each).length > 0) : [shelf]
  const aside = everything || shelf !== 'scheduled' ? [] : rowsOf('failed').filter(({ id }) => !edits[id])
  const pending = rowsOf('scheduled')
  const selectable = onFilter && shown.includes('scheduled') ? pending.filter(isOpen) : []
  const selection = useSelection(selectable.map(({ id }) => id))
  useRowKeys(box, selection.selected.length > 0 ? selection.clear : null)
  const found = shown.reduce((sum, each) => sum + rowsOf(each).length, 0)
  const places = [...new Set(all?.map(({ conversationId }) => conversationId))]
    .map((id) => ({ id, name: nameOf(id) }))
    .toSorted((a, b) => a.name.localeCompare(b.name))

  const onCommand = (scheduled: ScheduledView, command: RowCommand) => {
    if (command === 'edit') put(scheduled.id, { text: scheduled.text, base: scheduled })
    else if (command === 'cancel') void cancel(scheduled, nameOf(scheduled.conversationId))
    else setOpen({ dialog: command, scheduled, text: scheduled.text })
  }
  const rowProps = {
    current: (id: MessageId) => byId.get(id),
    edits,
    onEdit: put,
    onEditEnd: drop,
    onCommand,
    onScheduleAsNew: (scheduled: ScheduledView, { text, files }: Edit) =>
      setOpen({ dialog: 'schedule-mine', scheduled, text, ...(files && { files }) }),
    onFollowing: (scheduled: ScheduledView, { text, files }: Edit) =>
      setOpen({ dialog: 'following', scheduled, text, ...(files && { files }) }),
  }
  const list = (rows: ScheduledView[], which: Shelf) => (
    <ScheduledList
      {...rowProps}
      label={LIST_LABELS[which]}
      rows={rows}
      edits={which === 'scheduled' ? edits : NO_EDITS}
      selection={which === 'scheduled' && onFilter ? selection : null}
    />
  )
  const asWeek = view === 'week' && onFilter !== undefined && shelf === 'scheduled' && !everything
  /** With what was done, or with the first that was chosen. */
  const goOn = (chosen?: MessageId) => {
    const find = (selector: string) => box.current?.querySelector<HTMLElement>(selector)
    const next = find('[data-report]') ?? find(`[data-row="${chosen}"]`)
    next?.focus({ preventScroll: true })
  }
  const doThenClear = async (work: Promise<unknown>) => {
    await work
    selection.clear()
  }
  return (
    <div
      className={!onFilter ? '' : classNames('mx-auto w-full px-4 py-5 sm:px-6', asWeek ? 'max-w-6xl' : 'max-w-3xl')}
    >
      {!all ? (
        <SkeletonRows rows={4} label="Loading scheduled messages" />
      ) : (
        <div ref={box}>
          {onFilter && onShelf && (
            <FilterBar
              filter={filter}
              shelf={shelf}
              places={places}
              found={found}
              onChange={onFilter}
              onShelf={onShelf}
            />
          )}
          {onFilter && shelf === 'scheduled' && !everything && <ViewSwitch view={view} onView={setView} />}
          {batch.report && (
            <BatchReportPanel
              report={batch.report}
              busy={batch.busy}
              onUndo={(lines) => batch.report && void batch.undo(batch.report, lines)}
              onDismiss={batch.dismiss}
            />
          )}
          {selection.selected.length > 0 && (
            <BulkBar
              rows={selectable.filter(({ id }) => selection.isSelected(id))}
              total={selectable.length}
              busy={batch.busy}
              onAll={selection.chooseAll}
              onClear={selection.clear}
              onGone={goOn}
              onMove={(plan) => doThenClear(batch.move(plan))}
              onCancel={(rows) => doThenClear(batch.cancel(rows))}
            />
          )}
          {aside.length > 0 && (
            <section aria-label="Not sent" className="mb-8">
              <h2 className="mb-2 font-semibold text-danger">Not sent</h2>
              {list(aside, 'failed')}
            </section>
          )}
          {asWeek ? (
            <WeekCalendar rows={pending} {...rowProps} />
          ) : (
            shown.map((each) => (
              <section key={each} aria-label={LIST_LABELS[each]} className="mb-8 last:mb-0">
                {everything && <h2 className="mb-2 font-semibold">{LIST_LABELS[each]}</h2>}
                {rowsOf(each).length > 0 ? (
                  list(rowsOf(each), each)
                ) : isFiltering(filter) ? null : (
                  <Nothing shelf={each} here={of !== undefined} />
                )}
              </section>
            ))
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
    </div>
  )
}

/** As far as the page knows: the server decides. */
const isOpen = ({ canCancel, status }: ScheduledView): boolean => canCancel && status === 'SCHEDULED'

const NO_EDITS = {}

const LIST_LABELS: Record<Shelf, string> = {
  scheduled: 'Scheduled messages',
  failed: 'Messages that could not be sent',
  sent: 'Sent scheduled messages',
  canceled: 'Canceled messages',
  held: 'Messages held for you',
}
