'use client'
import { partOfTime, type PartName } from './part-of-time.ts'
import { useTimeStyle } from './time-style.tsx'
import { useTick } from './use-tick.ts'

type Props = {
  at_ms: number
  pieces: readonly ({ words: string } | { part: PartName })[]
  /** As its author saw it; told under the pointer. */
  original: string
  now: () => number
}

/** A time in a text, on the reader's clock. */
export function TimeMark({ at_ms, pieces, original, now }: Props) {
  const style = useTimeStyle()
  const now_ms = useTick(now, 60_000)
  return (
    <time
      dateTime={new Date(at_ms).toISOString()}
      title={`Written as ${original}`}
      className="time rounded-small bg-brass-soft px-1 font-medium whitespace-nowrap"
    >
      {pieces.map((piece) => ('part' in piece ? partOfTime(piece.part, at_ms, style, now_ms) : piece.words)).join('')}
    </time>
  )
}
