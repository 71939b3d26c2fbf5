'use client'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { EmptyState } from '#app/_ui/empty-state.tsx'
import { ControlSpecimens } from './control-specimens.tsx'
import { OverlaySpecimens } from './overlay-specimens.tsx'
import { StateSpecimens } from './state-specimens.tsx'

const THEMES = ['light', 'dark'] as const

/** Every component in every state, light and dark side by side: to look at after a change. */
export function GalleryPage() {
  const { me } = useWorkspace()
  if (me.role === 'member')
    return <EmptyState title="This page is for administrators">Ask one of them for what you need here.</EmptyState>
  return (
    <div className="scroll-calm min-h-0 flex-1">
      <div className="grid lg:grid-cols-2">
        {THEMES.map((scheme) => (
          <section
            key={scheme}
            aria-label={`Components, ${scheme}`}
            data-scheme={scheme}
            className="flex min-w-0 flex-col gap-8 bg-surface px-6 py-6 text-ink"
          >
            <ControlSpecimens />
            <StateSpecimens />
            <OverlaySpecimens />
          </section>
        ))}
      </div>
    </div>
  )
}
