'use client'
import type { ReactNode } from 'react'
import { useTheme } from './_ui/theme.ts'
import { ToastProvider } from './_ui/toast.tsx'
import { TooltipLayer } from './_ui/tooltip-layer.tsx'

/** What every page needs around it. */
export function Providers({ children }: { children: ReactNode }) {
  useTheme()
  return (
    <>
      <ToastProvider>{children}</ToastProvider>
      <TooltipLayer />
    </>
  )
}
