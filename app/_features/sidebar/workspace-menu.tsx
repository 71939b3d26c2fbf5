'use client'
import { ChevronsUpDown } from 'lucide-react'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { lazyPart } from '#app/_ui/lazy-part.tsx'
import { Logo } from '#app/_ui/logo.tsx'
import { useMenuButton } from '#app/_ui/menu-button.tsx'

const WorkspacesPopup = lazyPart(() => import('./workspaces-popup.tsx').then((m) => m.WorkspacesPopup))

/** The workspace one is in, and the way to others. */
export function WorkspaceMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const { name } = useWorkspace()
  const trigger = (
    <button
      type="button"
      className="flex h-(--header) w-full items-center gap-2.5 px-4 text-left -outline-offset-2 hover:bg-hover"
    >
      <Logo size={24} />
      <span className="min-w-0 flex-1 truncate text-lead font-semibold tracking-tight" dir="auto">
        {name}
      </span>
      <ChevronsUpDown size={15} aria-hidden className="text-muted" />
      <span className="sr-only">Switch workspace</span>
    </button>
  )
  const menu = useMenuButton({ trigger, label: 'Workspaces', align: 'start', load: WorkspacesPopup.load })
  return (
    <>
      {menu.button}
      {menu.near && <WorkspacesPopup place={menu.place} onShortcuts={onShortcuts} onMissing={menu.forget} />}
    </>
  )
}
