/** From nothing to the most in any cell; each is also darker (in the dark, lighter) than the one before. */
export const HEAT_LEVELS = [
  'var(--sunken)',
  'color-mix(in oklab, var(--brass) 30%, var(--sunken))',
  'color-mix(in oklab, var(--brass) 55%, var(--sunken))',
  'color-mix(in oklab, var(--brass) 78%, var(--sunken))',
  'var(--brass)',
]
export const MISSING = -1

/** The level of a cell: 0 empty, the others in four even parts of the most; -1 where it is not loaded. */
export function levelOf(rows: number | null, most: number): number {
  if (rows === null) return MISSING
  return rows === 0 ? 0 : Math.min(4, Math.max(1, Math.ceil((rows / most) * 4)))
}

/** One path per level, a square of 1 for each cell: 1,536 elements would be slow to draw, six are not. */
export function cellPaths(
  lanes: readonly (readonly (number | null)[])[],
  most: number,
): { level: number; d: string }[] {
  const paths = new Map<number, string[]>()
  lanes.forEach((cells, lane) => {
    cells.forEach((rows, column) => {
      const level = levelOf(rows, most)
      const squares = paths.get(level) ?? []
      squares.push(`M${column} ${lane}h1v1h-1z`)
      paths.set(level, squares)
    })
  })
  return [...paths].map(([level, squares]) => ({ level, d: squares.join('') }))
}
