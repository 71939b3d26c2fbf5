/** Where the rows of a timeline lie, from their heights: measured once they were drawn, guessed before. */

/** One line of text under its author's name, in pixels. */
const USUAL_PX = 44

/** `to` is behind the last. */
export type Range = { from: number; to: number }
/** Some rows next to each other, by the first and the last of them. */
export type Rows = { first: string | null; last: string | null; count: number }
/** A place that stays where it is for the reader: this far above the lower edge of that row, in pixels. */
export type Anchor = { key: string; below_px: number }

/** Lower edges of the rows, in pixels from the top of the first. */
export function rowEnds(keys: readonly string[], heights: ReadonlyMap<string, number>): number[] {
  let end = 0
  return keys.map((key) => (end += heights.get(key) ?? USUAL_PX))
}

/** Rows that touch the part between `top_px` and `bottom_px`. */
export function rowsWithin(ends: readonly number[], top_px: number, bottom_px: number): Range {
  const from = firstEndingAfter(ends, top_px)
  let to = from
  while (to < ends.length && (ends[to - 1] ?? 0) < bottom_px) to++
  return { from, to }
}

/** The row at the upper edge. Held by its lower edge: what comes or goes above its text moves nobody's eyes. */
export function anchorAt(keys: readonly string[], ends: readonly number[], top_px: number): Anchor | null {
  const at = firstEndingAfter(ends, top_px)
  const [key, end] = [keys[at], ends[at]]
  return key === undefined || end === undefined ? null : { key, below_px: end - top_px }
}

/** Where the upper edge belongs for the anchor to stay; null when its row is gone. */
export function topOf(anchor: Anchor, keys: readonly string[], ends: readonly number[]): number | null {
  const end = ends[keys.indexOf(anchor.key)]
  return end === undefined ? null : end - anchor.below_px
}

/** When others came between, so many more are drawn at most. */
const MOST_BETWEEN = 40

export const rowsOf = (keys: readonly string[], { from, to }: Range): Rows => ({
  first: keys[from] ?? null,
  last: keys[to - 1] ?? null,
  count: to - from,
})

/** Where the same rows are in another list. Of the rows at one end that are gone, as many take the place. */
export function rangeOf(keys: readonly string[], { first, last, count }: Rows): Range {
  const start = first === null ? -1 : keys.indexOf(first)
  const end = last === null ? -1 : keys.lastIndexOf(last) + 1
  if (start < 0 && end <= 0) return { from: 0, to: 0 }
  const from = start < 0 ? Math.max(0, end - count) : start
  const to = end <= 0 ? Math.min(keys.length, from + count) : end
  return { from: Math.max(from, to - count - MOST_BETWEEN), to: Math.max(from, to) }
}

/**
 * The next step from the rows that are drawn to those that are wanted: what can be seen at once, of the rest only a few
 * at each end, so that no frame has to draw many.
 * @param seen lies within `wanted`
 */
export function stepTowards(wanted: Range, drawn: Range, seen: Range, atOnce: number): Range {
  const meets = drawn.from < seen.to && drawn.to > seen.from
  if (!meets) return seen
  return {
    from: Math.max(wanted.from, Math.min(seen.from, drawn.from - atOnce)),
    to: Math.min(wanted.to, Math.max(seen.to, drawn.to + atOnce)),
  }
}

export const covers = (outer: Range, inner: Range): boolean => outer.from <= inner.from && outer.to >= inner.to

function firstEndingAfter(ends: readonly number[], top_px: number): number {
  let low = 0
  for (let high = ends.length; low < high;) {
    const middle = (low + high) >> 1
    if ((ends[middle] ?? 0) > top_px) high = middle
    else low = middle + 1
  }
  return Math.min(low, Math.max(0, ends.length - 1))
}
