'use client'
import { useEffect, useRef, type ReactNode } from 'react'

/** The head of a page within the workspace. Takes the focus, so that a screen reader says where one has come to. */
export function PageHeader({ title, leading, children }: { title: string; leading?: ReactNode; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <header className="flex h-(--header) shrink-0 items-center gap-2 border-b border-line bg-surface pr-4 pl-2 sm:pl-6">
      {leading}
      <h1 ref={heading} tabIndex={-1} className="min-w-0 flex-1 truncate text-lead font-semibold outline-none">
        {title}
      </h1>
      {children}
    </header>
  )
}
