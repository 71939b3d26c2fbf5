'use client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { MemberId, SeriesId } from '#server/domain/ids.ts'
import { useMovedLists } from '#app/_client/react/use-series.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { trpc } from '#app/_client/trpc.ts'

const PAGE = 100
/** An author's own change is told to nobody else. */
const ASKED_AGAIN_MS = 10_000

/**
 * What others let repeat, as an administrator sees it: asked for again at once when an administrator changed something.
 * @param authorId null: everybody's
 */
export function useOthersSeries(authorId: MemberId | null) {
  const { workspaceId } = useWorkspace()
  const moved = useMovedLists()
  const query = useInfiniteQuery({
    queryKey: ['others-series', workspaceId, authorId],
    queryFn: ({ pageParam }) =>
      trpc.othersScheduled.listSeries.query({
        workspaceId,
        limit: PAGE,
        ...(authorId ? { authorId } : {}),
        ...(pageParam ? { before: pageParam } : {}),
      }),
    initialPageParam: null as SeriesId | null,
    getNextPageParam: ({ items, more }): SeriesId | null => (more ? (items.at(-1)?.id ?? null) : null),
    refetchInterval: ASKED_AGAIN_MS,
  })
  const { refetch } = query
  useEffect(() => {
    if (moved !== undefined) void refetch()
  }, [moved, refetch])
  return {
    items: query.data?.pages.flatMap(({ items }) => items),
    more: query.hasNextPage,
    error: query.error,
    loadMore: () => void query.fetchNextPage(),
    refresh: () => void query.refetch(),
  }
}
