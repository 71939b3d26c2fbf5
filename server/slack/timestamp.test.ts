import { expect, test } from 'vitest'
import { formatTs, parseTs } from './timestamp.ts'

test.each([
  ['1800000000000001', '1800000000.000001'],
  ['1800000000000000', '1800000000.000000'],
  ['1', '0.000001'],
])('%s microseconds are written %s and read back', (us, ts) => {
  expect(formatTs(us)).toBe(ts)
  expect(parseTs(ts)).toBe(BigInt(us))
})

test.each([
  ['1800000000', 1_800_000_000_000_000n],
  ['1800000000.5', 1_800_000_000_500_000n],
  ['0', 0n],
])('a bound %s is taken', (ts, us) => expect(parseTs(ts)).toBe(us))

test.each(['', 'now', '-1', '1.2.3', '1800000000.1234567', '180000000000', '1e9', '0x10'])('%s is refused', (ts) => {
  expect(parseTs(ts)).toBeNull()
})
