'use client'
import { useEffect, useReducer, useRef, type ComponentType, type ReactNode } from 'react'
import { useToast } from './toast.tsx'

type Missing = {
  /**
   * It could not be fetched, and the reader was told: take back what opened it. Not given for what nobody opened: that
   * is fetched with the next mounting.
   */
  onMissing?: () => void
  /** Stands in its place until it is there. */
  meanwhile?: ReactNode
}

const all: (() => Promise<unknown>)[] = []

/** Fetches every part that nobody has wanted yet: then each opens at once, also without a connection. */
export async function loadParts(): Promise<void> {
  await Promise.allSettled(all.map((load) => load()))
}

/**
 * Something that opens over a page: fetched with `loadParts` once the page stands, or when it is first wanted. Mount it
 * to open it; a press while it is still on its way is not lost. `load` may be called on a mere sign of interest.
 */
export function lazyPart<P extends object>(fetchPart: () => Promise<ComponentType<P>>) {
  let Part: ComponentType<P> | null = null
  const waiting = new Set<() => void>()
  const load = async (): Promise<void> => {
    if (Part) return
    Part = await fetchPart()
    for (const draw of waiting) draw()
  }
  all.push(load)

  function LazyPart({ onMissing, meanwhile = null, ...props }: P & Missing) {
    const [, draw] = useReducer((times: number) => times + 1, 0)
    const toast = useToast()
    const whenMissing = useRef(() => {})
    whenMissing.current = () => {
      if (!onMissing) return
      toast({ tone: 'danger', text: MISSING })
      onMissing()
    }
    useEffect(() => {
      if (Part) return
      waiting.add(draw)
      load().catch(() => waiting.has(draw) && whenMissing.current())
      return () => void waiting.delete(draw)
    }, [])
    return Part ? <Part {...(props as unknown as P)} /> : meanwhile
  }
  return Object.assign(LazyPart, { load })
}

const MISSING = 'This part of the page could not be fetched. Check your connection and try again.'
