import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anchorAt, rangeOf, rowEnds, rowsOf, rowsWithin, stepTowards, topOf, type Range } from './row-heights.ts'

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

describe('which rows are drawn', () => {
  const LIST = Array.from('abcdefghij')

  it('the same rows are found again, whatever came above or below them', () => {
    const rows = rowsOf(LIST, { from: 3, to: 6 })
    expect(rows).toEqual({ first: 'd', last: 'f', count: 3 })
    expect(rangeOf(['x', 'y', ...LIST, 'z'], rows)).toEqual({ from: 5, to: 8 })
  })

  it('where one end is gone, as many rows as before are drawn from the other', () => {
    const rows = rowsOf(LIST, { from: 3, to: 6 })
    expect(rangeOf(Array.from('abcefghij'), rows)).toEqual({ from: 2, to: 5 })
    expect(rangeOf(Array.from('abcdeghij'), rows)).toEqual({ from: 3, to: 6 })
    expect(rangeOf(Array.from('efghij'), rows)).toEqual({ from: 0, to: 2 })
  })

  it('of a list that has none of them nothing is drawn, and nothing of an empty one', () => {
    expect(rangeOf(Array.from('xyz'), rowsOf(LIST, { from: 3, to: 6 }))).toEqual({ from: 0, to: 0 })
    expect(rangeOf(LIST, rowsOf([], { from: 0, to: 0 }))).toEqual({ from: 0, to: 0 })
  })

  it('hundreds that came between two drawn rows are not all drawn at once', () => {
    const between = Array.from({ length: 500 }, (_, i) => `new ${i}`)
    const { from, to } = rangeOf([...'abcde', ...between, ...'fghij'], rowsOf(LIST, { from: 3, to: 6 }))
    expect(to).toBe(506)
    expect(to - from).toBeLessThan(60)
  })

  it('what is in sight is drawn at once, and each frame a few more, until all that is wanted is there', () => {
    const end = fc.nat(200)
    const range = fc.tuple(end, end).map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }))
    fc.assert(
      fc.property(range, range, end, end, fc.integer({ min: 1, max: 9 }), (wanted, drawn, a, b, atOnce) => {
        const within = (n: number) => wanted.from + (n % (wanted.to - wanted.from + 1))
        const seen = { from: Math.min(within(a), within(b)), to: Math.max(within(a), within(b)) }
        if (seen.from === seen.to) return
        const fresh = (next: Range, before: Range) =>
          Array.from({ length: next.to - next.from }, (_, i) => next.from + i).filter(
            (row) => (row < before.from || row >= before.to) && (row < seen.from || row >= seen.to),
          ).length
        let now = drawn
        for (let frames = 0; now.from !== wanted.from || now.to !== wanted.to; frames++) {
          const next = stepTowards(wanted, now, seen, atOnce)
          expect(next.from).toBeLessThanOrEqual(seen.from)
          expect(next.to).toBeGreaterThanOrEqual(seen.to)
          expect(fresh(next, now)).toBeLessThanOrEqual(2 * atOnce)
          expect(frames).toBeLessThan(210)
          now = next
        }
      }),
    )
  })
})
