'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, use, useCallback, useEffect, type ReactNode } from 'react'
import type { WorkspaceId } from '#server/domain/ids.ts'
import { domainErrorOf } from '../words.ts'
import { trpc } from '../trpc.ts'

export type WorkspaceInfo = Awaited<ReturnType<typeof trpc.workspaces.get.query>>

const WorkspaceContext = createContext<WorkspaceInfo | null>(null)

/** The workspace one is in, and who one is there. */
export function useWorkspace(): WorkspaceInfo {
  const info = use(WorkspaceContext)
  if (!info) throw new Error('useWorkspace needs a WorkspaceInfoProvider above it')
  return info
}

export const WorkspaceInfoProvider = ({ info, children }: { info: WorkspaceInfo; children: ReactNode }) => (
  <WorkspaceContext value={info}>{children}</WorkspaceContext>
)

/**
 * Asks the server, and answers from the last visit until it has: a reload without a connection still opens the room.
 * An answer that one has no access is final and forgets what was kept.
 */
export function useWorkspaceQuery(workspaceId: WorkspaceId) {
  const query = useQuery({
    queryKey: ['workspace', workspaceId],
    queryFn: () => trpc.workspaces.get.query({ workspaceId }),
    staleTime: 60_000,
  })
  const refused = domainErrorOf(query.error) !== null
  useEffect(() => {
    if (query.data) keep(workspaceId, query.data)
    else if (refused) forget(workspaceId)
  }, [workspaceId, query.data, refused])
  return { info: query.data ?? (refused ? null : recall(workspaceId)), error: query.error, retry: query.refetch }
}

export function useWorkspaceRefresh(): () => Promise<void> {
  const { workspaceId } = useWorkspace()
  const queries = useQueryClient()
  return useCallback(() => queries.invalidateQueries({ queryKey: ['workspace', workspaceId] }), [queries, workspaceId])
}

/** The workspace this browser was in last; null where it has been in none. */
export const lastWorkspace = (): string | null => stored(() => localStorage.getItem(LAST))

const LAST = 'carillon:last-workspace'
const keyOf = (workspaceId: WorkspaceId) => `carillon:workspace:${workspaceId}`

function keep(workspaceId: WorkspaceId, info: WorkspaceInfo): void {
  stored(() => localStorage.setItem(keyOf(workspaceId), JSON.stringify(info)))
  stored(() => localStorage.setItem(LAST, workspaceId))
}

const forget = (workspaceId: WorkspaceId): void => void stored(() => localStorage.removeItem(keyOf(workspaceId)))

const recall = (workspaceId: WorkspaceId): WorkspaceInfo | null =>
  stored(() => JSON.parse(localStorage.getItem(keyOf(workspaceId)) ?? 'null') as WorkspaceInfo | null)

/** A browser that refuses storage works too; it only starts a little later. */
function stored<T>(access: () => T): T | null {
  try {
    return access()
  } catch {
    return null
  }
}
