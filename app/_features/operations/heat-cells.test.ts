import { expect, test } from 'vitest'
import { cellPaths, levelOf, MISSING, NOT_YET } from './heat-cells.ts'

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

test('every cell is drawn once, at its lane and time', () => {
  const lanes = [
    [0, 3],
    [null, 3],
  ]
  expect(new Map(cellPaths(lanes, 3, 900).map(({ level, d }) => [level, d]))).toEqual(
    new Map([
      [0, 'M0 0h1v1h-1z'],
      [4, 'M1 0h1v1h-1zM1 1h1v1h-1z'],
      [MISSING, 'M0 1h1v1h-1z'],
    ]),
  )
})

test('what the next hourly load brings is not called missing', () => {
  const day = Array.from({ length: 24 }, () => null)
  const levels = new Map(cellPaths([day], 0, 3_600).map(({ level, d }) => [level, d.split('M').length - 1]))
  expect(levels).toEqual(
    new Map([
      [MISSING, 23],
      [NOT_YET, 1],
    ]),
  )
})
