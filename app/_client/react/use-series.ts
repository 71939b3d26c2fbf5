'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { SeriesView } from '#server/protocol/series-view.ts'
import { loadedKey } from '../sync/refresher.ts'
import { trpc } from '../trpc.ts'
import { useLive } from './use-live.ts'
import { useWorkspace } from './workspace-info.tsx'

/** A channel's series may be changed by others, who cannot nudge everyone. */
const ASKED_AGAIN_MS = 60_000

/**
 * Moves whenever one's own list of scheduled messages was asked for again, in any tab: after each nudge about scheduled
 * messages, and after each connection.
 */
export const useMovedLists = (): unknown =>
  useLive(async (db) => (await db.meta.get(loadedKey('scheduled')))?.value, [])

/**
 * Messages that come again and again: one's own, one's channels' and, for administrators, those that need somebody.
 * Asked for again whenever the list of scheduled messages was, in any tab: whatever happens to a series moves that one too.
 */
export function useSeries(): { series: SeriesView[] | undefined; error: unknown; retry: () => void } {
  const { workspaceId } = useWorkspace()
  const moved = useMovedLists()
  const { data, error, refetch } = useQuery({
    queryKey: seriesKey(workspaceId),
    queryFn: () => trpc.series.list.query({ workspaceId }),
    refetchInterval: ASKED_AGAIN_MS,
  })
  useEffect(() => {
    if (moved !== undefined) void refetch()
  }, [moved, refetch])
  const retry = useCallback(() => void refetch(), [refetch])
  return { series: data, error: data ? null : error, retry }
}

/** After one's own change: asks for the list again. */
export function useSeriesRefresh(): () => Promise<void> {
  const { workspaceId } = useWorkspace()
  const queries = useQueryClient()
  return useCallback(() => queries.invalidateQueries({ queryKey: seriesKey(workspaceId) }), [queries, workspaceId])
}

const seriesKey = (workspaceId: string) => ['series', workspaceId]
