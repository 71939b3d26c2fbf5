import { expect, test } from 'vitest'
import { NoInstant, readInstant } from './read-instant.ts'

test.each([
  ['1770000000', 1_770_000_000],
  [' 1770000000 ', 1_770_000_000],
  ['0', 0],
  ['99999999999', 99_999_999_999],
])('%s is read as seconds', (text, instant) => {
  expect(readInstant(text)).toBe(instant)
})

test.each([
  ['1770000000000', /looks like milliseconds.*try 1770000000\.$/],
  ['1770000000000000', /looks like microseconds.*try 1770000000\.$/],
  ['1770000000000000000', /looks like nanoseconds.*try 1770000000\.$/],
  ['1770000000.000200', /has a fraction.*Try 1770000000\.$/],
  ['-5', /before 1970/],
  ['100000000000', /beyond the year 5138/],
  ['1e9', /is no instant/],
  ['0x10', /is no instant/],
  ['tomorrow', /is no instant/],
  ['2026-12-01', /is no instant/],
  ['', /No instant was given/],
])('%s is refused, with what it looks like and what to give instead', (text, words) => {
  expect(() => readInstant(text)).toThrow(NoInstant)
  expect(() => readInstant(text)).toThrow(words)
})
