'use client'
import { domainErrorOf } from '#app/_client/refusals.ts'
import { failureWords } from '#app/_client/words.ts'
import { Banner } from '#app/_ui/banner.tsx'
import { EmptyState } from '#app/_ui/empty-state.tsx'
import { ErrorPanel } from '#app/_ui/error-panel.tsx'
import { SkeletonRows } from '#app/_ui/skeleton.tsx'
import { ExplainPanel } from './explain-panel.tsx'
import { FailurePanel } from './failure-panel.tsx'
import { Figures } from './figures.tsx'
import { HydrationPanel } from './hydration-panel.tsx'
import { LatenessPanel } from './lateness-panel.tsx'
import { useOperations } from './operations-api.ts'
import { ProcessPanel } from './process-panel.tsx'
import { Verdict } from './verdict.tsx'

/** How the installation runs, live (O2, S8). The server decides who may see it; this only says so kindly. */
export function OperationsPage() {
  const operations = useOperations()
  if (domainErrorOf(operations.error)?.code === 'not_allowed') return <NotAllowed />
  if (!operations.data) {
    return operations.error ? (
      <ErrorPanel
        title="The figures could not be read"
        reason={failureWords(operations.error)}
        onRetry={() => void operations.refetch()}
      />
    ) : (
      <SkeletonRows label="Loading the figures" />
    )
  }
  return (
    <div className="scroll-calm min-h-0 flex-1 bg-wall">
      {operations.error && (
        <Banner tone="warn">These figures are the last that could be read. {failureWords(operations.error)}</Banner>
      )}
      <div className="mx-auto flex w-full max-w-5xl flex-col gap-4 px-3 py-4 sm:px-6 sm:py-6">
        <Verdict operations={operations.data} />
        <Figures operations={operations.data} />
        <LatenessPanel />
        <HydrationPanel />
        <ProcessPanel operations={operations.data} />
        <FailurePanel failures={operations.data.failures} />
        <ExplainPanel />
      </div>
    </div>
  )
}

const NotAllowed = () => (
  <EmptyState title="Operations are for administrators">
    Your role does not allow this page. Ask an administrator of the workspace.
  </EmptyState>
)
