'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { LatenessRange } from '#server/domain/operations/lateness.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { trpc } from '#app/_client/trpc.ts'
import { domainErrorOf } from '#app/_client/refusals.ts'

/** Asked while the page can be seen; a hidden tab asks nothing. */
const LIVE_EVERY_MS = 5_000
/** What changes little in a minute, and is dearer to read. */
const SLOW_EVERY_MS = 30_000

export type Operations = Awaited<ReturnType<typeof trpc.operations.overview.query>>
export type LatenessPlot = Awaited<ReturnType<typeof trpc.operations.lateness.query>>
export type HydrationStrip = Awaited<ReturnType<typeof trpc.operations.hydration.query>>
export type Story = Awaited<ReturnType<typeof trpc.operations.explain.query>>

/** Asked again and again until the server refuses for good. */
export function useOperations() {
  const { workspaceId } = useWorkspace()
  return useQuery({
    queryKey: ['operations', workspaceId],
    queryFn: () => trpc.operations.overview.query({ workspaceId }),
    refetchInterval: ({ state }) => (domainErrorOf(state.error) ? false : LIVE_EVERY_MS),
  })
}

export function useLateness(range: LatenessRange) {
  const { workspaceId } = useWorkspace()
  return useQuery({
    queryKey: ['operations-lateness', workspaceId, range],
    queryFn: () => trpc.operations.lateness.query({ workspaceId, range }),
    refetchInterval: range === 'hour' ? LIVE_EVERY_MS : SLOW_EVERY_MS,
    placeholderData: keepPreviousData,
  })
}

export function useHydrationStrip() {
  const { workspaceId } = useWorkspace()
  return useQuery({
    queryKey: ['operations-hydration', workspaceId],
    queryFn: () => trpc.operations.hydration.query({ workspaceId }),
    refetchInterval: SLOW_EVERY_MS,
  })
}
