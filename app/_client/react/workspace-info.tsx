'use client'
import { createContext, use, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react'
import type { WorkspaceId } from '#server/domain/ids.ts'
import { answeredByServer, domainErrorOf } from '../refusals.ts'
import { isSame } from '../store/is-same.ts'
import { trpc } from '../trpc.ts'

export type WorkspaceInfo = Awaited<ReturnType<typeof trpc.workspaces.get.query>>

type Known = { info: WorkspaceInfo; refresh: () => Promise<void> }
const WorkspaceContext = createContext<Known | null>(null)

/** The workspace one is in, and who one is there. */
export const useWorkspace = (): WorkspaceInfo => useKnown().info

/** After one's own change: resolves when the answer is on the page. */
export const useWorkspaceRefresh = (): (() => Promise<void>) => useKnown().refresh

function useKnown(): Known {
  const known = use(WorkspaceContext)
  if (!known) throw new Error('this needs a WorkspaceInfoProvider above it')
  return known
}

export function WorkspaceInfoProvider({ info, refresh, children }: Known & { children: ReactNode }) {
  const known = useMemo(() => ({ info, refresh }), [info, refresh])
  return <WorkspaceContext value={known}>{children}</WorkspaceContext>
}

type Answer = { info: WorkspaceInfo | null; error: unknown }

/** Seen again after this long, the page asks again: role and policies may have changed. */
const FRESH_MS = 60_000
const RETRIES_MS = [1_000, 2_000]

/**
 * Asks the server, and answers from the last visit until it has: a reload without a connection still opens the room.
 * An answer that one has no access is final and forgets what was kept. Mount anew for another workspace.
 */
export function useWorkspaceQuery(workspaceId: WorkspaceId) {
  const [answer, setAnswer] = useState<Answer>(() => ({ info: recall(workspaceId), error: null }))
  const ask = useCallback(async () => {
    const next = await askPatiently(workspaceId)
    if (next.info) keep(workspaceId, next.info)
    else if (domainErrorOf(next.error)) forget(workspaceId)
    setAnswer((before) => ({ info: sameOr(before.info, next.info ?? before.info), error: next.error }))
  }, [workspaceId])
  useEffect(() => {
    let asked_ms = performance.now()
    const askAgain = () => {
      if (document.visibilityState !== 'visible' || performance.now() - asked_ms < FRESH_MS) return
      asked_ms = performance.now()
      void ask()
    }
    const onOnline = () => void ask()
    void ask()
    document.addEventListener('visibilitychange', askAgain)
    window.addEventListener('online', onOnline)
    return () => {
      document.removeEventListener('visibilitychange', askAgain)
      window.removeEventListener('online', onOnline)
    }
  }, [ask])
  return { ...answer, ask }
}

/** Most answers say nothing new: then nothing is drawn again. */
const sameOr = (before: WorkspaceInfo | null, next: WorkspaceInfo | null): WorkspaceInfo | null =>
  isSame(before, next) ? before : next

/** What the server says is final; a question or answer that was lost is asked again. */
async function askPatiently(workspaceId: WorkspaceId): Promise<Answer> {
  for (const retryAfter_ms of [...RETRIES_MS, null]) {
    try {
      return { info: await trpc.workspaces.get.query({ workspaceId }), error: null }
    } catch (error) {
      if (retryAfter_ms === null || answeredByServer(error)) return { info: null, error }
      await new Promise((later) => setTimeout(later, retryAfter_ms))
    }
  }
  throw new Error('unreachable')
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
