'use client'
import { useState, type ReactNode } from 'react'
import { Button } from './button.tsx'

/** So many at first, and so many more with each press. */
const PAGE = 60

type Props<T> = { label: string; items: readonly T[]; className?: string; children: (item: T) => ReactNode }

/** A list of which only the beginning is drawn until more is asked for: thousands of lines would make a page slow. */
export function LongList<T>({ label, items, className, children }: Props<T>) {
  const [shown, setShown] = useState(PAGE)
  const left = items.length - shown
  return (
    <>
      <ul aria-label={label} className={className}>
        {items.slice(0, shown).map(children)}
      </ul>
      {left > 0 && (
        <Button look="quiet" onClick={() => setShown(shown + PAGE)} className="mt-2 w-full text-muted tabular-nums">
          Show {Math.min(PAGE, left)} more of {left}
        </Button>
      )}
    </>
  )
}
