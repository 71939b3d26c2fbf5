'use client'
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import type { MessageId } from '#server/domain/ids.ts'
import type { EpochSeconds } from '#server/domain/time/units.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import { useConversationNames } from '#app/_client/react/conversation-names.ts'
import { classNames } from '#app/_ui/class-names.ts'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { clockTime, moment, weekdayName } from '#app/_ui/time-text.ts'
import { layOutDay } from './lay-out-day.ts'
import type { RowCommand } from './row-actions.tsx'
import { useDrag, type DragTarget } from './use-drag.ts'
import { useKeyMove } from './use-key-move.ts'
import { holesOf, instantAt, placeOf, type WeekAxis } from './week-axis.ts'

export type GridItem = { scheduled: ScheduledView; at: EpochSeconds }
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

/** Pixels per minute: an hour is 48. */
export const SCALE = 0.8
const ITEM_PX = 26
const GUTTER_PX = 60
const MOST_LANES = 3
/** Where the day is scrolled to at first. */
const MORNING_MIN = 7 * 60 - 10

/** Seven columns of wall-clock time. Items stand in one layer, so that one which moves keeps its focus. */
export function WeekGrid({ axis, today, now, items, onMove, onOpen, onCommand, onShow }: Props) {
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
                  <Item
                    item={item}
                    isTabStop={item.scheduled.id === focus.current}
                    isHeld={item.scheduled.id === held?.id}
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
                    aria-label={`${rest.length} more around ${clockOf(axis, day, top)}`}
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

function boxOf(day: number, top: number, lane: number, lanes: number) {
  return {
    top: top * SCALE,
    height: ITEM_PX,
    left: `calc(100% / 7 * ${day + lane / lanes} + 2px)`,
    width: `calc(100% / 7 / ${lanes} - 4px)`,
  }
}

function Item({
  item: { scheduled, at },
  isTabStop,
  isHeld,
  style,
  onPointerDown,
  onOpen,
  onBlur,
  onFocus,
}: {
  item: GridItem
  isTabStop: boolean
  isHeld: boolean
  style: React.CSSProperties
  onPointerDown: (event: React.PointerEvent<HTMLButtonElement>) => void
  onOpen: () => void
  onBlur: () => void
  onFocus: () => void
}) {
  const timeStyle = useTimeStyle()
  const name = useConversationNames()(scheduled.conversationId)
  return (
    <button
      type="button"
      data-item={scheduled.id}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={`Message to ${name}, ${moment(at * 1000, timeStyle, at * 1000)}: ${scheduled.text.slice(0, 120)}`}
      aria-keyshortcuts="M Enter E R S Delete"
      onPointerDown={onPointerDown}
      onClick={onOpen}
      onBlur={onBlur}
      onFocus={onFocus}
      style={style}
      className={classNames(
        'absolute flex touch-pan-y items-center gap-1 overflow-hidden rounded-small border px-1.5 text-left text-small whitespace-nowrap select-none',
        isHeld
          ? 'z-30 border-brass bg-brass text-on-brass shadow-float'
          : 'border-brass/40 bg-brass-soft hover:z-20 hover:border-brass focus-visible:z-20',
        scheduled.canEdit && 'cursor-grab',
      )}
    >
      <span className="time shrink-0 font-semibold">{clockTime(at * 1000, timeStyle)}</span>
      <bdi className="truncate">{scheduled.text}</bdi>
    </button>
  )
}

/** Under the pointer: what time a drop would mean, or why it would mean none. */
const Ghost = ({ target: { words, ok, x, y } }: { target: DragTarget }) => (
  <p
    aria-hidden
    className={classNames(
      'pointer-events-none fixed z-50 max-w-72 rounded-base px-3 py-1.5 text-small font-medium shadow-float tabular-nums',
      ok ? 'bg-ink text-surface' : 'bg-danger text-on-danger',
    )}
    style={{ left: x + 14, top: y + 14 }}
  >
    {words}
  </p>
)

function DayHeads({ axis, today }: { axis: WeekAxis; today: string }) {
  return (
    <ol
      aria-label="Days"
      className="grid border-b border-line pr-(--scrollbar,0px)"
      style={{ gridTemplateColumns: `${GUTTER_PX}px repeat(7, 1fr)` }}
    >
      <li aria-hidden />
      {axis.days.map(({ date }) => {
        const day = new Date(`${date}T12:00Z`)
        return (
          <li
            key={date}
            aria-current={date === today ? 'date' : undefined}
            className={classNames(
              'py-1.5 text-center text-small tabular-nums',
              date === today ? 'font-semibold text-brass' : 'text-muted',
            )}
          >
            {weekdayName(day.getUTCDay() || 7, 'short')} <span className="text-body">{day.getUTCDate()}</span>
          </li>
        )
      })}
    </ol>
  )
}

/** The hours at the side; the second time round is said. */
function Scale({ axis }: { axis: WeekAxis }) {
  const { hour12 } = useTimeStyle()
  const marks = axis.parts.flatMap((part) =>
    Array.from({ length: 25 }, (_, hour) => hour * 60)
      .filter((minute) => minute >= part.from && minute < part.to)
      .map((minute) => ({ minute, top: part.top + minute - part.from, again: part.pass === 2 })),
  )
  return (
    <div aria-hidden className="absolute inset-y-0 left-0" style={{ width: GUTTER_PX }}>
      {marks.map(({ minute, top, again }) => (
        <span
          key={`${minute} ${again}`}
          className="time absolute right-2 -translate-y-1/2 text-[0.6875rem] whitespace-nowrap text-muted first:translate-y-0"
          style={{ top: top * SCALE }}
        >
          {clockTime(minute * 60_000, { zone: 'UTC', hour12 })}
          {again && <sup>2nd</sup>}
        </span>
      ))}
    </div>
  )
}

function Columns({ axis, today }: { axis: WeekAxis; today: string }) {
  return (
    <div
      aria-hidden
      className="absolute inset-0 grid grid-cols-7 bg-[repeating-linear-gradient(to_bottom,var(--line)_0_1px,transparent_1px_48px)]"
    >
      {axis.days.map((day) => (
        <div
          key={day.date}
          className={classNames('relative border-l border-line', day.date === today && 'bg-brass-soft/40')}
        >
          {holesOf(axis, day).map(({ from, to }) => (
            <div
              key={from}
              className="absolute inset-x-0 flex items-center justify-center overflow-hidden bg-[repeating-linear-gradient(45deg,var(--line)_0_2px,var(--sunken)_2px_7px)] text-[0.6875rem] text-muted"
              style={{ top: from * SCALE, height: (to - from) * SCALE }}
            >
              <span className="rounded-small bg-surface px-1">not on this day</span>
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

function clockOf(axis: WeekAxis, day: number, top: number): string {
  const at = instantAt(axis, { day, top })
  return at === null ? '' : clockTime(at * 1000, { zone: axis.zone, hour12: true })
}

const COMMANDS: Record<string, RowCommand> = { e: 'edit', r: 'reschedule', s: 'send-now', delete: 'cancel' }
const allows = ({ canEdit, canCancel }: ScheduledView, command: RowCommand): boolean =>
  command === 'cancel' ? canCancel : canEdit

function useScrollTo(box: RefObject<HTMLElement | null>, top: number): void {
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = top
  }, [box, top])
}

/** One of the items is a tab stop; the arrows, J and K go to the one before or after it by time. */
function useRovingFocus(layer: RefObject<HTMLElement | null>, order: readonly MessageId[]) {
  const [chosen, set] = useState<MessageId | null>(null)
  const current = chosen !== null && order.includes(chosen) ? chosen : (order[0] ?? null)
  const wanted = useRef<MessageId | null>(null)
  useEffect(() => {
    if (wanted.current === null) return
    layer.current?.querySelector<HTMLElement>(`[data-item="${wanted.current}"]`)?.focus()
    wanted.current = null
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (!step) return
    event.preventDefault()
    const next = order[order.indexOf(current ?? ('' as MessageId)) + step]
    if (next === undefined) return
    wanted.current = next
    set(next)
  }
  return { current, set, onKeyDown }
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, j: 1, ArrowUp: -1, ArrowLeft: -1, k: -1 }
