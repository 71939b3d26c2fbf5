import { expect, test } from 'vitest'
import { quantilesOf, round, spreadOf } from './statistics.ts'

test('a quantile is a value that was measured', () => {
  const values = Array.from({ length: 100 }, (_, i) => 100 - i)
  expect(quantilesOf(values)).toEqual({ count: 100, min: 1, p50: 50, p95: 95, p99: 99, max: 100 })
  expect(quantilesOf([7])).toEqual({ count: 1, min: 7, p50: 7, p95: 7, p99: 7, max: 7 })
})

test('nothing measured is no figure, not zero', () => {
  expect(quantilesOf([]).p50).toBeNaN()
  expect(spreadOf([]).median).toBeNaN()
})

test('the median of an even number lies between the middle two', () => {
  expect(spreadOf([4, 1, 3, 2])).toEqual({ median: 2.5, min: 1, max: 4 })
  expect(spreadOf([9, 1, 5])).toEqual({ median: 5, min: 1, max: 9 })
})

test('small figures keep their digits, large ones lose them', () => {
  expect([0.00123, 12.3456, 123.456, 12_345.6].map(round)).toEqual([0.0012, 12.35, 123.5, 12_346])
})
