import { anchorAt, rowEnds, rowsWithin, topOf, type Anchor, type Range } from './row-heights.ts'

/** So close to the end counts as being there, in pixels. */
const NEAR_PX = 96
/** More is asked for this long before the edge is reached, in pixels. */
const AHEAD_PX = 1_200
/** Drawn beyond both edges of the box, in pixels. */
const BESIDE_PX = 400
const END_PX = 16
/** Scrolling has ended when nothing moved for so long. */
const STILL_MS = 150
/** Heights of so many rows are remembered, though they have left the list. */
const MOST_HEIGHTS = 2_000

type Parts = {
  /** What scrolls. */
  box: HTMLElement
  /** As high as all rows together. */
  space: HTMLElement
  /** Holds the rows that are drawn, one below the other. */
  block: HTMLElement
}
export type Shown = {
  range: Range
  /** The newest message is in sight, or nearly. */
  atEnd: boolean
}
type List = { keys: readonly string[]; range: Range; atNewest: boolean }
type Wants = { draw: (shown: Shown) => void; nearStart: () => void; nearEnd: () => void }
export type Scroller = ReturnType<typeof createScroller>

/**
 * Says which rows to draw, and keeps the reader where they are: at the newest while they are there, and on the same
 * message when others come above or below it or turn out higher than guessed. What is corrected while they scroll moves
 * the rows, not the scroll position: writing that would end a swipe. It is made good when they stop.
 */
export function createScroller({ box, space, block }: Parts, { draw, nearStart, nearEnd }: Wants) {
  const heights = new Map<string, number>()
  let list: List = { keys: [], range: { from: 0, to: 0 }, atNewest: true }
  let ends: number[] = []
  /** All rows stand so much lower than their heights say. */
  let drift_px = 0
  let stuck = true
  let anchor: Anchor | null = null
  let still: ReturnType<typeof setTimeout> | undefined

  // Rows that are drawn higher than they were guessed must not lengthen what scrolls before they are measured: where the
  // end lies would depend on which rows are drawn, and which rows are drawn on where the end lies.
  space.style.overflowY = 'clip'

  const top = () => box.scrollTop - drift_px
  const below = () => box.scrollHeight - box.scrollTop - box.clientHeight

  function place(): void {
    block.style.top = `${(ends[list.range.from - 1] ?? 0) + drift_px}px`
    space.style.height = `${(ends.at(-1) ?? 0) + drift_px + END_PX}px`
  }

  function settle(): void {
    clearTimeout(still)
    if (drift_px === 0) return
    const wanted = top()
    drift_px = 0
    place()
    box.scrollTop = wanted
  }

  /** After anything that changes where rows lie. */
  function lay(): void {
    ends = rowEnds(list.keys, heights)
    if (stuck) drift_px = 0
    else {
      anchor ??= anchorAt(list.keys, ends, top())
      drift_px = box.scrollTop - ((anchor && topOf(anchor, list.keys, ends)) ?? top())
    }
    place()
    if (stuck) box.scrollTop = box.scrollHeight
    else settleSoon()
    look()
  }

  function settleSoon(): void {
    clearTimeout(still)
    // At the upper edge there is no room to put it off.
    if (Math.min(top(), box.scrollTop) < BESIDE_PX) settle()
    else still = setTimeout(settle, STILL_MS)
  }

  function look(): void {
    const from_px = top()
    const range = rowsWithin(ends, from_px - BESIDE_PX, from_px + box.clientHeight + BESIDE_PX)
    draw({ range, atEnd: list.atNewest && below() < NEAR_PX })
  }

  function askForMore(): void {
    if (top() < AHEAD_PX) nearStart()
    if (below() < AHEAD_PX) nearEnd()
  }

  function onScroll(): void {
    stuck = list.atNewest && below() < NEAR_PX
    anchor = stuck ? null : anchorAt(list.keys, ends, top())
    if (drift_px !== 0) settleSoon()
    look()
    askForMore()
  }

  const sizes = new ResizeObserver((entries) => {
    let changed = false
    for (const { target, borderBoxSize } of entries) {
      const key = (target as HTMLElement).dataset.key
      const height = borderBoxSize[0]?.blockSize
      // No key: the box itself.
      if (key === undefined) changed = true
      else if (height !== undefined && height > 0 && heights.get(key) !== height) {
        heights.set(key, height)
        changed = true
      }
    }
    if (changed) lay()
  })
  sizes.observe(box)
  box.addEventListener('scroll', onScroll, { passive: true })

  return {
    /** What stands in the document now. */
    show(next: List): void {
      list = next
      if (!list.atNewest) stuck = false
      if (heights.size > MOST_HEIGHTS) {
        const kept = new Set(list.keys)
        for (const key of heights.keys()) if (!kept.has(key)) heights.delete(key)
      }
      lay()
    },
    toEnd(): void {
      stuck = true
      anchor = null
      lay()
    },
    askForMore,
    /** @returns stops measuring it */
    measure(row: HTMLElement): () => void {
      sizes.observe(row)
      return () => sizes.unobserve(row)
    },
    stop(): void {
      clearTimeout(still)
      sizes.disconnect()
      box.removeEventListener('scroll', onScroll)
    },
  }
}
