'use client'
import { useEffect, useState } from 'react'

/**
 * The time by `read`, kept fresh. Beats fall just after each whole `every_ms` of that clock,
 * so that countdowns change together and on the second.
 */
export function useTick(read: () => number, every_ms: number): number {
  const [now, setNow] = useState(read)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const beat = () => {
      const at = read()
      setNow(at)
      timer = setTimeout(beat, every_ms - (at % every_ms) + 5)
    }
    beat()
    return () => clearTimeout(timer)
  }, [read, every_ms])
  return now
}
