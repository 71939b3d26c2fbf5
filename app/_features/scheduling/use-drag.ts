'use client'
import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react'
import type { MessageId } from '#server/domain/ids.ts'
import type { EpochSeconds } from '#server/domain/time/units.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { serverNow } from '#app/_client/server-clock.ts'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { moment } from '#app/_ui/time-text.ts'
import { moveProblem } from './use-move.ts'
import { instantAt, type WeekAxis } from './week-axis.ts'

/** Where it would go, and what is said of it beside the pointer. */
export type DragTarget = { id: MessageId; at: EpochSeconds | null; ok: boolean; words: string; x: number; y: number }

type Options = {
  axis: WeekAxis
  scroller: RefObject<HTMLElement | null>
  layer: RefObject<HTMLElement | null>
  onMove: (scheduled: ScheduledView, at: EpochSeconds) => void
}
type Item = { scheduled: ScheduledView; at: EpochSeconds }

/** So far a pointer goes before a press becomes a drag. */
const SLACK_PX = 5
const SNAP_MIN = 15
/** This near to an edge the hours scroll along, by so much a move. */
const EDGE_PX = 36
const SCROLL_PX = 14

/** Dragging with mouse or pen; a finger scrolls. Escape puts back. */
export function useDrag({ axis, scroller, layer, onMove }: Options) {
  const style = useTimeStyle()
  const { horizon_s } = useWorkspace()
  const [held, setHeld] = useState<DragTarget | null>(null)
  const dragged = useRef(false)
  const stop = useRef<() => void>(nothingToStop)
  useEffect(() => () => stop.current(), [])

  const targetAt = (x: number, y: number, grab: number, { scheduled }: Item): DragTarget => {
    const box = layer.current?.getBoundingClientRect()
    const day = box ? Math.min(6, Math.max(0, Math.floor(((x - box.left) / box.width) * 7))) : 0
    const minutes = box ? ((y - grab - box.top) / box.height) * axis.minutes : 0
    const top = Math.min(axis.minutes - SNAP_MIN, Math.max(0, Math.round(minutes / SNAP_MIN) * SNAP_MIN))
    const at = instantAt(axis, { day, top })
    const problem =
      at === null ? 'The clock skips that time on that day.' : moveProblem(scheduled, at, serverNow(), horizon_s)
    const words = at === null ? '' : moment(at * 1000, style, serverNow())
    return { id: scheduled.id, at, ok: problem === null, words: [words, problem].filter(Boolean).join('. '), x, y }
  }

  const onPointerDown = (event: PointerEvent<HTMLButtonElement>, item: Item) => {
    dragged.current = false
    if (event.button !== 0 || event.pointerType === 'touch' || !item.scheduled.canEdit) return
    const { clientX, clientY } = event
    const grab = clientY - event.currentTarget.getBoundingClientRect().top
    let target: DragTarget | null = null
    const onPointerMove = (now: globalThis.PointerEvent) => {
      if (!target && Math.hypot(now.clientX - clientX, now.clientY - clientY) < SLACK_PX) return
      scrollAlong(scroller.current, now.clientY)
      target = targetAt(now.clientX, now.clientY, grab, item)
      setHeld(target)
    }
    const end = () => {
      dragged.current = target !== null
      setHeld(null)
      stop.current()
    }
    const onPointerUp = () => {
      const last = target
      end()
      if (last?.ok && last.at !== null) onMove(item.scheduled, last.at)
    }
    const onKeyDown = (key: KeyboardEvent) => {
      if (key.key !== 'Escape' || !target) return
      key.stopPropagation()
      end()
    }
    const listen = new AbortController()
    const options = { signal: listen.signal }
    stop.current = () => listen.abort()
    window.addEventListener('pointermove', onPointerMove, options)
    window.addEventListener('pointerup', onPointerUp, options)
    window.addEventListener('pointercancel', end, options)
    window.addEventListener('keydown', onKeyDown, { ...options, capture: true })
  }

  /** Whether the click that follows belongs to a drag. */
  const justDragged = (): boolean => {
    const was = dragged.current
    dragged.current = false
    return was
  }
  return { held, onPointerDown, justDragged }
}

function scrollAlong(box: HTMLElement | null, y: number): void {
  if (!box) return
  const { top, bottom } = box.getBoundingClientRect()
  if (y < top + EDGE_PX) box.scrollTop -= SCROLL_PX
  else if (y > bottom - EDGE_PX) box.scrollTop += SCROLL_PX
}

function nothingToStop(): void {}
