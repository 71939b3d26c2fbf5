'use client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { MemberId, MessageId } from '#server/domain/ids.ts'
import { useMovedLists } from '#app/_client/react/use-series.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { serverNow } from '#app/_client/server-clock.ts'
import { trpc } from '#app/_client/trpc.ts'
import { lookAgainIn } from './look-again.ts'

const PAGE = 100

type Cursor = { sendAt: number; id: MessageId }

/**
 * What others have scheduled, as an administrator sees it: asked for again at once when an administrator changed something,
 * when the next one should be gone, and otherwise every few seconds while the page is looked at.
 * @param authorId null: everybody's
 */
export function useOthersScheduled(authorId: MemberId | null) {
  const { workspaceId } = useWorkspace()
  const moved = useMovedLists()
  const query = useInfiniteQuery({
    queryKey: ['others-scheduled', workspaceId, authorId],
    queryFn: ({ pageParam }) =>
      trpc.othersScheduled.list.query({
        workspaceId,
        limit: PAGE,
        ...(authorId ? { authorId } : {}),
        ...(pageParam ? { after: pageParam } : {}),
      }),
    initialPageParam: null as Cursor | null,
    getNextPageParam: ({ items, more }): Cursor | null => {
      const last = items.at(-1)
      return more && last ? { sendAt: last.sendAt, id: last.id } : null
    },
    refetchInterval: ({ state }) => lookAgainIn(state.data?.pages[0]?.items ?? [], serverNow()),
  })
  const { refetch } = query
  useEffect(() => {
    if (moved !== undefined) void refetch()
  }, [moved, refetch])
  return {
    items: query.data?.pages.flatMap(({ items }) => items),
    policy: query.data?.pages[0]?.policy,
    more: query.hasNextPage,
    error: query.error,
    loadMore: () => void query.fetchNextPage(),
    refresh: () => query.refetch(),
  }
}
