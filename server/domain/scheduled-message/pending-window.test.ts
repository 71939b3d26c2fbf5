import { expect, test } from 'vitest'
import type { EpochSeconds, Seconds } from '../time/units.ts'
import { fullestWindow } from './pending-window.ts'

const at = 1_800_000_000 as EpochSeconds
const window_s = 300 as Seconds
const fullest = (...entries: [number, number][]) =>
  fullestWindow(new Map(entries.map(([offset, pending]) => [at + offset, pending])), at, window_s)

test.each<[string, [number, number][], number]>([
  ['nothing waits', [], 0],
  ['the same second counts', [[0, 30]], 30],
  ['299 s before is the same stretch', [[-299, 7]], 7],
  ['300 s before is another', [[-300, 7]], 0],
  ['299 s after is the same stretch', [[299, 7]], 7],
  ['300 s after is another', [[300, 7]], 0],
  [
    'before and after count together only within one stretch',
    [
      [-299, 20],
      [299, 20],
    ],
    20,
  ],
  [
    'a stretch that begins before and ends after',
    [
      [-100, 20],
      [199, 10],
    ],
    30,
  ],
])('%s', (_, entries, expected) => expect(fullest(...entries)).toBe(expected))
