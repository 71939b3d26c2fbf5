'use client'
import { useQuery } from '@tanstack/react-query'
import { Check, Keyboard, Plus } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { homePath } from '#app/_client/paths.ts'
import { Queries } from '#app/_client/react/queries.tsx'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { trpc } from '#app/_client/trpc.ts'
import type { MenuPlace } from '#app/_ui/menu-button.tsx'
import { MenuItem, MenuPopup, MenuSeparator } from '#app/_ui/menu.tsx'

type Props = { place: MenuPlace; onShortcuts: () => void }

/** Other workspaces, and what belongs to all of them. */
export const WorkspacesPopup = (props: Props) => (
  <Queries>
    <Lines {...props} />
  </Queries>
)

function Lines({ place, onShortcuts }: Props) {
  const { workspaceId } = useWorkspace()
  const router = useRouter()
  const mine = useQuery({ queryKey: ['workspaces'], queryFn: () => trpc.workspaces.mine.query() })
  return (
    <MenuPopup place={place}>
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
    </MenuPopup>
  )
}
