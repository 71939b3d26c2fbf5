'use client'
import { usePathname, useRouter } from 'next/navigation'
import { useEffect } from 'react'
import type { WorkspaceId } from '#server/domain/ids.ts'
import { workspaceOfPath } from '#app/_client/paths.ts'
import { WorkspaceClientProvider } from '#app/_client/react/provider.tsx'
import { useWorkspaceQuery, WorkspaceInfoProvider } from '#app/_client/react/workspace-info.tsx'
import { domainErrorOf, lostWords } from '#app/_client/refusals.ts'
import { EmptyState } from '#app/_ui/empty-state.tsx'
import { ErrorPanel } from '#app/_ui/error-panel.tsx'
import { buttonLook } from '#app/_ui/button.tsx'
import { TimeStyleProvider } from '#app/_ui/time-style.tsx'
import { Shell } from './shell.tsx'
import { ShellSkeleton } from './shell-skeleton.tsx'

/** Opens the workspace that the address names, if one belongs to it. */
export function WorkspaceApp() {
  const workspaceId = workspaceOfPath(usePathname())
  if (!workspaceId)
    return (
      <NoWorkspace title="There is no workspace at this address" reason="The link may be incomplete or mistyped." />
    )
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
  if (code)
    return (
      <NoWorkspace
        title="You have no access to this workspace"
        reason="You may have been removed, or the link belongs to another account."
      />
    )
  return (
    <main className="flex min-h-dvh items-center justify-center">
      <ErrorPanel title="The workspace could not be opened" reason={lostWords(error)} onRetry={() => void ask()} />
    </main>
  )
}

const NoWorkspace = ({ title, reason }: { title: string; reason: string }) => (
  <main className="flex min-h-dvh items-center justify-center">
    <EmptyState
      title={title}
      action={
        <a href="/" className={buttonLook('primary')}>
          Go to your workspace
        </a>
      }
    >
      {reason}
    </EmptyState>
  </main>
)
