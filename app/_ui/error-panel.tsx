import { AlertTriangle } from 'lucide-react'
import { Button } from './button.tsx'

/** What went wrong, why, and a way on. */
export function ErrorPanel({
  title,
  reason,
  onRetry,
}: {
  title: string
  reason: string
  onRetry?: (() => void) | undefined
}) {
  return (
    <div role="alert" className="mx-auto flex max-w-md flex-col items-center gap-2 px-6 py-16 text-center">
      <AlertTriangle size={28} aria-hidden className="mb-1 text-danger" />
      <h2 className="text-lead font-semibold">{title}</h2>
      <p className="text-muted text-pretty">{reason}</p>
      {onRetry && (
        <Button className="mt-3" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}
