/** Where the rows of a timeline lie, from their heights: measured once they were drawn, guessed before. */

/** One line of text under its author's name, in pixels. */
const USUAL_PX = 44

export type Range = { from: number; to: number }
/** A place that stays where it is for the reader: this far above the lower edge of that row, in pixels. */
export type Anchor = { key: string; below_px: number }

/** Lower edges of the rows, in pixels from the top of the first. */
export function rowEnds(keys: readonly string[], heights: ReadonlyMap<string, number>): number[] {
  let end = 0
  return keys.map((key) => (end += heights.get(key) ?? USUAL_PX))
}

/** Rows that touch the part between `top_px` and `bottom_px`; `to` is behind the last. */
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

function firstEndingAfter(ends: readonly number[], top_px: number): number {
  let low = 0
  for (let high = ends.length; low < high;) {
    const middle = (low + high) >> 1
    if ((ends[middle] ?? 0) > top_px) high = middle
    else low = middle + 1
  }
  return Math.min(low, Math.max(0, ends.length - 1))
}
