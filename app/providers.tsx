'use client'
import { Tooltip } from '@base-ui/react/tooltip'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { answeredByServer } from './_client/words.ts'
import { useTheme } from './_ui/theme.ts'
import { ToastProvider } from './_ui/toast.tsx'

/** What every page needs around it. */
export function Providers({ children }: { children: ReactNode }) {
  useTheme()
  const [queries] = useState(createQueries)
  return (
    <QueryClientProvider client={queries}>
      <Tooltip.Provider delay={400}>
        <ToastProvider>{children}</ToastProvider>
      </Tooltip.Provider>
    </QueryClientProvider>
  )
}

/** An answer from the server is final; only a lost question is asked again. */
const createQueries = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 10_000,
        retry: (failures, error) => failures < 2 && !answeredByServer(error),
      },
      mutations: { networkMode: 'always' },
    },
  })
