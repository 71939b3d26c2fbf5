'use client'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { rangeOf, rowsOf, type Rows } from './row-heights.ts'
import { createScroller, type Scroller } from './timeline-scroller.ts'

type Options = {
  keys: readonly string[]
  /** The last item is the newest there is. */
  atNewest: boolean
  onNearStart: () => void
  onNearEnd: () => void
}

type Shown = { rows: Rows; atEnd: boolean }

/** Draws only what can be seen. The refs belong to what scrolls, to what is as high as all, and `measure` to each row. */
export function useVirtualTimeline({ keys, atNewest, onNearStart, onNearEnd }: Options) {
  const box = useRef<HTMLDivElement>(null)
  const space = useRef<HTMLDivElement>(null)
  const scroller = useRef<Scroller>(null)
  const [shown, setShown] = useState<Shown>({ rows: { first: null, last: null, count: 0 }, atEnd: false })
  const wants = useRef({ nearStart: onNearStart, nearEnd: onNearEnd })
  wants.current = { nearStart: onNearStart, nearEnd: onNearEnd }

  useLayoutEffect(() => {
    if (!box.current || !space.current) return
    const made = createScroller(
      { box: box.current, space: space.current },
      {
        draw: ({ keys: among, range, atEnd }, atOnce) => {
          const next = { rows: rowsOf(among, range), atEnd }
          const draw = () => setShown((before) => (isSame(before, next) ? before : next))
          // By itself React draws after the frame, which would show a list with a hole.
          if (atOnce) flushSync(draw)
          else draw()
        },
        nearStart: () => wants.current.nearStart(),
        nearEnd: () => wants.current.nearEnd(),
      },
    )
    scroller.current = made
    return () => made.stop()
  }, [])
  // By their names, not by their places: when others come above, the same rows stay and none is drawn anew.
  const range = useMemo(() => rangeOf(keys, shown.rows), [keys, shown.rows])
  const { from, to } = range
  useLayoutEffect(() => scroller.current?.show({ keys, range: { from, to }, atNewest }), [keys, from, to, atNewest])
  // A list that fills no screen cannot be scrolled to ask for more.
  useEffect(() => scroller.current?.askForMore(), [keys, onNearStart, onNearEnd])

  const toEnd = useCallback(() => scroller.current?.toEnd(), [])
  const measure = useCallback((row: HTMLDivElement | null) => (row ? scroller.current?.measure(row) : undefined), [])
  return { box, space, measure, range, toEnd, atEnd: atNewest && shown.atEnd }
}

const isSame = (a: Shown, b: Shown): boolean =>
  a.atEnd === b.atEnd && a.rows.first === b.rows.first && a.rows.last === b.rows.last
