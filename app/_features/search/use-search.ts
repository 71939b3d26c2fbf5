'use client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { trpc } from '#app/_client/trpc.ts'

export type Order = 'newest' | 'relevance'
const PER_PAGE = 20

type Answer = Awaited<ReturnType<typeof trpc.search.messages.query>>
export type Found = Answer['messages'][number]
export type FoundScheduled = Answer['scheduled'][number]

/** What is found, page by page. Nothing of it is kept on the device: rights are asked anew each time. */
export function useSearch(query: string, order: Order) {
  const { workspaceId } = useWorkspace()
  return useInfiniteQuery({
    queryKey: ['search', workspaceId, query, order],
    queryFn: ({ pageParam }) =>
      trpc.search.messages.query({ workspaceId, query, order, page: pageParam, perPage: PER_PAGE }),
    initialPageParam: 1,
    getNextPageParam: (last: Answer, pages) => (last.total > pages.length * PER_PAGE ? pages.length + 1 : undefined),
    enabled: query !== '',
    staleTime: 0,
    gcTime: 0,
  })
}
