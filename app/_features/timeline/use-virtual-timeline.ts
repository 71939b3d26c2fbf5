'use client'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createScroller, type Scroller, type Shown } from './timeline-scroller.ts'

type Options = {
  keys: readonly string[]
  /** The last item is the newest there is. */
  atNewest: boolean
  onNearStart: () => void
  onNearEnd: () => void
}

/** Draws only what can be seen. The three refs belong to what scrolls, to what is as high as all, and to what is drawn. */
export function useVirtualTimeline({ keys, atNewest, onNearStart, onNearEnd }: Options) {
  const box = useRef<HTMLDivElement>(null)
  const space = useRef<HTMLDivElement>(null)
  const block = useRef<HTMLDivElement>(null)
  const scroller = useRef<Scroller>(null)
  const [shown, setShown] = useState<Shown>({ range: { from: 0, to: 0 }, atEnd: false })
  const wants = useRef({ nearStart: onNearStart, nearEnd: onNearEnd })
  wants.current = { nearStart: onNearStart, nearEnd: onNearEnd }

  useLayoutEffect(() => {
    if (!box.current || !space.current || !block.current) return
    const made = createScroller(
      { box: box.current, space: space.current, block: block.current },
      {
        draw: (next) => setShown((before) => (isSame(before, next) ? before : next)),
        nearStart: () => wants.current.nearStart(),
        nearEnd: () => wants.current.nearEnd(),
      },
    )
    scroller.current = made
    return () => made.stop()
  }, [])
  const { range, atEnd } = shown
  const { from, to } = range
  useLayoutEffect(() => scroller.current?.show({ keys, range: { from, to }, atNewest }), [keys, from, to, atNewest])
  // A list that fills no screen cannot be scrolled to ask for more.
  useEffect(() => scroller.current?.askForMore(), [keys, onNearStart, onNearEnd])

  const toEnd = useCallback(() => scroller.current?.toEnd(), [])
  const measure = useCallback((row: HTMLDivElement | null) => (row ? scroller.current?.measure(row) : undefined), [])
  return { box, space, block, measure, range, toEnd, atEnd: atNewest && atEnd }
}

const isSame = (a: Shown, b: Shown): boolean =>
  a.atEnd === b.atEnd && a.range.from === b.range.from && a.range.to === b.range.to
