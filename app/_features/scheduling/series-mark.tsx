'use client'
import { Repeat as RepeatIcon } from 'lucide-react'
import type { SeriesId } from '#server/domain/ids.ts'
import { sectionPath } from '#app/_client/paths.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { AppLink } from '#app/_ui/app-link.tsx'

/** On a message that is one of a series: leads to that series, where the following ones are changed. */
export function SeriesMark({ seriesId }: { seriesId: SeriesId }) {
  const { workspaceId } = useWorkspace()
  return (
    <AppLink
      href={`${sectionPath(workspaceId, 'scheduled')}?show=repeating&series=${seriesId}`}
      className="inline-flex items-center gap-1 text-small text-brass hover:underline"
    >
      <RepeatIcon size={13} aria-hidden className="shrink-0" />
      Repeats
    </AppLink>
  )
}
