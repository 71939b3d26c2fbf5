'use client'
import { Menu as MenuIcon } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { Suspense, useCallback, useEffect, useState } from 'react'
import { placeOfPath } from '#app/_client/paths.ts'
import { useFirstScreen } from '#app/_client/react/use-first-screen.ts'
import { useOfflineShell } from '#app/_features/offline/use-offline-shell.ts'
import { useShortcuts } from '#app/_features/shortcuts/use-shortcuts.ts'
import { Sidebar } from '#app/_features/sidebar/sidebar.tsx'
import { useNeighbourKeys } from '#app/_features/sidebar/use-neighbour-keys.ts'
import type { MemberId } from '#server/domain/ids.ts'
import { ProfileContext } from '#app/_client/react/profile.ts'
import { ErrorBoundary } from '#app/_ui/error-boundary.tsx'
import { IconButton } from '#app/_ui/icon-button.tsx'
import { lazyPart, loadParts } from '#app/_ui/lazy-part.tsx'
import { PageSkeleton } from '#app/_ui/skeleton.tsx'
import { loadSections, PlaceView } from './place-view.tsx'

const Drawer = lazyPart(() => import('#app/_ui/drawer.tsx').then((m) => m.Drawer))
const Finder = lazyPart(() => import('./finder.tsx').then((m) => m.Finder))
const Notices = lazyPart(() => import('./notices.tsx').then((m) => m.Notices))
const ProfileCard = lazyPart(() => import('#app/_features/profile/profile-card.tsx').then((m) => m.ProfileCard))
const ShortcutsSheet = lazyPart(() =>
  import('#app/_features/shortcuts/shortcuts-sheet.tsx').then((m) => m.ShortcutsSheet),
)

/** Sidebar and place side by side; on a narrow screen the sidebar is a drawer. */
export function Shell() {
  const pathname = usePathname()
  const place = placeOfPath(pathname)
  /** Once opened it stays, closed, so that it can slide out. */
  const [drawer, setDrawer] = useState<'never' | 'closed' | 'open'>('never')
  const closeDrawer = useCallback(() => setDrawer((now) => (now === 'open' ? 'closed' : now)), [])
  useEffect(closeDrawer, [pathname, closeDrawer])
  const [help, setHelp] = useState(false)
  const [profile, setProfile] = useState<MemberId | null>(null)
  const openHelp = useCallback(() => setHelp(true), [])
  useShortcuts({ onHelp: openHelp })
  useNeighbourKeys(place.at === 'conversation' ? place.conversationId : null)
  useOfflineShell(loadSections)
  const stands = useFirstScreen()
  useEffect(() => {
    if (stands) void loadParts()
  }, [stands])
  const leading = (
    <IconButton label="Open the sidebar" onClick={() => setDrawer('open')} className="md:hidden">
      <MenuIcon size={20} aria-hidden />
    </IconButton>
  )
  return (
    <div className="flex h-dvh overflow-hidden">
      <a
        href="#content"
        className="sr-only rounded-base bg-raised px-4 py-2 focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50"
      >
        Skip to the content
      </a>
      <aside className="hidden w-(--sidebar) shrink-0 border-r border-line md:block">
        <Sidebar place={place} onShortcuts={openHelp} />
      </aside>
      {drawer !== 'never' && (
        <Drawer open={drawer === 'open'} onClose={closeDrawer} label="Sidebar" onMissing={() => setDrawer('never')}>
          <Sidebar place={place} onShortcuts={openHelp} />
        </Drawer>
      )}
      {help && <ShortcutsSheet onClose={() => setHelp(false)} onMissing={() => setHelp(false)} />}
      {profile && (
        <ProfileCard memberId={profile} onClose={() => setProfile(null)} onMissing={() => setProfile(null)} />
      )}
      <main
        id="content"
        tabIndex={-1}
        // What has to be said comes and goes below the head of the page, which stays where it is.
        className="relative flex min-w-0 flex-1 flex-col bg-surface outline-none lg:has-data-thread-pane:pr-96 [&>header]:order-first"
      >
        {stands && <Notices />}
        {stands && <Finder onShortcuts={openHelp} />}
        <ErrorBoundary
          key={pathname}
          title="This could not be shown"
          reason="Something failed while drawing it. Your drafts and messages are safe."
        >
          <Suspense fallback={<PageSkeleton label="Loading" leading={leading} room={place.at === 'conversation'} />}>
            <ProfileContext value={setProfile}>
              <PlaceView place={place} leading={leading} />
            </ProfileContext>
          </Suspense>
        </ErrorBoundary>
      </main>
    </div>
  )
}
