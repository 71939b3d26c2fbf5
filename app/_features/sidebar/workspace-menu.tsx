'use client'
import { useQuery } from '@tanstack/react-query'
import { Check, ChevronsUpDown, Keyboard, Plus } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { homePath } from '#app/_client/paths.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { trpc } from '#app/_client/trpc.ts'
import { Logo } from '#app/_ui/logo.tsx'
import { Menu, MenuItem, MenuSeparator } from '#app/_ui/menu.tsx'

/** The workspace one is in, and the way to others. */
export function WorkspaceMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const { workspaceId, name } = useWorkspace()
  const router = useRouter()
  const mine = useQuery({ queryKey: ['workspaces'], queryFn: () => trpc.workspaces.mine.query() })
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
  return (
    <Menu trigger={trigger} label="Workspaces" align="start">
      {(mine.data ?? []).map((each) => (
        <MenuItem
          key={each.workspaceId}
          onSelect={() => router.push(homePath(each.workspaceId))}
          aside={each.workspaceId === workspaceId && <Check size={14} aria-label="current" />}
        >
          {each.name}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem icon={<Plus size={16} aria-hidden />} onSelect={() => router.push('/new')}>
        Create a workspace
      </MenuItem>
      <MenuItem icon={<Keyboard size={16} aria-hidden />} onSelect={onShortcuts} aside="?">
        Keyboard shortcuts
      </MenuItem>
    </Menu>
  )
}
