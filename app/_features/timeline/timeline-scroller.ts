import { anchorAt, covers, rowEnds, rowsWithin, stepTowards, topOf, type Anchor, type Range } from './row-heights.ts'

/** So close to the end counts as being there, in pixels. */
const NEAR_PX = 96
/** More is asked for this long before the edge is reached, in pixels. */
const AHEAD_PX = 1_200
/** Drawn beyond both edges of the box, in pixels. */
const BESIDE_PX = 480
/** While so much is left of it nothing is drawn: a few rows at a time cost less than each by itself. */
const ENOUGH_PX = 240
/** Rows out of sight that are drawn in one frame, at each end. */
const ROWS_AT_ONCE = 3
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
}
type Shown = {
  keys: readonly string[]
  range: Range
  /** The newest message is in sight, or nearly. */
  atEnd: boolean
}
type List = { keys: readonly string[]; range: Range; atNewest: boolean }
type Wants = {
  /** `atOnce`: in the frame that is being made, because rows that are in sight by now are missing. */
  draw: (shown: Shown, atOnce: boolean) => void
  nearStart: () => void
  nearEnd: () => void
}
export type Scroller = ReturnType<typeof createScroller>

/**
 * Says which rows to draw, and keeps the reader where they are: at the newest while they are there, and on the same
 * message when others come above or below it or turn out higher than guessed. What is corrected while they scroll moves
 * the rows, not the scroll position: writing that would end a swipe. It is made good when they stop.
 *
 * Each row is placed by itself: one that comes or goes neither moves nor paints the others anew.
 * Where the box stands is read when it has scrolled or was made to, not after rows were drawn: then the browser would
 * have to lay them out at once, and again in the same frame when they have been placed.
 */
export function createScroller({ box, space }: Parts, { draw, nearStart, nearEnd }: Wants) {
  const heights = new Map<string, number>()
  /** Those that are drawn. */
  const rows = new Map<string, HTMLElement>()
  let list: List = { keys: [], range: { from: 0, to: 0 }, atNewest: true }
  let ends: number[] = []
  /** All rows stand so much lower than their heights say. */
  let drift_px = 0
  let stuck = true
  let anchor: Anchor | null = null
  let still: ReturnType<typeof setTimeout> | undefined
  /** Rows beside what can be seen are being drawn, a few with each frame. */
  let growing = false
  let nextStep = 0
  let scrolled_px = box.scrollTop
  let box_px = box.clientHeight
  let space_px = 0

  const top = () => scrolled_px - drift_px
  const below = () => Math.max(space_px, box_px) - scrolled_px - box_px

  function place(): void {
    const end = ends.at(-1)
    // Empty it takes no room, so that nothing is seen to move when the first rows come.
    space_px = end === undefined ? 0 : end + drift_px + END_PX
    space.style.height = `${space_px}px`
    for (let at = list.range.from; at < list.range.to; at++) {
      const row = rows.get(list.keys[at] ?? '')
      const upper = `${(ends[at - 1] ?? 0) + drift_px}px`
      if (row && row.style.top !== upper) row.style.top = upper
    }
  }

  /** At the end the page is laid out anyway, to stay there: then what is new needs no guess and nothing is seen to jump. */
  function measureNew(): boolean {
    let found = false
    for (const [key, row] of rows) {
      if (heights.has(key)) continue
      const { height } = row.getBoundingClientRect()
      if (height > 0) heights.set(key, height)
      found = true
    }
    return found
  }

  function scrollTo(px: number): void {
    box.scrollTop = px
    scrolled_px = box.scrollTop
  }

  function settle(): void {
    clearTimeout(still)
    if (drift_px === 0) return
    const wanted = top()
    drift_px = 0
    place()
    scrollTo(wanted)
  }

  /** After anything that changes where rows lie. */
  function lay(): void {
    ends = rowEnds(list.keys, heights)
    if (stuck) drift_px = 0
    else {
      anchor ??= anchorAt(list.keys, ends, top())
      drift_px = scrolled_px - ((anchor && topOf(anchor, list.keys, ends)) ?? top())
    }
    place()
    if (stuck) scrollTo(space_px)
    else settleSoon()
    look()
  }

  function settleSoon(): void {
    clearTimeout(still)
    // At the upper edge there is no room to put it off.
    if (Math.min(top(), scrolled_px) < BESIDE_PX) settle()
    else still = setTimeout(settle, STILL_MS)
  }

  function look(hasScrolled = false): void {
    cancelAnimationFrame(nextStep)
    const around = (px: number) => rowsWithin(ends, top() - px, top() + box_px + px)
    const wanted = around(BESIDE_PX)
    growing ||= !covers(list.range, around(ENOUGH_PX))
    const range = growing ? stepTowards(wanted, list.range, around(0), ROWS_AT_ONCE) : list.range
    const atOnce = hasScrolled && !covers(list.range, around(0))
    draw({ keys: list.keys, range, atEnd: list.atNewest && below() < NEAR_PX }, atOnce)
    growing &&= !covers(range, wanted)
    if (growing) nextStep = requestAnimationFrame(() => look())
  }

  function askForMore(): void {
    if (top() < AHEAD_PX) nearStart()
    if (below() < AHEAD_PX) nearEnd()
  }

  function onScroll(): void {
    scrolled_px = box.scrollTop
    stuck = list.atNewest && below() < NEAR_PX
    anchor = stuck ? null : anchorAt(list.keys, ends, top())
    if (drift_px !== 0) settleSoon()
    look(true)
    askForMore()
  }

  const sizes = new ResizeObserver((entries) => {
    let changed = false
    for (const { target, borderBoxSize } of entries) {
      const key = (target as HTMLElement).dataset.key
      const height = borderBoxSize[0]?.blockSize
      // No key: the box itself.
      if (key === undefined) {
        box_px = height ?? box_px
        changed = true
      } else if (height !== undefined && height > 0 && heights.get(key) !== height) {
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
      const sameRows = next.keys === list.keys && next.atNewest === list.atNewest
      list = next
      if (!list.atNewest) stuck = false
      if (stuck && measureNew()) return lay()
      if (sameRows) return place()
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
      const { key = '' } = row.dataset
      rows.set(key, row)
      sizes.observe(row)
      return () => {
        sizes.unobserve(row)
        if (rows.get(key) === row) rows.delete(key)
      }
    },
    stop(): void {
      clearTimeout(still)
      cancelAnimationFrame(nextStep)
      sizes.disconnect()
      box.removeEventListener('scroll', onScroll)
    },
  }
}
