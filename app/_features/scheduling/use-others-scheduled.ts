'use client'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { MemberId, MessageId } from '#server/domain/ids.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { trpc } from '#app/_client/trpc.ts'

/** Nobody is nudged when somebody else's message changes: the list looks by itself. */
const LOOK_AGAIN_MS = 10_000
const PAGE = 100

type Cursor = { sendAt: number; id: MessageId }

/** What others have scheduled, as an administrator sees it. @param authorId null: everybody's */
export function useOthersScheduled(authorId: MemberId | null) {
  const { workspaceId } = useWorkspace()
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
    refetchInterval: LOOK_AGAIN_MS,
  })
  return {
    items: query.data?.pages.flatMap(({ items }) => items),
    policy: query.data?.pages[0]?.policy,
    more: query.hasNextPage,
    error: query.error,
    loadMore: () => void query.fetchNextPage(),
    refresh: () => query.refetch(),
  }
}
