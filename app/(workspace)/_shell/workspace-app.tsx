'use client'
import { usePathname, useRouter } from 'next/navigation'
import { lazy, Suspense, useEffect } from 'react'
import type { WorkspaceId } from '#server/domain/ids.ts'
import { workspaceOfPath } from '#app/_client/paths.ts'
import { WorkspaceClientProvider } from '#app/_client/react/provider.tsx'
import { useWorkspaceQuery, WorkspaceInfoProvider } from '#app/_client/react/workspace-info.tsx'
import { domainErrorOf, lostWords } from '#app/_client/refusals.ts'
import { ErrorPanel } from '#app/_ui/error-panel.tsx'
import { TimeStyleProvider } from '#app/_ui/time-style.tsx'
import { Shell } from './shell.tsx'
import { ShellSkeleton } from './shell-skeleton.tsx'

/** Opens the workspace that the address names, if one belongs to it. */
export function WorkspaceApp() {
  const workspaceId = workspaceOfPath(usePathname())
  if (!workspaceId) return <Without because="nowhere" />
  return <Workspace key={workspaceId} workspaceId={workspaceId} />
}

function Workspace({ workspaceId }: { workspaceId: WorkspaceId }) {
  const router = useRouter()
  const { info, error, ask } = useWorkspaceQuery(workspaceId)
  const code = domainErrorOf(error)?.code
  const signedOut = code === 'not_signed_in'
  useEffect(() => {
    if (signedOut) router.replace(`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`)
  }, [signedOut, router])
  if (info && !code) {
    return (
      <WorkspaceInfoProvider info={info} refresh={ask}>
        <WorkspaceClientProvider workspaceId={info.workspaceId} memberId={info.me.memberId}>
          <TimeStyleProvider zone={info.me.zone}>
            <Shell />
          </TimeStyleProvider>
        </WorkspaceClientProvider>
      </WorkspaceInfoProvider>
    )
  }
  if (signedOut || !error) return <ShellSkeleton />
  if (code) return <Without because="refused" />
  return (
    <main className="flex min-h-dvh items-center justify-center">
      <ErrorPanel title="The workspace could not be opened" reason={lostWords(error)} onRetry={() => void ask()} />
    </main>
  )
}

/** Fetched when the server has said so: few ever see it. */
const NoWorkspace = lazy(() => import('./no-workspace.tsx').then((m) => ({ default: m.NoWorkspace })))
const Without = (props: { because: 'nowhere' | 'refused' }) => (
  <Suspense fallback={<ShellSkeleton />}>
    <NoWorkspace {...props} />
  </Suspense>
)
