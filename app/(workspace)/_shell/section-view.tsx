'use client'
import { lazy, useEffect, type ComponentType, type ReactNode } from 'react'
import { firstScreenStands } from '#app/_client/first-screen.ts'
import type { Place } from '#app/_client/paths.ts'
import { loadLeading } from '#app/_client/sync/lead-later.ts'
import { loadParts } from '#app/_ui/lazy-part.tsx'
import { PageHeader } from '#app/_ui/page-header.tsx'
import { Nowhere } from './nowhere.tsx'
import { loadNotInside } from './room.tsx'
import { useDocumentTitle } from './use-document-title.ts'

const loadScheduled = asking(() => import('./scheduled-place.tsx').then((m) => m.ScheduledPlace))
const loadSearch = asking(() => import('./search-place.tsx').then((m) => m.SearchPlace))
const loadSaved = asking(() => import('#app/_features/saved/saved-page.tsx').then((m) => m.SavedPage))
const loadBrowse = asking(() => import('#app/_features/browse/browse-channels.tsx').then((m) => m.BrowseChannels))
const loadPeople = asking(() => import('#app/_features/people/people-page.tsx').then((m) => m.PeoplePage))
const loadSettings = asking(() => import('#app/_features/settings/settings-page.tsx').then((m) => m.SettingsPage))

/** Only administrators look at it, and never without a server: nobody else loads its plots. */
const OperationsPage = lazy(
  asking(() => import('#app/_features/operations/operations-page.tsx').then((m) => m.OperationsPage)),
)
const GalleryPage = lazy(asking(() => import('#app/_features/gallery/gallery-page.tsx').then((m) => m.GalleryPage)))
const ScheduledPlace = lazy(loadScheduled)
const SearchPlace = lazy(loadSearch)
const SavedPage = lazy(loadSaved)
const BrowseChannels = lazy(loadBrowse)
const PeoplePage = lazy(loadPeople)
const SettingsPage = lazy(loadSettings)

/** A page that asks the server by React Query, which comes with it. */
function asking<P extends object>(load: () => Promise<ComponentType<P>>) {
  return async () => {
    const [Page, { Queries }] = await Promise.all([load(), import('#app/_client/react/queries.tsx')])
    function Asking(props: P) {
      useEffect(firstScreenStands, [])
      return (
        <Queries>
          <Page {...props} />
        </Queries>
      )
    }
    return { default: Asking }
  }
}

/** The pages, once the room stands: then they open at once, and also without a connection. */
export async function loadSections(): Promise<void> {
  await Promise.allSettled([
    loadScheduled(),
    loadSearch(),
    loadSaved(),
    loadBrowse(),
    loadPeople(),
    loadSettings(),
    loadNotInside(),
    loadLeading(),
  ])
  await loadParts()
}

type Section = Exclude<Place['at'], 'home' | 'conversation'>

/** Every page that is no conversation. */
export function SectionView({ section, leading }: { section: Section; leading: ReactNode }) {
  const [title, Page] = PAGES[section]
  useDocumentTitle(title)
  return (
    <>
      <PageHeader title={title} leading={leading} />
      <Page />
    </>
  )
}

const PAGES: Record<Section, [title: string, page: ComponentType]> = {
  scheduled: ['Drafts & scheduled', ScheduledPlace],
  search: ['Search', SearchPlace],
  saved: ['Saved', SavedPage],
  browse: ['Channels', BrowseChannels],
  people: ['People', PeoplePage],
  settings: ['Settings', SettingsPage],
  ops: ['Operations', OperationsPage],
  gallery: ['Components', GalleryPage],
  nowhere: ['Not found', Nowhere],
}
