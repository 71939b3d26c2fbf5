'use client'
import { useSearchParams } from 'next/navigation'
import { sectionPath } from '#app/_client/paths.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { ScheduledPage } from '#app/_features/scheduling/scheduled-page.tsx'
import { TABS } from '#app/_features/scheduling/sort-scheduled.ts'
import { goTo } from '#app/_ui/app-link.tsx'

/** Which tab is part of the address, so that a link can lead to what failed. */
export function ScheduledPlace() {
  const { workspaceId } = useWorkspace()
  const show = useSearchParams().get('show')
  const path = sectionPath(workspaceId, 'scheduled')
  return (
    <ScheduledPage
      tab={TABS.find((tab) => tab === show) ?? 'scheduled'}
      onTab={(tab) => goTo(tab === 'scheduled' ? path : `${path}?show=${tab}`)}
    />
  )
}
