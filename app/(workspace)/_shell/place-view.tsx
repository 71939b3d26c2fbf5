'use client'
import { lazy, useEffect, type ReactNode } from 'react'
import { generalOf } from '#server/domain/conversation/name.ts'
import { conversationPath, type Place } from '#app/_client/paths.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { replaceWith } from '#app/_ui/app-link.tsx'
import { PageSkeleton } from '#app/_ui/skeleton.tsx'
import { Room } from './room.tsx'

/** A room is what most come for: the other pages, their titles and where they lie are fetched after it. */
const importSections = () => import('./section-view.tsx')
const SectionView = lazy(() => importSections().then((m) => ({ default: m.SectionView })))

/** The other pages, once the room stands: then they open at once, and also without a connection. What does not come now is
 * fetched when it is wanted. */
export const loadSections = (): Promise<void> =>
  importSections().then(
    (m) => m.loadSections(),
    () => {},
  )

export function PlaceView({ place, leading }: { place: Place; leading: ReactNode }) {
  if (place.at === 'home') return <ToGeneral leading={leading} />
  if (place.at === 'conversation')
    return <Room key={place.conversationId} conversationId={place.conversationId} leading={leading} />
  return <SectionView key={place.at} section={place.at} leading={leading} />
}

/** Everyone is in #general: a good place to begin. */
function ToGeneral({ leading }: { leading: ReactNode }) {
  const { workspaceId } = useWorkspace()
  useEffect(
    () => replaceWith(conversationPath(workspaceId, { id: generalOf(workspaceId), kind: 'public' })),
    [workspaceId],
  )
  return <PageSkeleton label="Loading" leading={leading} room />
}
