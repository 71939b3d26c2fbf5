'use client'
import { ErrorPanel } from './_ui/error-panel.tsx'

export default function PageError({ reset }: { error: Error; reset: () => void }) {
  return (
    <main className="flex min-h-dvh items-center justify-center">
      <ErrorPanel
        title="This page could not be shown"
        reason="Something failed while drawing it. Your drafts and messages are safe on this device."
        onRetry={reset}
      />
    </main>
  )
}
