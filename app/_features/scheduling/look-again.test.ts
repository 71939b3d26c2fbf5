import { expect, test } from 'vitest'
import { lookAgainIn } from './look-again.ts'

const NOW = 1_796_000_000_000
const due = (in_s: number, status: 'SCHEDULED' | 'FAILED' = 'SCHEDULED') => ({ sendAt: NOW / 1000 + in_s, status })

test('asks again every ten seconds, and sooner once the next message should be gone', () => {
  expect(lookAgainIn([], NOW)).toBe(10_000)
  expect(lookAgainIn([due(60)], NOW)).toBe(10_000)
  expect(lookAgainIn([due(5), due(60)], NOW)).toBe(6_000)
})

test('is never in a hurry about what is late, or about what failed', () => {
  expect(lookAgainIn([due(0)], NOW)).toBe(2_000)
  expect(lookAgainIn([due(-30)], NOW)).toBe(10_000)
  expect(lookAgainIn([due(3, 'FAILED')], NOW)).toBe(10_000)
  expect(lookAgainIn([due(-30), due(4)], NOW)).toBe(5_000)
})
