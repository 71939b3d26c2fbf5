'use client'
import { lazy, useEffect, type ComponentType, type ReactNode } from 'react'
import { generalOf } from '#server/domain/conversation/name.ts'
import { conversationPath, type Place } from '#app/_client/paths.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { loadLeading } from '#app/_client/sync/lead-later.ts'
import { replaceWith } from '#app/_ui/app-link.tsx'
import { loadParts } from '#app/_ui/lazy-part.tsx'
import { PageHeader } from '#app/_ui/page-header.tsx'
import { PageSkeleton } from '#app/_ui/skeleton.tsx'
import { loadNotInside, Room } from './room.tsx'
import { useDocumentTitle } from './use-document-title.ts'

const loadScheduled = asking(() => import('./scheduled-place.tsx').then((m) => m.ScheduledPlace))
const loadSearch = asking(() => import('./search-place.tsx').then((m) => m.SearchPlace))
const loadBrowse = asking(() => import('#app/_features/browse/browse-channels.tsx').then((m) => m.BrowseChannels))
const loadPeople = asking(() => import('#app/_features/people/people-page.tsx').then((m) => m.PeoplePage))
const loadSettings = asking(() => import('#app/_features/settings/settings-page.tsx').then((m) => m.SettingsPage))

/** Only administrators look at it, and never without a server: nobody else loads its plots. */
const OperationsPage = lazy(
  asking(() => import('#app/_features/operations/operations-page.tsx').then((m) => m.OperationsPage)),
)
const GalleryPage = lazy(asking(() => import('#app/_features/gallery/gallery-page.tsx').then((m) => m.GalleryPage)))
const Nowhere = lazy(() => import('./nowhere.tsx').then((m) => ({ default: m.Nowhere })))
const ScheduledPlace = lazy(loadScheduled)
const SearchPlace = lazy(loadSearch)
const BrowseChannels = lazy(loadBrowse)
const PeoplePage = lazy(loadPeople)
const SettingsPage = lazy(loadSettings)

/** A page that asks the server by React Query, which comes with it. */
function asking<P extends object>(load: () => Promise<ComponentType<P>>) {
  return async () => {
    const [Page, { Queries }] = await Promise.all([load(), import('#app/_client/react/queries.tsx')])
    const Asking = (props: P) => (
      <Queries>
        <Page {...props} />
      </Queries>
    )
    return { default: Asking }
  }
}

/** The other pages, once the room stands: then they open at once, and also without a connection. */
export async function loadSections(): Promise<void> {
  await Promise.allSettled([
    loadScheduled(),
    loadSearch(),
    loadBrowse(),
    loadPeople(),
    loadSettings(),
    loadNotInside(),
    loadLeading(),
  ])
  await loadParts()
}

export function PlaceView({ place, leading }: { place: Place; leading: ReactNode }) {
  switch (place.at) {
    case 'home':
      return <ToGeneral leading={leading} />
    case 'conversation':
      return <Room key={place.conversationId} conversationId={place.conversationId} leading={leading} />
    case 'scheduled':
      return (
        <Titled title="Drafts & scheduled" leading={leading}>
          <ScheduledPlace />
        </Titled>
      )
    case 'search':
      return (
        <Titled title="Search" leading={leading}>
          <SearchPlace />
        </Titled>
      )
    case 'browse':
      return (
        <Titled title="Channels" leading={leading}>
          <BrowseChannels />
        </Titled>
      )
    case 'people':
      return (
        <Titled title="People" leading={leading}>
          <PeoplePage />
        </Titled>
      )
    case 'settings':
      return (
        <Titled title="Settings" leading={leading}>
          <SettingsPage />
        </Titled>
      )
    case 'ops':
      return (
        <Titled title="Operations" leading={leading}>
          <OperationsPage />
        </Titled>
      )
    case 'gallery':
      return (
        <Titled title="Components" leading={leading}>
          <GalleryPage />
        </Titled>
      )
    case 'nowhere':
      return (
        <Titled title="Not found" leading={leading}>
          <Nowhere />
        </Titled>
      )
  }
}

function Titled({ title, leading, children }: { title: string; leading: ReactNode; children: ReactNode }) {
  useDocumentTitle(title)
  return (
    <>
      <PageHeader title={title} leading={leading} />
      {children}
    </>
  )
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
