'use client'
import { ListFilter, X } from 'lucide-react'
import { useState } from 'react'
import type { ConversationId } from '#server/domain/ids.ts'
import { serverNow } from '#app/_client/server-clock.ts'
import { Button } from '#app/_ui/button.tsx'
import { FIELD_LOOK, SelectField } from '#app/_ui/text-field.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { dayKey } from '#app/_ui/time-text.ts'
import { useTick } from '#app/_ui/use-tick.ts'
import { DayField } from '#app/_ui/day-field.tsx'
import { isFiltering, NO_FILTER, type ScheduledFilter } from './filter-scheduled.ts'
import { SHELVES, type FoundShelf, type Shelf } from './sort-scheduled.ts'

type Props = {
  filter: ScheduledFilter
  shelf: Shelf
  /** Those that have a scheduled message, by name. */
  places: { id: ConversationId; name: string }[]
  found: number
  onChange: (filter: ScheduledFilter) => void
  onShelf: (shelf: FoundShelf) => void
}

const STATUS_NAMES: Record<FoundShelf, string> = {
  scheduled: 'Scheduled',
  failed: 'Failed',
  sent: 'Sent',
  canceled: 'Canceled',
}

/** Search, conversation, days and status. What is found is told; the rest of the fields opens on demand. */
export function FilterBar({ filter, shelf, places, found, onChange, onShelf }: Props) {
  const [open, setOpen] = useState(() => isFiltering({ ...filter, text: '' }))
  const { zone } = useTimeStyle()
  const today = dayKey(useTick(serverNow, 60_000), zone)
  const change = (part: Partial<ScheduledFilter>) => onChange({ ...filter, ...part })
  const setStatus = (value: string) => {
    const next = SHELVES.find((each) => each === value)
    change({ status: next ? null : 'all' })
    if (next) onShelf(next)
  }
  return (
    <search aria-label="Find scheduled messages" className="mb-4 flex flex-col gap-3">
      <div className="flex gap-2">
        <input
          type="search"
          aria-label="Search in scheduled messages"
          placeholder="Search text or conversation"
          dir="auto"
          value={filter.text}
          onChange={(event) => change({ text: event.target.value })}
          className={FIELD_LOOK}
        />
        <Button aria-expanded={open} onClick={() => setOpen(!open)}>
          <ListFilter size={16} aria-hidden /> Filters
        </Button>
      </div>
      {open && (
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
          <SelectField
            label="Conversation"
            value={filter.conversationId ?? ''}
            onChange={(event) => change({ conversationId: (event.target.value || null) as ConversationId | null })}
          >
            <option value="">Any</option>
            {places.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          <SelectField
            label="Status"
            value={filter.status === 'all' ? 'all' : shelf}
            onChange={(event) => setStatus(event.target.value)}
          >
            {SHELVES.map((each) => (
              <option key={each} value={each}>
                {STATUS_NAMES[each]}
              </option>
            ))}
            <option value="all">Any status</option>
          </SelectField>
          <DayField
            label="From day"
            today={today}
            last={filter.to || undefined}
            value={filter.from}
            onChange={(from) => change({ from })}
          />
          <DayField
            label="To day"
            opens="left"
            today={today}
            first={filter.from || undefined}
            value={filter.to}
            onChange={(to) => change({ to })}
          />
        </div>
      )}
      {isFiltering(filter) && (
        <p role="status" className="flex flex-wrap items-center gap-2 text-small text-muted tabular-nums">
          {found === 1 ? '1 message found.' : `${found} messages found.`}
          <Button look="quiet" className="px-2 text-small" onClick={() => onChange(NO_FILTER)}>
            <X size={14} aria-hidden /> Clear filters
          </Button>
        </p>
      )}
    </search>
  )
}
