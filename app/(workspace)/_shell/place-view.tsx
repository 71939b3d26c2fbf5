'use client'
import { useSearchParams } from 'next/navigation'
import { lazy, useEffect, type ReactNode } from 'react'
import { generalOf } from '#server/domain/conversation/name.ts'
import { conversationPath, sectionPath, type Place } from '#app/_client/paths.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { TABS } from '#app/_features/scheduling/sort-scheduled.ts'
import { EmptyState } from '#app/_ui/empty-state.tsx'
import { goTo, replaceWith } from '#app/_ui/app-link.tsx'
import { PageHeader } from '#app/_ui/page-header.tsx'
import { SkeletonRows } from '#app/_ui/skeleton.tsx'
import { Room } from './room.tsx'
import { useDocumentTitle } from './use-document-title.ts'

const loadScheduled = () =>
  import('#app/_features/scheduling/scheduled-page.tsx').then((m) => ({ default: m.ScheduledPage }))
const loadBrowse = () =>
  import('#app/_features/browse/browse-channels.tsx').then((m) => ({ default: m.BrowseChannels }))
const loadPeople = () => import('#app/_features/people/people-page.tsx').then((m) => ({ default: m.PeoplePage }))
const loadSettings = () =>
  import('#app/_features/settings/settings-page.tsx').then((m) => ({ default: m.SettingsPage }))

/** Only administrators look at it, and never without a server: nobody else loads its plots. */
const OperationsPage = lazy(() =>
  import('#app/_features/operations/operations-page.tsx').then((m) => ({ default: m.OperationsPage })),
)
const GalleryPage = lazy(() =>
  import('#app/_features/gallery/gallery-page.tsx').then((m) => ({ default: m.GalleryPage })),
)
const loadProfile = () => import('#app/_features/profile/profile-card.tsx').then((m) => ({ default: m.ProfileCard }))

export const ProfileCard = lazy(loadProfile)
const ScheduledPage = lazy(loadScheduled)
const BrowseChannels = lazy(loadBrowse)
const PeoplePage = lazy(loadPeople)
const SettingsPage = lazy(loadSettings)

/** The other pages, once the room stands: then they open at once, and also without a connection. */
export async function loadSections(): Promise<void> {
  await Promise.allSettled([loadScheduled(), loadBrowse(), loadPeople(), loadSettings(), loadProfile()])
}

export function PlaceView({ place, leading }: { place: Place; leading: ReactNode }) {
  switch (place.at) {
    case 'home':
      return <ToGeneral />
    case 'conversation':
      return <Room key={place.conversationId} conversationId={place.conversationId} leading={leading} />
    case 'scheduled':
      return <Scheduled leading={leading} />
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
          <ForAdministrators>
            <GalleryPage />
          </ForAdministrators>
        </Titled>
      )
    case 'nowhere':
      return (
        <Titled title="Not found" leading={leading}>
          <EmptyState title="There is nothing at this address">The link may be incomplete or mistyped.</EmptyState>
        </Titled>
      )
  }
}

function ForAdministrators({ children }: { children: ReactNode }) {
  const { me } = useWorkspace()
  return me.role === 'member' ? (
    <EmptyState title="This page is for administrators">Ask one of them for what you need here.</EmptyState>
  ) : (
    children
  )
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

/** Which tab is part of the address, so that a link can lead to what failed. */
function Scheduled({ leading }: { leading: ReactNode }) {
  const { workspaceId } = useWorkspace()
  const show = useSearchParams().get('show')
  const path = sectionPath(workspaceId, 'scheduled')
  return (
    <Titled title="Drafts & scheduled" leading={leading}>
      <ScheduledPage
        tab={TABS.find((tab) => tab === show) ?? 'scheduled'}
        onTab={(tab) => goTo(tab === 'scheduled' ? path : `${path}?show=${tab}`)}
      />
    </Titled>
  )
}

/** Everyone is in #general: a good place to begin. */
function ToGeneral() {
  const { workspaceId } = useWorkspace()
  useEffect(
    () => replaceWith(conversationPath(workspaceId, { id: generalOf(workspaceId), kind: 'public' })),
    [workspaceId],
  )
  return <SkeletonRows label="Loading" />
}
