'use client'
import { useCallback, useRef } from 'react'

/**
 * The same content keeps its token until it is known to have arrived: if only the answer was lost, asking again finds
 * what was made instead of making a second one.
 */
export function useRetryToken() {
  const held = useRef<{ content: string; value: string } | null>(null)
  return useCallback((content: string) => {
    if (held.current?.content !== content) held.current = { content, value: crypto.randomUUID() }
    const { value } = held.current
    return {
      value,
      spend: () => {
        held.current = null
      },
    }
  }, [])
}
