'use client'
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** So close to the end counts as being there, in pixels. */
const NEAR_PX = 96
/** Older messages are asked for this long before the top is reached, in pixels. */
const AHEAD_PX = 600

type Options = { firstKey: string | undefined; lastKey: string | undefined; onNearTop: () => void }

/**
 * Keeps a scrolling list where its reader is: at the newest while they are there, and on the same message when
 * older ones are added above or the box changes its size.
 */
export function useStickToBottom(box: RefObject<HTMLDivElement | null>, { firstKey, lastKey, onNearTop }: Options) {
  const [atBottom, setAtBottom] = useState(true)
  const stuck = useRef(true)
  const before = useRef<{ firstKey: string | undefined; height: number }>({ firstKey: undefined, height: 0 })

  const jumpToNewest = useCallback(() => {
    const el = box.current
    if (!el) return
    stuck.current = true
    setAtBottom(true)
    el.scrollTop = el.scrollHeight
  }, [box])

  const onScroll = useCallback(() => {
    const el = box.current
    if (!el) return
    stuck.current = el.scrollHeight - el.scrollTop - el.clientHeight < NEAR_PX
    setAtBottom(stuck.current)
    if (el.scrollTop < AHEAD_PX) onNearTop()
  }, [box, onNearTop])

  useLayoutEffect(() => {
    const el = box.current
    if (!el) return
    if (stuck.current) el.scrollTop = el.scrollHeight
    else if (before.current.firstKey !== firstKey) el.scrollTop += el.scrollHeight - before.current.height
    before.current = { firstKey, height: el.scrollHeight }
  }, [box, firstKey, lastKey])

  // A list that fills no screen cannot be scrolled up to ask for more.
  useEffect(() => {
    const el = box.current
    if (el && el.scrollHeight < el.clientHeight + AHEAD_PX) onNearTop()
  }, [box, onNearTop, firstKey])

  useEffect(() => {
    const el = box.current
    const content = el?.firstElementChild
    if (!el || !content) return
    const watch = new ResizeObserver(() => {
      if (stuck.current) el.scrollTop = el.scrollHeight
      before.current.height = el.scrollHeight
    })
    watch.observe(el)
    watch.observe(content)
    return () => watch.disconnect()
  }, [box])

  return { atBottom, jumpToNewest, onScroll }
}
