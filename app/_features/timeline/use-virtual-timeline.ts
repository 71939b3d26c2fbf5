'use client'
import { useVirtualizer, type Virtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

/** So close to the end counts as being there, in pixels. */
const NEAR_PX = 96
/** More is asked for this long before the edge is reached, in pixels. */
const AHEAD_PX = 1_200
/** One line of text under its author's name; measured when drawn. */
const USUAL_PX = 44

type Options = {
  keys: readonly string[]
  /** The last item is the newest there is. */
  atNewest: boolean
  onNearStart: () => void
  onNearEnd: () => void
}

/**
 * Draws only what can be seen, and keeps the reader where they are: at the newest while they are there, and on the
 * same message when others come above or below it or the box changes its size.
 */
export function useVirtualTimeline(box: RefObject<HTMLDivElement | null>, options: Options) {
  const { keys, atNewest, onNearStart, onNearEnd } = options
  const list = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: keys.length,
    getScrollElement: () => box.current,
    getItemKey: (index) => keys[index] ?? index,
    estimateSize: () => USUAL_PX,
    overscan: 6,
    paddingEnd: 16,
    anchorTo: 'end',
    followOnAppend: atNewest,
    scrollEndThreshold: NEAR_PX,
    useFlushSync: false,
  })
  list.shouldAdjustScrollPositionOnItemSizeChange = useKeepingPlace(keys[0])
  const stuck = useRef(true)
  const onScroll = useCallback(() => {
    const el = box.current
    if (!el) return
    const below = el.scrollHeight - el.scrollTop - el.clientHeight
    stuck.current = below < NEAR_PX
    if (el.scrollTop < AHEAD_PX) onNearStart()
    if (below < AHEAD_PX) onNearEnd()
  }, [box, onNearStart, onNearEnd])

  const toEnd = useCallback(() => {
    stuck.current = true
    list.scrollToEnd()
  }, [list])
  const filled = keys.length > 0
  useLayoutEffect(() => {
    if (filled) toEnd()
  }, [filled, toEnd])
  // A list that fills no screen cannot be scrolled to ask for more.
  useEffect(() => {
    const el = box.current
    if (el && el.scrollHeight < el.clientHeight + AHEAD_PX) onNearStart()
  }, [box, onNearStart, keys])
  useEffect(() => {
    const el = box.current
    if (!el) return
    const watch = new ResizeObserver(() => {
      if (stuck.current) list.scrollToEnd()
    })
    watch.observe(el)
    return () => watch.disconnect()
  }, [box, list])

  return { list, onScroll, toEnd, atEnd: atNewest && list.isAtEnd(NEAR_PX) }
}

type List = Virtualizer<HTMLDivElement, HTMLDivElement>

/**
 * Whether what is read must be moved along when an item above or at the upper edge has another height than thought.
 * A message that is no longer the first loses the head above it: its text stays where it is.
 */
function useKeepingPlace(firstKey: string | undefined) {
  const formerFirst = useRef(new Set<string>())
  if (firstKey !== undefined) formerFirst.current.add(firstKey)
  return useCallback(
    (item: VirtualItem, _delta: number, list: List): boolean => {
      const top_px = list.scrollOffset ?? 0
      const key = String(item.key)
      if (!list.itemSizeCache.has(item.key)) return item.start < top_px
      if (key !== firstKey && formerFirst.current.delete(key)) return item.start <= top_px
      return item.end <= top_px && list.scrollDirection !== 'backward'
    },
    [firstKey],
  )
}
