/** The rows of the fault table (docs/reliability.md): which of them a run hit, and how often. */
import type { FaultPoint } from '#server/domain/operations/fault-point.ts'

export type FaultRow = `F${number}`

/**
 * Rows that a long run has to hit, or it proves nothing about them. Missing are F27 to F29 and F31, which name things this
 * version does not have, and F32, whose fault is a decision of a government: its test has two versions of a zone.
 */
export const ROWS_OF_A_LONG_RUN: readonly FaultRow[] = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19,
]
  .concat([20, 21, 22, 23, 24, 25, 26, 30, 33])
  .map((number): FaultRow => `F${number}`)

/** Whoever stands still at a point, past its claim and lease, has not died there: it wakes and goes on (F15). */
export const rowsOfStrike = ({ point, deed }: { point: string; deed: 'kill' | 'stall' }): readonly FaultRow[] =>
  deed === 'kill' ? ROWS_OF_POINTS[point as FaultPoint] : ['F15']

const ROWS_OF_POINTS: Record<FaultPoint, readonly FaultRow[]> = {
  'after-claim': ['F1'],
  'before-send': ['F1'],
  'after-lease': ['F2'],
  'before-insert': ['F3'],
  'before-commit': ['F3'],
  'after-commit': ['F4', 'F7'],
  'after-publish': ['F6'],
  'before-settle': ['F4'],
  'accept-before-commit': ['F33'],
  'accept-after-commit': ['F33'],
  'hydrate-mid-load': ['F18'],
  'relay-before-delete': ['F6'],
}

export type FaultLog = {
  total(): number
  /** One fault that began now. @returns says that it is over, where that is not known before; the first time counts */
  add(what: string, rows?: readonly FaultRow[], lasts_ms?: number): () => void
  /** How long the longest of this kind lasted. */
  longest_ms(kind: string): number
  /** Rows hit by the load itself: races with edits and the like. They are no injected faults. */
  hit(row: FaultRow, times: number): void
  rows(): Record<string, number>
  /** Faults that began or lasted in this time. */
  during(from_ms: number, to_ms: number): string[]
  kinds(): Record<string, number>
}

export function createFaultLog(): FaultLog {
  const rows = new Map<FaultRow, number>()
  const faults: { what: string; from_ms: number; to_ms: number }[] = []
  const hit = (row: FaultRow, times: number) => {
    if (times > 0) rows.set(row, (rows.get(row) ?? 0) + times)
  }
  const number = (row: string) => Number(row.slice(1))
  return {
    total: () => faults.length,
    add(what, itsRows = [], lasts_ms = 0) {
      const fault = { what, from_ms: Date.now(), to_ms: Date.now() + lasts_ms }
      faults.push(fault)
      for (const row of itsRows) hit(row, 1)
      let isOver = false
      return () => {
        if (!isOver) fault.to_ms = Date.now()
        isOver = true
      }
    },
    longest_ms: (kind) =>
      Math.max(0, ...faults.filter(({ what }) => what.startsWith(kind)).map(({ from_ms, to_ms }) => to_ms - from_ms)),
    hit,
    rows: () => Object.fromEntries([...rows].toSorted(([a], [b]) => number(a) - number(b))),
    during: (from_ms, to_ms) =>
      faults.filter((fault) => fault.from_ms <= to_ms && fault.to_ms >= from_ms).map(({ what }) => what),
    kinds: () => {
      const kinds: Record<string, number> = {}
      for (const { what } of faults) kinds[what.split(' ')[0] ?? ''] = (kinds[what.split(' ')[0] ?? ''] ?? 0) + 1
      return kinds
    },
  }
}
