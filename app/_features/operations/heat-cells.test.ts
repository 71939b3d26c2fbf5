import { expect, test } from 'vitest'
import { cellPaths, levelOf, MISSING } from './heat-cells.ts'

test.each([
  [null, 10, MISSING],
  [0, 0, 0],
  [0, 10, 0],
  [1, 1, 4],
  [1, 1_000, 1],
  [250, 1_000, 1],
  [251, 1_000, 2],
  [1_000, 1_000, 4],
])('a cell of %s where the most is %d has level %d', (rows, most, level) => {
  expect(levelOf(rows, most)).toBe(level)
})

test('every cell is drawn once, at its lane and quarter of an hour', () => {
  const paths = cellPaths(
    [
      [0, 3],
      [null, 3],
    ],
    3,
  )
  expect(new Map(paths.map(({ level, d }) => [level, d]))).toEqual(
    new Map([
      [0, 'M0 0h1v1h-1z'],
      [4, 'M1 0h1v1h-1zM1 1h1v1h-1z'],
      [MISSING, 'M0 1h1v1h-1z'],
    ]),
  )
})
