'use client'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { homePath } from '#app/_client/paths.ts'
import { lastWorkspace } from '#app/_client/react/workspace-info.tsx'
import { trpc } from '#app/_client/trpc.ts'
import { failureWords } from '#app/_client/words.ts'
import { ErrorPanel } from '#app/_ui/error-panel.tsx'
import { Logo } from '#app/_ui/logo.tsx'
import { useSignedIn } from './use-signed-in.ts'

/** On to the workspace this browser was in last, to the first one, or to making one. */
export function HomeRedirect() {
  const router = useRouter()
  const session = useSignedIn('/')
  const mine = useQuery({
    queryKey: ['workspaces'],
    queryFn: () => trpc.workspaces.mine.query(),
    enabled: session !== undefined,
  })
  useEffect(() => {
    if (!mine.data) return
    const last = lastWorkspace()
    const target = mine.data.find(({ workspaceId }) => workspaceId === last) ?? mine.data[0]
    router.replace(target ? homePath(target.workspaceId) : '/new')
  }, [mine.data, router])
  return (
    <main className="flex min-h-dvh items-center justify-center">
      {mine.error ? (
        <ErrorPanel
          title="Your workspaces could not be loaded"
          reason={failureWords(mine.error)}
          onRetry={() => void mine.refetch()}
        />
      ) : (
        <div role="status" aria-label="Opening your workspace" className="animate-[breathe_1.8s_ease-in-out_infinite]">
          <Logo size={44} />
        </div>
      )}
    </main>
  )
}
