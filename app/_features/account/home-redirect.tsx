'use client'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { homePath, sectionPath } from '#app/_client/paths.ts'
import { lastWorkspace } from '#app/_client/react/workspace-info.tsx'
import { trpc } from '#app/_client/trpc.ts'
import { failureWords } from '#app/_client/words.ts'
import { ErrorPanel } from '#app/_ui/error-panel.tsx'
import { Logo } from '#app/_ui/logo.tsx'
import { useSignedIn } from './use-signed-in.ts'

/**
 * On to the workspace this browser was in last, to the first one, or to making one.
 * @param section a page of it, instead of its first room
 */
export function HomeRedirect({ section }: { section?: 'ops' }) {
  const router = useRouter()
  const session = useSignedIn(section ? `/${section}` : '/')
  const mine = useQuery({
    queryKey: ['workspaces'],
    queryFn: () => trpc.workspaces.mine.query(),
    enabled: session !== undefined,
  })
  useEffect(() => {
    if (!mine.data) return
    const last = lastWorkspace()
    const target = mine.data.find(({ workspaceId }) => workspaceId === last) ?? mine.data[0]
    if (!target) router.replace('/new')
    else router.replace(section ? sectionPath(target.workspaceId, section) : homePath(target.workspaceId))
  }, [mine.data, router, section])
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
