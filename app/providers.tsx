'use client'
import type { ReactNode } from 'react'
import { useTheme } from './_ui/theme.ts'
import { ToastProvider } from './_ui/toast.tsx'

/** What every page needs around it. */
export function Providers({ children }: { children: ReactNode }) {
  useTheme()
  return <ToastProvider>{children}</ToastProvider>
}
