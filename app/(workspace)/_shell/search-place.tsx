'use client'
import { useSearchParams } from 'next/navigation'
import { sectionPath } from '#app/_client/paths.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { SearchPage } from '#app/_features/search/search-page.tsx'
import { goTo } from '#app/_ui/app-link.tsx'

/** What is searched is part of the address: back from a message leads to the results. */
export function SearchPlace() {
  const { workspaceId } = useWorkspace()
  const asked = useSearchParams()
  return (
    <SearchPage
      query={asked.get('q') ?? ''}
      order={asked.get('order') === 'relevance' ? 'relevance' : 'newest'}
      onChange={(query, order) => {
        const params = new URLSearchParams({ ...(query ? { q: query } : {}), ...(order === 'newest' ? {} : { order }) })
        goTo(`${sectionPath(workspaceId, 'search')}${params.size > 0 ? `?${params}` : ''}`)
      }}
    />
  )
}
