import type { ReactNode } from 'react'
import { Button } from './button.tsx'

/** What went wrong in a part of a page, why, and a way on, where a whole panel would be too loud. */
export function ErrorLine({ onRetry, children }: { onRetry: () => void; children: ReactNode }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-2 text-muted">
      <p className="min-w-0 text-pretty">{children}</p>
      <Button look="quiet" className="text-brass" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
