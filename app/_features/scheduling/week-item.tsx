'use client'
import type { EpochSeconds } from '#server/domain/time/units.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import { useConversationNames } from '#app/_client/react/conversation-names.ts'
import { useShownText } from '#app/_client/react/use-shown-text.ts'
import { classNames } from '#app/_ui/class-names.ts'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { clockTime, moment } from '#app/_ui/time-text.ts'
import type { DragTarget } from './use-drag.ts'
import { SCALE } from './week-backdrop.tsx'

export type GridItem = { scheduled: ScheduledView; at: EpochSeconds }

export const ITEM_PX = 26
/** Characters of its text: more than fit. */
const SHOWN = 120

/** Its place in the layer of items. @param top in minutes of the axis */
export function boxOf(day: number, top: number, lane: number, lanes: number) {
  return {
    top: top * SCALE,
    height: ITEM_PX,
    left: `calc(100% / 7 * ${day + lane / lanes} + 2px)`,
    width: `calc(100% / 7 / ${lanes} - 4px)`,
  }
}

/** One message in the week: moved by dragging, and by its keys. */
export function WeekItem({
  item: { scheduled, at },
  isTabStop,
  isHeld,
  isNarrow,
  style,
  onPointerDown,
  onOpen,
  onBlur,
  onFocus,
}: {
  item: GridItem
  isTabStop: boolean
  isHeld: boolean
  /** One of three side by side: its hour and minute are all that fits; which half of the day it is, the scale shows. */
  isNarrow: boolean
  style: React.CSSProperties
  onPointerDown: (event: React.PointerEvent<HTMLButtonElement>) => void
  onOpen: () => void
  onBlur: () => void
  onFocus: () => void
}) {
  const timeStyle = useTimeStyle()
  const name = useConversationNames()(scheduled.conversationId)
  const time = clockTime(at * 1000, timeStyle)
  const clock = isNarrow ? time.replace(/\s[AP]M$/, '') : time
  const text = useShownText()(scheduled.text).slice(0, SHOWN)
  return (
    <button
      type="button"
      data-item={scheduled.id}
      tabIndex={isTabStop ? 0 : -1}
      // Begins with what is seen, for those who say what to press.
      aria-label={`${clock} ${text}. Message to ${name}, ${moment(at * 1000, timeStyle, at * 1000)}`}
      aria-keyshortcuts="M Enter E R S Delete"
      onPointerDown={onPointerDown}
      onClick={onOpen}
      onBlur={onBlur}
      onFocus={onFocus}
      style={style}
      className={classNames(
        'absolute flex touch-pan-y items-center gap-1 overflow-hidden rounded-small border text-left whitespace-nowrap select-none',
        isHeld
          ? 'z-30 border-brass bg-brass text-on-brass shadow-float'
          : 'border-brass/40 bg-brass-soft hover:z-20 hover:border-brass focus-visible:z-20',
        scheduled.canEdit && 'cursor-grab',
        isNarrow ? 'px-0.5 text-[0.6875rem]' : 'px-1.5 text-small',
      )}
    >
      <span className="time shrink-0 font-semibold">{clock}</span>
      {!isNarrow && <bdi className="truncate">{text}</bdi>}
    </button>
  )
}

/** Under the pointer: what time a drop would mean, or why it would mean none. */
export const Ghost = ({ target: { words, ok, x, y } }: { target: DragTarget }) => (
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
