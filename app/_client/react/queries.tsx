'use client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { answeredByServer } from '../refusals.ts'

/**
 * For pages and dialogs that ask the server by React Query; all of a browser share one memory of answers. The room draws
 * from the device's store and does without, so that this is not part of its first load.
 */
export function Queries({ children }: { children: ReactNode }) {
  // On the server every page has its own: one person's answers are not another's.
  const [queries] = useState(() => (typeof window === 'undefined' ? createQueries() : (ofBrowser ??= createQueries())))
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>
}

let ofBrowser: QueryClient | null = null

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
