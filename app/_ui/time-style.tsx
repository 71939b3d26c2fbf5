'use client'
import { createContext, use, useMemo, type ReactNode } from 'react'
import { useDeviceChoice } from './device-choice.ts'
import type { TimeStyle } from './time-text.ts'

const CLOCKS = ['auto', '12', '24'] as const
export type Clock = (typeof CLOCKS)[number]

const TimeStyleContext = createContext<TimeStyle | null>(null)

/** How this reader sees times: in the zone they belong to, on the clock they like. */
export function TimeStyleProvider({ zone, children }: { zone: string; children: ReactNode }) {
  const [clock] = useClock()
  const style = useMemo(() => ({ zone, hour12: clock === 'auto' ? browserPrefers12() : clock === '12' }), [zone, clock])
  return <TimeStyleContext value={style}>{children}</TimeStyleContext>
}

export function useTimeStyle(): TimeStyle {
  const style = use(TimeStyleContext)
  if (!style) throw new Error('useTimeStyle needs a TimeStyleProvider above it')
  return style
}

export const useClock = (): [Clock, (clock: Clock) => void] => useDeviceChoice('carillon:clock', CLOCKS, 'auto')

const browserPrefers12 = (): boolean =>
  new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hour12 ?? true
