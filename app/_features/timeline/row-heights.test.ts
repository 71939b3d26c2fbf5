import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anchorAt, rowEnds, rowsWithin, topOf } from './row-heights.ts'

const KEYS = ['a', 'b', 'c', 'd']
const HEIGHTS = new Map([
  ['a', 10],
  ['b', 100],
  ['c', 30],
  ['d', 60],
])
const ENDS = rowEnds(KEYS, HEIGHTS)

describe('where rows lie', () => {
  it('ends add up, and a row that was never drawn counts as an ordinary one', () => {
    expect(ENDS).toEqual([10, 110, 140, 200])
    expect(rowEnds(['a', 'new', 'b'], HEIGHTS)).toEqual([10, 54, 154])
  })

  it('draws every row that shows a pixel, and none that touches only the edge', () => {
    expect(rowsWithin(ENDS, 10, 110)).toEqual({ from: 1, to: 2 })
    expect(rowsWithin(ENDS, 9, 111)).toEqual({ from: 0, to: 3 })
    expect(rowsWithin(ENDS, -500, 5)).toEqual({ from: 0, to: 1 })
    expect(rowsWithin(ENDS, 150, 900)).toEqual({ from: 3, to: 4 })
    expect(rowsWithin([], 0, 100)).toEqual({ from: 0, to: 0 })
  })

  it('whatever becomes of the heights and of what is above, the lower edge of the anchor’s row stays for the reader', () => {
    const height = fc.integer({ min: 1, max: 500 })
    const rows = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(rows, rows, fc.array(height, { maxLength: 60 }), fc.nat(9_000), (before, older, sizes, top_px) => {
        const heights = new Map([...older, ...before].map((key, i) => [key, sizes[i] ?? 44]))
        const guessed = rowEnds(before, new Map())
        const top = Math.min(top_px, (guessed.at(-1) ?? 0) - 1)
        const anchor = anchorAt(before, guessed, top)
        if (!anchor) throw new Error('there are rows')
        const later = [...older.filter((key) => !before.includes(key)), ...before]
        const ends = rowEnds(later, heights)
        const newTop = topOf(anchor, later, ends)
        const lowerEdge = (keys: string[], at: number[], from: number) => (at[keys.indexOf(anchor.key)] ?? NaN) - from
        expect(lowerEdge(later, ends, newTop ?? NaN)).toBe(lowerEdge(before, guessed, top))
      }),
    )
  })

  it('an anchor whose row is gone holds nothing', () => {
    const anchor = anchorAt(KEYS, ENDS, 50)
    expect(anchor).toEqual({ key: 'b', below_px: 60 })
    expect(topOf({ key: 'gone', below_px: 5 }, KEYS, ENDS)).toBeNull()
  })
})
