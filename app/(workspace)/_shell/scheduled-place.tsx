'use client'
import { useSearchParams } from 'next/navigation'
import type { SeriesId } from '#server/domain/ids.ts'
import { sectionPath } from '#app/_client/paths.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { ScheduledPage } from '#app/_features/scheduling/scheduled-page.tsx'
import { TABS } from '#app/_features/scheduling/sort-scheduled.ts'
import { goTo } from '#app/_ui/app-link.tsx'

/** Which tab is part of the address, so that a link can lead to what failed, and which series. */
export function ScheduledPlace() {
  const { workspaceId } = useWorkspace()
  const params = useSearchParams()
  const show = params.get('show')
  const path = sectionPath(workspaceId, 'scheduled')
  return (
    <ScheduledPage
      tab={TABS.find((tab) => tab === show) ?? 'scheduled'}
      series={params.get('series') as SeriesId | null}
      onTab={(tab) => goTo(tab === 'scheduled' ? path : `${path}?show=${tab}`)}
    />
  )
}
