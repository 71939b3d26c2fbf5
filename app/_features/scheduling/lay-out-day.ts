/** Places what stands close together side by side; what finds no room is counted instead of hidden. */
export type Standing = { id: string; top: number }
export type Laid<T> = { item: T; top: number; lane: number; lanes: number }
export type Crowd<T> = { top: number; items: T[]; lane: number; lanes: number }

/**
 * @param height how much of the scale one item covers, in its unit
 * @param most lanes beside each other; where more would be needed, the last is for the count
 */
export function layOutDay<T extends Standing>(
  items: readonly T[],
  height: number,
  most: number,
): { laid: Laid<T>[]; crowds: Crowd<T>[] } {
  const laid: Laid<T>[] = []
  const crowds: Crowd<T>[] = []
  for (const cluster of clustersOf(items, height)) {
    const ends: number[] = []
    const laneOf = cluster.map(({ top }) => {
      const free = ends.findIndex((end) => end <= top)
      const lane = free < 0 ? ends.length : free
      ends[lane] = top + height
      return lane
    })
    const lanes = Math.min(ends.length, most)
    const shown = ends.length > most ? most - 1 : most
    const rest = cluster.filter((_, i) => (laneOf[i] ?? 0) >= shown)
    cluster.forEach((item, i) => {
      const lane = laneOf[i] ?? 0
      if (lane < shown) laid.push({ item, top: item.top, lane, lanes })
    })
    if (rest[0]) crowds.push({ top: rest[0].top, items: rest, lane: shown, lanes })
  }
  return { laid, crowds }
}

/** Runs of items that touch each other. */
function clustersOf<T extends Standing>(items: readonly T[], height: number): T[][] {
  const clusters: T[][] = []
  let end = -Infinity
  for (const item of items.toSorted((a, b) => a.top - b.top)) {
    const last = clusters.at(-1)
    if (last && item.top < end) last.push(item)
    else clusters.push([item])
    end = Math.max(end, item.top + height)
  }
  return clusters
}
