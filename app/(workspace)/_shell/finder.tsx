'use client'
import { Activity, CalendarClock, LayoutList, Keyboard, Search, Settings, Users } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { sectionPath, type Section } from '#app/_client/paths.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { QuickSwitcher, type Command } from '#app/_features/switcher/quick-switcher.tsx'
import { goTo } from '#app/_ui/app-link.tsx'
import { isCovered } from '#app/_ui/keys.ts'

/** The keys that find: Ctrl or Cmd with K goes anywhere, with Shift and F searches the messages. */
export function Finder({ onShortcuts }: { onShortcuts: () => void }) {
  const { workspaceId, me } = useWorkspace()
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.repeat || isCovered()) return
      const key = event.key.toLowerCase()
      if (key === 'k' && !event.shiftKey) setOpen(true)
      else if (key === 'f' && event.shiftKey) goTo(sectionPath(workspaceId, 'search'))
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [workspaceId])
  const commands = useMemo((): Command[] => {
    const to = (section: Section) => () => goTo(sectionPath(workspaceId, section))
    return [
      {
        ...{ name: 'Drafts & scheduled', words: ['scheduled', 'later', 'failed', 'sent'], run: to('scheduled') },
        icon: <CalendarClock size={16} aria-hidden />,
      },
      { name: 'Search', words: ['find', 'messages'], run: to('search'), icon: <Search size={16} aria-hidden /> },
      {
        ...{ name: 'Browse channels', words: ['join', 'create', 'channels'], run: to('browse') },
        icon: <LayoutList size={16} aria-hidden />,
      },
      { name: 'People', words: ['members', 'invite'], run: to('people'), icon: <Users size={16} aria-hidden /> },
      {
        ...{ name: 'Settings', words: ['profile', 'theme', 'sign out', 'tokens', 'zone'], run: to('settings') },
        icon: <Settings size={16} aria-hidden />,
      },
      ...(me.role === 'member'
        ? []
        : [
            {
              ...{ name: 'Operations', words: ['health', 'lateness'], run: to('ops') },
              icon: <Activity size={16} aria-hidden />,
            },
          ]),
      {
        ...{ name: 'Keyboard shortcuts', words: ['help', 'keys'], run: onShortcuts },
        icon: <Keyboard size={16} aria-hidden />,
      },
    ]
  }, [workspaceId, me.role, onShortcuts])
  if (!open) return null
  return (
    <QuickSwitcher
      commands={commands}
      onSearch={(text) => goTo(`${sectionPath(workspaceId, 'search')}?${new URLSearchParams({ q: text })}`)}
      onClose={() => setOpen(false)}
    />
  )
}
