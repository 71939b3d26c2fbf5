'use client'
import { useEffect } from 'react'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { moment } from '#app/_ui/time-text.ts'

/** In the margin, or behind the author's name; a time within the text says everything itself. */
const SENT = ':scope > time, button ~ time'

/** Under the pointer the times of a row tell the whole: worked out only then, for it costs more than the rest of a row. */
export function useWholeTimes(row: Element | null): void {
  const style = useTimeStyle()
  useEffect(() => {
    for (const time of row?.querySelectorAll<HTMLTimeElement>(SENT) ?? []) {
      const at_ms = Date.parse(time.dateTime)
      time.title = moment(at_ms, style, at_ms)
    }
  }, [row, style])
}
