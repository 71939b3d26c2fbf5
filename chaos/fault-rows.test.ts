import { expect, test } from 'vitest'
import { createFaultLog, rowsOfStrike } from './fault-rows.ts'

test('whoever dies at a point hits its rows; whoever stands still there was frozen', () => {
  expect(rowsOfStrike({ point: 'after-commit', deed: 'kill' })).toEqual(['F4', 'F7'])
  expect(rowsOfStrike({ point: 'after-commit', deed: 'stall' })).toEqual(['F15'])
})

test('a fault is over when it is first said to be', async () => {
  const log = createFaultLog()
  const isOver = log.add('away', [], Infinity)
  isOver()
  const over_ms = Date.now()
  isOver()
  expect(log.during(over_ms + 1, over_ms + 1_000)).toEqual([])
  expect(log.during(0, over_ms)).toEqual(['away'])
})
