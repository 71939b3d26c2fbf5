'use client'
import type { ReactNode } from 'react'
import { failureWords } from '#app/_client/words.ts'
import { ErrorLine } from '#app/_ui/error-line.tsx'
import { ErrorPanel } from '#app/_ui/error-panel.tsx'

type Props<Data> = {
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown }
  children: (data: Data) => ReactNode
}

/** What a question was answered with; where it was not, why. An answer that could not be renewed is shown as the last one. */
export function Answered<Data extends object>({ query: { data, error, refetch }, children }: Props<Data>) {
  const retry = () => void refetch()
  if (data) {
    return (
      <>
        {error && <ErrorLine onRetry={retry}>These are the last that could be read. {failureWords(error)}</ErrorLine>}
        {children(data)}
      </>
    )
  }
  if (error) return <ErrorPanel title="Not loaded" reason={failureWords(error)} onRetry={retry} />
  return (
    <p role="status" className="py-16 text-center text-muted">
      Loading…
    </p>
  )
}
