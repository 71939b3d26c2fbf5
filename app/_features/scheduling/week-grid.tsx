'use client'
import { useLayoutEffect, useMemo, useRef, type KeyboardEvent, type RefObject } from 'react'
import type { MessageId } from '#server/domain/ids.ts'
import type { EpochSeconds } from '#server/domain/time/units.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { clockTime } from '#app/_ui/time-text.ts'
import { layOutDay } from './lay-out-day.ts'
import type { RowCommand } from './row-actions.tsx'
import { useDrag } from './use-drag.ts'
import { useKeyMove } from './use-key-move.ts'
import { useRovingFocus } from './use-roving-focus.ts'
import { instantAt, placeOf, type WeekAxis } from './week-axis.ts'
import { Columns, DayHeads, GUTTER_PX, Scale, SCALE } from './week-backdrop.tsx'
import { boxOf, Ghost, ITEM_PX, WeekItem, type GridItem } from './week-item.tsx'

type Props = {
  axis: WeekAxis
  today: string
  now: EpochSeconds
  items: readonly GridItem[]
  onMove: (scheduled: ScheduledView, at: EpochSeconds) => void
  onOpen: (ids: MessageId[]) => void
  onCommand: (scheduled: ScheduledView, command: RowCommand) => void
  /** Shows the week of an instant. */
  onShow: (at: EpochSeconds) => void
}

const MOST_LANES = 3
/** Where the day is scrolled to at first. */
const MORNING_MIN = 7 * 60 - 10

/** Seven columns of wall-clock time. Items stand in one layer, so that one which moves keeps its focus. */
export function WeekGrid({ axis, today, now, items, onMove, onOpen, onCommand, onShow }: Props) {
  const { hour12 } = useTimeStyle()
  const scroller = useRef<HTMLDivElement>(null)
  const layer = useRef<HTMLUListElement>(null)
  const keys = useKeyMove({ onMove, onShow })
  const drag = useDrag({ axis, scroller, layer, onMove })
  const held = keys.held ?? drag.held
  const placed = useMemo(() => placeAll(axis, items, held), [axis, items, held])
  useScrollTo(scroller, MORNING_MIN * SCALE)
  const focus = useRovingFocus(layer, placed.order)

  const onKeyDown = (event: KeyboardEvent) => {
    const id = (event.target as HTMLElement).dataset.item
    const item = items.find(({ scheduled }) => scheduled.id === id)
    if (!item || event.ctrlKey || event.metaKey || event.altKey) return
    if (keys.onKeyDown(event, item)) return
    const command = COMMANDS[event.key.toLowerCase()]
    if (command && allows(item.scheduled, command)) {
      event.preventDefault()
      onCommand(item.scheduled, command)
    } else focus.onKeyDown(event)
  }
  const height = axis.minutes * SCALE
  const nowPlace = placeOf(axis, now)
  return (
    <div className="overflow-hidden rounded-large border border-line bg-surface">
      <DayHeads axis={axis} today={today} />
      <div
        ref={scroller}
        tabIndex={0}
        role="group"
        aria-label="Hours"
        className="scroll-calm h-[min(70dvh,46rem)] -outline-offset-2"
      >
        <div className="relative" style={{ height }}>
          <Scale axis={axis} />
          <div className="absolute inset-y-0 right-0" style={{ left: GUTTER_PX }}>
            <Columns axis={axis} today={today} />
            {nowPlace && (
              <div
                aria-hidden
                className="pointer-events-none absolute z-10 h-0.5 bg-danger"
                style={{ top: nowPlace.top * SCALE, left: columnLeft(nowPlace.day), width: COLUMN }}
              />
            )}
            <ul ref={layer} aria-label="Scheduled in this week" onKeyDown={onKeyDown} className="absolute inset-0">
              {placed.laid.map(({ item, day, top, lane, lanes }) => (
                <li key={item.scheduled.id} className="contents">
                  <WeekItem
                    item={item}
                    isTabStop={item.scheduled.id === focus.current}
                    isHeld={item.scheduled.id === held?.id}
                    isNarrow={lanes >= MOST_LANES}
                    style={boxOf(day, top, lane, lanes)}
                    onPointerDown={(event) => drag.onPointerDown(event, item)}
                    onOpen={() => !drag.justDragged() && onOpen([item.scheduled.id])}
                    onBlur={keys.onBlur}
                    onFocus={() => focus.set(item.scheduled.id)}
                  />
                </li>
              ))}
              {placed.crowds.map(({ day, top, lane, lanes, items: rest }) => (
                <li key={`${day} ${top}`} className="contents">
                  <button
                    type="button"
                    onClick={() => onOpen(rest.map(({ scheduled }) => scheduled.id))}
                    className="absolute z-10 truncate rounded-small border border-edge bg-raised px-1 text-small font-semibold hover:bg-hover"
                    style={boxOf(day, top, lane, lanes)}
                    aria-label={`${rest.length} more around ${clockOf(axis, day, top, hour12)}`}
                  >
                    +{rest.length}
                  </button>
                </li>
              ))}
            </ul>
            {drag.held && <Ghost target={drag.held} />}
          </div>
        </div>
      </div>
      <p
        role="status"
        aria-live="assertive"
        className={keys.held ? 'border-t border-line bg-brass-soft px-4 py-2 tabular-nums' : 'sr-only'}
      >
        {keys.words}
      </p>
    </div>
  )
}

type Held = { id: MessageId; at: EpochSeconds | null }

/** Everything in its place; what is being moved where it would go. */
function placeAll(axis: WeekAxis, items: readonly GridItem[], held: Held | null) {
  const standing = items.flatMap((item) => {
    const at = held?.id === item.scheduled.id && held.at !== null ? held.at : item.at
    const place = placeOf(axis, at)
    return place ? [{ ...item, at, id: item.scheduled.id as string, ...place }] : []
  })
  const days = axis.days.map((_, day) => ({
    day,
    ...layOutDay(
      standing.filter((each) => each.day === day),
      ITEM_PX / SCALE,
      MOST_LANES,
    ),
  }))
  const laid = days.flatMap(({ day, laid: each }) => each.map((one) => ({ ...one, day })))
  const crowds = days.flatMap(({ day, crowds: each }) => each.map((one) => ({ ...one, day })))
  // What is held must be seen, whatever stands there.
  const hidden = crowds.flatMap(({ day, items: rest }) =>
    rest.filter(({ id }) => id === held?.id).map((item) => ({ item, day, top: item.top, lane: 0, lanes: 1 })),
  )
  const byTime = [...laid, ...hidden].toSorted((a, b) => a.item.at - b.item.at)
  return { laid: byTime, crowds, order: byTime.map(({ item }) => item.scheduled.id) }
}

const COLUMN = `calc(100% / 7)`
const columnLeft = (day: number): string => `calc(100% / 7 * ${day})`

function clockOf(axis: WeekAxis, day: number, top: number, hour12: boolean): string {
  const at = instantAt(axis, { day, top })
  return at === null ? '' : clockTime(at * 1000, { zone: axis.zone, hour12 })
}

const COMMANDS: Record<string, RowCommand> = { e: 'edit', r: 'reschedule', s: 'send-now', delete: 'cancel' }
const allows = ({ canEdit, canCancel }: ScheduledView, command: RowCommand): boolean =>
  command === 'cancel' ? canCancel : canEdit

function useScrollTo(box: RefObject<HTMLElement | null>, top: number): void {
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = top
  }, [box, top])
}
