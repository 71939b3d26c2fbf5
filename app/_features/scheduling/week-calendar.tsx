'use client'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { MessageId } from '#server/domain/ids.ts'
import { epochSeconds, type EpochSeconds } from '#server/domain/time/units.ts'
import { parseZone, wallClockAt } from '#server/domain/time/zone.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import { useConversationNames } from '#app/_client/react/conversation-names.ts'
import { serverNow } from '#app/_client/server-clock.ts'
import { Button } from '#app/_ui/button.tsx'
import { Dialog } from '#app/_ui/dialog.tsx'
import { IconButton } from '#app/_ui/icon-button.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { dayKey, shortDay, zoneOffset } from '#app/_ui/time-text.ts'
import { useMedia } from '#app/_ui/use-media.ts'
import { useTick } from '#app/_ui/use-tick.ts'
import { DayList } from './day-list.tsx'
import { firstWeekday, weekStart } from '#app/_ui/first-weekday.ts'
import { Row, type RowProps } from './scheduled-list.tsx'
import { useMove } from './use-move.ts'
import { addDays, weekAxis } from './week-axis.ts'
import { WeekGrid } from './week-grid.tsx'

type Props = RowProps & { rows: ScheduledView[] }

/** What is scheduled, week by week in the reader's zone: on a wide screen to drag, on a phone day by day. */
export function WeekCalendar({ rows, ...rowProps }: Props) {
  const style = useTimeStyle()
  const zone = parseZone(style.zone)
  const now_ms = useTick(serverNow, 60_000)
  const nameOf = useConversationNames()
  const today = dayKey(now_ms, zone)
  const first = firstWeekday(navigator.language)
  const [start, setStart] = useState(() => weekStart(today, first))
  const [opened, setOpened] = useState<MessageId[] | null>(null)
  const narrow = useMedia('(max-width: 47.99rem)')
  const { move, shownAt } = useMove()
  const axis = useMemo(() => weekAxis(start, zone), [start, zone])
  const items = rows.map((scheduled) => ({ scheduled, at: shownAt(scheduled) }))
  const dayOf = (at: EpochSeconds) => wallClockAt(at, zone).slice(0, 10)
  const here = items.filter(({ at }) => dayOf(at) >= start && dayOf(at) < addDays(start, 7))
  const noon = (day: string) => Date.parse(`${day}T12:00Z`)
  const label = `${shortDay(noon(start), 'UTC', now_ms)} – ${shortDay(noon(addDays(start, 6)), 'UTC', now_ms)}`
  const openedRows = rows.filter(({ id }) => opened?.includes(id))
  const onCommand: RowProps['onCommand'] = (scheduled, command) => {
    // Its own dialog follows; only the text is edited where it stands.
    if (command === 'edit') setOpened([scheduled.id])
    else setOpened(null)
    rowProps.onCommand(scheduled, command)
  }
  const onFollowing: RowProps['onFollowing'] = (scheduled, edit) => {
    setOpened(null)
    rowProps.onFollowing(scheduled, edit)
  }
  const outside = items.length - here.length
  return (
    <section aria-label="Week of scheduled messages">
      <header className="mb-3 flex flex-wrap items-center gap-x-2 gap-y-1">
        <IconButton label="Previous week" onClick={() => setStart(addDays(start, -7))}>
          <ChevronLeft size={18} aria-hidden />
        </IconButton>
        <IconButton label="Next week" onClick={() => setStart(addDays(start, 7))}>
          <ChevronRight size={18} aria-hidden />
        </IconButton>
        <Button disabled={start === weekStart(today, first)} onClick={() => setStart(weekStart(today, first))}>
          This week
        </Button>
        <h2 aria-live="polite" className="px-2 font-semibold tabular-nums">
          {label}
        </h2>
        <p className="ml-auto text-small text-muted">
          {style.zone.replaceAll('_', ' ')} ({zoneOffset(noon(start), zone)})
        </p>
      </header>
      {narrow ? (
        <DayList key={start} start={start} today={today} items={here} rowProps={rowProps} />
      ) : (
        <WeekGrid
          axis={axis}
          today={today}
          now={epochSeconds(Math.floor(now_ms / 1000))}
          items={here}
          onMove={(scheduled, at) => void move(scheduled, at)}
          onOpen={setOpened}
          onCommand={onCommand}
          onShow={(at) => setStart(weekStart(dayOf(at), first))}
        />
      )}
      <p className="mt-2 text-small text-muted tabular-nums">
        {here.length === 1 ? '1 message in this week' : `${here.length} messages in this week`}
        {outside > 0 && `, ${outside} in others`}.{!narrow && ' Drag a message to move it, or focus it and press M.'}
      </p>
      {opened && openedRows.length > 0 && (
        <Dialog
          open
          onClose={() => setOpened(null)}
          place="side"
          title={openedRows.length === 1 ? 'Scheduled message' : `${openedRows.length} messages around that time`}
          description={openedRows.length === 1 ? <>To {nameOf(openedRows[0]!.conversationId)}</> : undefined}
        >
          <ul aria-label="Messages" className="flex flex-col gap-2.5">
            {openedRows.map((scheduled) => (
              <li key={scheduled.id}>
                <Row {...rowProps} onCommand={onCommand} onFollowing={onFollowing} scheduled={scheduled} />
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </section>
  )
}
