import { FULL_LOAD_EVERY_MS, QUEUE_AHEAD_MS } from '#server/domain/operations/rhythm.ts'

/** From nothing to the most in any cell; each is also darker (in the dark, lighter) than the one before. */
export const HEAT_LEVELS = [
  'var(--sunken)',
  'color-mix(in oklab, var(--brass) 30%, var(--sunken))',
  'color-mix(in oklab, var(--brass) 55%, var(--sunken))',
  'color-mix(in oklab, var(--brass) 78%, var(--sunken))',
  'var(--brass)',
]
export const MISSING = -1
/** The end of the day, which the next hourly load brings. */
export const NOT_YET = -2

/** A load reaches a day ahead, so this much is loaded at any time: beyond it a gap is no fault. */
const ALWAYS_LOADED_S = (QUEUE_AHEAD_MS - FULL_LOAD_EVERY_MS) / 1000

type Cells = readonly (readonly (number | null)[])[]

export const isExpected = (column: number, cell_s: number): boolean => (column + 1) * cell_s <= ALWAYS_LOADED_S

/** The level of a cell: 0 empty, the others in four even parts of the most; -1 where it is not loaded. */
export function levelOf(rows: number | null, most: number): number {
  if (rows === null) return MISSING
  return rows === 0 ? 0 : Math.min(4, Math.max(1, Math.ceil((rows / most) * 4)))
}

/** One path per level, a square of 1 for each cell: 1,536 elements would be slow to draw, six are not. */
export function cellPaths(lanes: Cells, most: number, cell_s: number): { level: number; d: string }[] {
  const paths = new Map<number, string[]>()
  lanes.forEach((cells, lane) => {
    cells.forEach((rows, column) => {
      const level = rows === null && !isExpected(column, cell_s) ? NOT_YET : levelOf(rows, most)
      const squares = paths.get(level) ?? []
      squares.push(`M${column} ${lane}h1v1h-1z`)
      paths.set(level, squares)
    })
  })
  return [...paths].map(([level, squares]) => ({ level, d: squares.join('') }))
}
