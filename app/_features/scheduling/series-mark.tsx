'use client'
import { Repeat as RepeatIcon } from 'lucide-react'
import { sectionPath } from '#app/_client/paths.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { AppLink } from '#app/_ui/app-link.tsx'

/** On a message that is one of a series: leads to where all of them are changed. */
export function SeriesMark() {
  const { workspaceId } = useWorkspace()
  return (
    <AppLink
      href={`${sectionPath(workspaceId, 'scheduled')}?show=repeating`}
      className="inline-flex items-center gap-1 text-small text-brass hover:underline"
    >
      <RepeatIcon size={13} aria-hidden className="shrink-0" />
      Repeats
    </AppLink>
  )
}
