'use client'
import { Tabs as Base } from '@base-ui/react/tabs'
import { useEffect, useRef, type ReactNode } from 'react'
import { CountBadge } from './count-badge.tsx'

export type Tab<T extends string> = { value: T; label: string; count?: number; alarming?: boolean }

type Props<T extends string> = {
  label: string
  tabs: Tab<T>[]
  value: T
  onChange: (value: T) => void
  children: ReactNode
}

/** Arrow keys move between tabs; the panel of the chosen one is `children`. */
export function Tabs<T extends string>({ label, tabs, value, onChange, children }: Props<T>) {
  const list = useRef<HTMLDivElement>(null)
  const counts = tabs.map(({ count }) => count ?? 0).join()
  // On a narrow screen the chosen one may lie beyond the edge.
  useEffect(() => {
    const box = list.current
    const tab = box?.querySelector<HTMLElement>(`[data-tab="${value}"]`)
    // Along its own line alone: the page stays where it is.
    if (box && tab) box.scrollLeft = tab.offsetLeft - (box.clientWidth - tab.offsetWidth) / 2
  }, [value, counts])
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(next as T)} className="flex min-h-0 flex-1 flex-col">
      <Base.List
        ref={list}
        aria-label={label}
        className="relative flex shrink-0 gap-1 overflow-x-auto border-b border-line px-4 sm:px-6"
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            data-tab={tab.value}
            className="flex min-h-(--touch) items-center gap-2 rounded-t-small px-2.5 py-2 font-medium whitespace-nowrap text-muted -outline-offset-2 hover:text-ink data-[active]:text-ink"
          >
            {tab.label}
            {tab.count !== undefined && tab.count > 0 && (
              <CountBadge count={tab.count} alarming={tab.alarming ?? false} />
            )}
          </Base.Tab>
        ))}
        <Base.Indicator className="absolute bottom-0 left-0 h-0.5 w-(--active-tab-width) translate-x-(--active-tab-left) rounded-full bg-brass transition-all duration-(--calm) ease-calm" />
      </Base.List>
      <Base.Panel value={value} className="scroll-calm min-h-0 flex-1 -outline-offset-2">
        {children}
      </Base.Panel>
    </Base.Root>
  )
}
